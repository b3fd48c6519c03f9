/**
 * Generalised additive model (Hastie and Tibshirani 1986): a penalised cubic regression spline for each column. The smoothing
 * parameters minimise a criterion as in R's mgcv with method "GCV.Cp" (Wood 2017): generalised cross-validation for regression,
 * and the unbiased risk estimator for classification. Columns of two values, such as indicators of levels, are straight lines with a
 * ridge penalty, as random effects have. All columns are straight lines if they are more than a third of the rows, or than 600.
 * With more than two classes, each is fitted against the others.
 *
 * Parameters: `knots`, the most for a column; `freedomCost`; `maxIterations` for classification.
 *
 * Memory beside the matrix x (n × p): 33 bytes a row and column, 8 where it is a straight line, and eight times the square of the
 * coefficients, of which there are at most n ÷ 3 and 600, or p.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import { requireBoundedMagnitude } from "../../numeric/linear-algebra/check-finite.js";
import type { Target } from "../../numeric/matrix.js";
import { createYielder, type YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { FittedModel } from "../base/algorithm.js";
import { occurringClasses } from "../base/occurring-classes.js";
import type { OwnParams, UnweightedAlgorithm } from "../base/with-class-weights.js";
import type { AdditiveModel } from "./additive-model.js";
import { buildDesignMatrix, type DesignMatrix, knotCurves, penaltiesOf } from "./design.js";
import { fitLogistic } from "./logistic.js";
import { createGamModel, loadGamModel } from "./model.js";
import { fitRegressionSplines } from "./regression.js";

export const gam: UnweightedAlgorithm<"GAM"> = {
  name: "GAM",
  modelTypes: ALGORITHMS.GAM.modelTypes,
  additive: true,
  encoding: { missing: "impute", scale: "standard" },
  load: loadGamModel,
  async fit(x, target, params, context) {
    if (x.nrow === 0)
      throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "columns", message: "GAM needs at least one row to learn from" });
    requireBoundedMagnitude(x, "GAM");
    const yieldToEventLoop = createYielder(context);
    const problem = {
      design: await buildDesignMatrix(x, { knots: params.knots, splitter: context.splitter }, yieldToEventLoop),
      params,
      yieldToEventLoop,
    };
    if (target.kind === "number") return fitRegression(problem, target.values);
    if (target.kind === "class") return fitClassification(problem, target, context);
    throw new Error("GAM needs a target");
  },
};

interface GamFitInput {
  design: DesignMatrix;
  params: OwnParams<"GAM">;
  yieldToEventLoop: YieldToEventLoop;
}

async function fitRegression({ design, params: { freedomCost }, yieldToEventLoop }: GamFitInput, y: Float64Array): Promise<FittedModel> {
  const output = await fitRegressionSplines(design, y, { freedomCost, yieldToEventLoop });
  return createGamModel({ labels: 0, classes: new Int32Array(0), ...additiveOf(design.terms, [output]) });
}

async function fitClassification(
  { design, params, yieldToEventLoop }: GamFitInput,
  target: Target & { kind: "class" },
  context: FitContext,
): Promise<FittedModel> {
  const { classes } = occurringClasses(target.codes);
  const penalties = penaltiesOf(design.terms);
  const learned = classes.length < 2 ? [] : classes.length === 2 ? classes.subarray(1) : classes;
  const outputs: FittedOutput[] = [];
  let converged = true;
  for (const label of learned) {
    const yes = Float64Array.from(target.codes, (code) => (code === label ? 1 : 0));
    const output = await fitLogistic(design, penalties, yes, { settings: params, yieldToEventLoop });
    converged &&= output.converged;
    outputs.push(output);
  }
  if (!converged) context.warnNotConverged?.(`GAM had not converged after ${params.maxIterations} iterations: allow more`);
  return createGamModel({ labels: target.labels.length, classes, ...additiveOf(design.terms, outputs) });
}

interface FittedOutput {
  intercept: number;
  coefficients: Float64Array;
}

function additiveOf(
  terms: DesignMatrix["terms"],
  outputs: readonly FittedOutput[],
): Pick<AdditiveModel, "splines" | "intercepts" | "curves"> {
  return {
    splines: terms.map(({ spline }) => spline),
    intercepts: Float64Array.from(outputs, ({ intercept }) => intercept),
    curves: Float64Array.from(outputs.flatMap(({ coefficients }) => knotCurves(terms, coefficients).flatMap((curve) => [...curve]))),
  };
}
