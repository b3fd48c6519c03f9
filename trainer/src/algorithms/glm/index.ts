/**
 * Generalised linear model (McCullagh and Nelder 1989): least squares for numbers, logistic regression for classes.
 *
 * Memory beside the matrix x (n × p) for k classes: another n × p for numbers; n × (k + 2) for classes; and the square
 * of the number of columns, or of coefficients, up to CURVED_LIMIT² or NEWTON_LIMITS².
 */
import { ALGORITHMS, InvalidInput } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import { requireFinite } from "../../numeric/linear-algebra/finite.js";
import type { Matrix } from "../../numeric/matrix.js";
import { createPace, type Pace } from "../../numeric/pace.js";
import type { FittedModel } from "../base/algorithm.js";
import type { FitParams, Unbalanced } from "../base/balanced.js";
import { lbfgs } from "./lbfgs.js";
import { fitLeastSquares } from "./least-squares.js";
import { createObjective, type Objective, startAtShares } from "./logistic.js";
import { createGlmModel, decodeModel } from "./model.js";
import { newton, type Optimum } from "./newton.js";
import { startCurvature } from "./start-curvature.js";

/**
 * Coefficients up to which Newton's few dear steps are faster than many cheap ones, of two classes and of more, for which a
 * step takes products of all columns for each pair of classes: measured at 2,400 to 26,000 rows.
 */
const NEWTON_LIMITS = { two: 250, more: 80 };
/** Columns up to which the products of all pairs of them are found before the cheap steps, which are fewer then. */
const CURVED_LIMIT = 500;

export const glm: Unbalanced<"GLM"> = {
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
  params: FitParams<"GLM">,
  context: FitContext,
): Promise<FittedModel> {
  const classes = Int32Array.from(new Set(target.codes)).sort();
  const position = new Int32Array(target.labels).fill(-1);
  classes.forEach((label, k) => {
    position[label] = k;
  });
  const codes = target.codes.map((code) => position[code]);
  const objective = createObjective(x, codes, classes.length, params.ridge);
  const { coefficients, converged } = await minimise(objective, startAtShares(objective, codes), params.maxIterations, createPace(context));
  if (!converged) context.notConverged?.(`GLM had not converged after ${params.maxIterations} iterations: allow more, or a larger ridge`);
  return createGlmModel({ labels: target.labels, classes, width: x.ncol, coefficients });
}

async function minimise(objective: Objective, start: Float64Array, maxIterations: number, pace: Pace): Promise<Optimum> {
  const { blocks, width } = objective;
  if (blocks * width <= (blocks === 1 ? NEWTON_LIMITS.two : NEWTON_LIMITS.more)) return newton(objective, start, maxIterations, pace);
  objective.value(start);
  const curvature = width <= CURVED_LIMIT ? await startCurvature(objective, pace) : undefined;
  return lbfgs(objective, start, { maxIterations, curvature }, pace);
}
