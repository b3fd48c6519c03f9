/**
 * Generalised linear model (McCullagh and Nelder 1989): least squares for numbers, logistic regression for classes.
 *
 * Memory beside the matrix x (n × p) for k classes: another n × p for numbers; n × (k + 2) for classes; and the square
 * of the number of coefficients, up to NEWTON_LIMIT² for classes.
 */
import { ALGORITHMS, type GlmParams, InvalidInput } from "@agatha/contracts";
import type { Algorithm, FitContext, FittedModel, Matrix } from "../algorithm.js";
import { requireFinite } from "../finite.js";
import { createPace } from "../pace.js";
import { lbfgs } from "./lbfgs.js";
import { fitLeastSquares } from "./least-squares.js";
import { createObjective, startAtShares } from "./logistic.js";
import { createGlmModel, decodeModel } from "./model.js";
import { newton } from "./newton.js";

/** Coefficients up to which Newton's few dear steps are faster than many cheap ones: measured at 10,000 rows. */
const NEWTON_LIMIT = 250;

export const glm: Algorithm<"GLM"> = {
  name: "GLM",
  tasks: ALGORITHMS.GLM.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: (bytes) => createGlmModel(decodeModel(bytes)),
  async fit(x, target, params, context) {
    if (x.nrow === 0) throw new InvalidInput("010515", { path: "columns", message: "GLM needs at least one row to learn from" });
    requireFinite(x, "GLM");
    if (target.kind === "number") {
      const coefficients = await fitLeastSquares(x, target.values, params.ridge, createPace(context));
      return createGlmModel({ labels: 0, classes: new Int32Array(0), width: x.ncol, coefficients });
    }
    if (target.kind === "class") return fitClasses(x, { codes: target.codes, labels: target.labels.length }, params, context);
    throw new Error("GLM needs a target");
  },
};

async function fitClasses(
  x: Matrix,
  target: { codes: Int32Array; labels: number },
  params: GlmParams,
  context: FitContext,
): Promise<FittedModel> {
  const classes = Int32Array.from(new Set(target.codes)).sort();
  const position = new Int32Array(target.labels).fill(-1);
  classes.forEach((label, k) => {
    position[label] = k;
  });
  const codes = target.codes.map((code) => position[code]);
  const objective = createObjective(x, codes, classes.length, params.ridge);
  const minimise = objective.blocks * objective.width <= NEWTON_LIMIT ? newton : lbfgs;
  const { coefficients, converged } = await minimise(objective, startAtShares(objective, codes), params.maxIterations, createPace(context));
  if (!converged) context.notConverged?.(`GLM had not converged after ${params.maxIterations} iterations: allow more, or a larger ridge`);
  return createGlmModel({ labels: target.labels, classes, width: x.ncol, coefficients });
}
