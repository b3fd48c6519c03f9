/**
 * Generalised linear model (McCullagh and Nelder 1989): least squares for regression, logistic regression for classification.
 *
 * Memory beside the matrix x (n × p) for k classes: another n × p, and n × (k + 1) more for classification; and the square
 * of the number of columns, or of coefficients, up to PRECONDITIONER_LIMIT² or NEWTON_LIMITS².
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import type { Matrix } from "../../numeric/matrix.js";
import { createYielder, type YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { FittedModel } from "../base/algorithm.js";
import { occurringClasses } from "../base/occurring-classes.js";
import type { OwnParams, UnweightedAlgorithm } from "../base/with-class-weights.js";
import { lbfgs } from "./lbfgs.js";
import { fitLeastSquares } from "./least-squares.js";
import { createObjective, interceptOnlyStart, type Objective, type Point } from "./logistic.js";
import { createGlmModel, decodeModel } from "./model.js";
import { newton, type Optimum } from "./newton.js";
import { createPreconditioner } from "./preconditioner.js";

/**
 * Most coefficients for which Newton's few expensive steps are faster than many cheap ones, with two classes and with more. With
 * more classes a step multiplies all columns for each pair of classes. Measured at 2,400 to 26,000 rows.
 */
const NEWTON_LIMITS = { two: 250, more: 80 };
/** Most columns for which L-BFGS computes the Gram matrix as a preconditioner. It then takes fewer steps. */
const PRECONDITIONER_LIMIT = 500;
/** Share of the starting loss below which classes are separated. */
const SEPARATED_LOSS = 0.01;

export const glm: UnweightedAlgorithm<"GLM"> = {
  name: "GLM",
  modelTypes: ALGORITHMS.GLM.modelTypes,
  additive: true,
  encoding: { missing: "impute", scale: "standard" },
  load: (bytes) => createGlmModel(decodeModel(bytes)),
  async fit(x, target, params, context) {
    if (x.nrow === 0)
      throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "columns", message: "GLM needs at least one row to learn from" });
    if (target.kind === "number") {
      requireFinite(x, "GLM");
      const coefficients = await fitLeastSquares(x, target.values, params.ridge, createYielder(context));
      return createGlmModel({ labels: 0, classes: new Int32Array(0), width: x.ncol, coefficients });
    }
    if (target.kind === "class") return fitClassification(x, { codes: target.codes, labels: target.labels.length }, params, context);
    throw new Error("GLM needs a target");
  },
};

async function fitClassification(
  x: Matrix,
  target: { codes: Int32Array; labels: number },
  params: OwnParams<"GLM">,
  context: FitContext,
): Promise<FittedModel> {
  const { classes, positions } = occurringClasses(target.codes);
  const objective = createObjective(x, positions, classes.length, params.ridge);
  const start = interceptOnlyStart(objective, positions);
  // A missing or infinite number times a coefficient of 0 is not a number. A single class has no coefficients.
  if (classes.length === 1 || !Number.isFinite(start.loss)) requireFinite(x, "GLM");
  const { coefficients, converged } = await minimise(objective, start, params.maxIterations, createYielder(context));
  if (!converged)
    context.warnNotConverged?.(`GLM had not converged after ${params.maxIterations} iterations: allow more, or a larger ridge`);
  return createGlmModel({ labels: target.labels, classes, width: x.ncol, coefficients });
}

/**
 * Separated classes have their optimum far away, and what is reached before depends on the way. Steps along the gradient keep the
 * coefficients small (Soudry and others 2018), while a preconditioner makes them large where columns hardly vary.
 */
async function minimise(objective: Objective, start: Point, maxIterations: number, yieldToEventLoop: YieldToEventLoop): Promise<Optimum> {
  const { blocks, width } = objective;
  if (blocks * width <= (blocks === 1 ? NEWTON_LIMITS.two : NEWTON_LIMITS.more))
    return newton(objective, start, maxIterations, yieldToEventLoop);
  if (width > PRECONDITIONER_LIMIT) return lbfgs(objective, start, { maxIterations }, yieldToEventLoop);
  const preconditioner = await createPreconditioner(objective, yieldToEventLoop);
  const optimum = await lbfgs(objective, start, { maxIterations, preconditioner }, yieldToEventLoop);
  const isSeparated = !optimum.converged && objective.evaluate(optimum.coefficients).loss < SEPARATED_LOSS * start.loss;
  return isSeparated ? lbfgs(objective, start, { maxIterations }, yieldToEventLoop) : optimum;
}
