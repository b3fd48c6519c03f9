import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { Fold } from "../../numeric/assign-folds.js";
import {
  type ChosenPenalty,
  choosePenalty,
  type FoldProblem,
  type PenaltySearchOptions,
} from "../../numeric/coordinate-descent/choose-penalty.js";
import { leastSquaresProblem, subtractStatistics, sumOfSquaredErrors } from "../../numeric/coordinate-descent/least-squares.js";
import { meanLogLossOf } from "../../numeric/coordinate-descent/log-likelihood.js";
import { logisticProblem } from "../../numeric/coordinate-descent/logistic.js";
import { addStatistics, type SufficientStatistics, sufficientStatistics } from "../../numeric/coordinate-descent/sufficient-statistics.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import { type Matrix, type Target, takeMatrixRows } from "../../numeric/matrix.js";
import { kFolds } from "../../numeric/split.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { FittedModel } from "../base/algorithm.js";
import { occurringClasses } from "../base/occurring-classes.js";
import { createGlmModel } from "../glm/model.js";

interface PathFitOptions extends PenaltySearchOptions {
  /** Name of the algorithm, for messages. */
  algorithm: string;
  /** Limit at each penalty: passes for regression, Newton steps for classification. */
  maxIterations: number;
}

/**
 * Fits a linear model. Chooses its penalty along a path by 5-fold cross-validation. Memory: a copy of x, and columns² for each
 * fold or class, for each repeat.
 */
export async function fitOnPath(x: Matrix, target: Target, options: PathFitOptions, context: FitContext): Promise<FittedModel> {
  const { algorithm, maxIterations } = options;
  checkRows(x, algorithm);
  const yielder = createYielder(context);
  const yieldToEventLoop = () => yielder(0.5);
  const folds = x.nrow < 2 ? [] : repeatedFolds(target, x.nrow, context);
  if (target.kind === "none") throw new Error(`${algorithm} needs a target`);
  const { model, converged } = await (target.kind === "number"
    ? fitRegression(x, target.values, { options, folds, yieldToEventLoop })
    : fitClassification(x, target, { options, folds, yieldToEventLoop }));
  if (!converged) context.warnNotConverged?.(`${algorithm} had not converged after ${maxIterations} iterations: allow more`);
  return model;
}

/** Held-out rows wanted over all repeats. With fewer rows the division itself decides too much. A repeat of regression costs little. */
const HELD_OUT_ROWS = { number: 4000, class: 1000, none: 0 };
const MAX_REPEATS = 5;

/**
 * Returns the folds of one division of the rows, or of several where rows are few (repeated cross-validation, Krstajic and others
 * 2014).
 */
function repeatedFolds(target: Target, nrow: number, { random, splitter }: FitContext): Fold[] {
  const divisions = Math.max(1, Math.min(MAX_REPEATS, Math.floor(HELD_OUT_ROWS[target.kind] / nrow)));
  return Array.from({ length: divisions }, () => kFolds(target, nrow, random, { splitter })).flat();
}

interface CrossValidationOptions {
  options: PathFitOptions;
  folds: readonly Fold[];
  yieldToEventLoop: YieldToEventLoop;
}

interface FitResult {
  model: FittedModel;
  converged: boolean;
}

async function fitRegression(x: Matrix, y: Float64Array, rules: CrossValidationOptions): Promise<FitResult> {
  const chosen = await chooseRegressionPenalty(x, y, rules);
  const { coefficients, converged } = chosen;
  return { model: createGlmModel({ labels: 0, classes: new Int32Array(0), width: x.ncol, coefficients }), converged };
}

/** Returns the parts of the first division: those that together have all rows. */
function partsOfOneDivision(parts: readonly SufficientStatistics[], nrow: number): readonly SufficientStatistics[] {
  const rowsBefore = (end: number) => parts.slice(0, end).reduce((sum, { rows }) => sum + rows, 0);
  return parts.filter((_, at) => rowsBefore(at) < nrow);
}

/** Chooses the penalty of least squares. It sums squares once for each fold, so that a path does not pass over the rows again. */
export async function chooseRegressionPenalty(
  x: Matrix,
  y: Float64Array,
  { options, folds, yieldToEventLoop }: CrossValidationOptions,
): Promise<ChosenPenalty> {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const centered = y.map((value) => value - mean);
  const parts: SufficientStatistics[] = [];
  for (const { heldOut } of folds) parts.push(await sufficientStatistics(x.columns, centered, heldOut, yieldToEventLoop));
  const all =
    parts.length > 0
      ? partsOfOneDivision(parts, x.nrow).reduce((sum, part) => addStatistics(sum, 1, part))
      : await sufficientStatistics(x.columns, centered, Int32Array.from(y.keys()), yieldToEventLoop);
  const problems = parts.map((part) => ({
    problem: leastSquaresProblem(subtractStatistics(all, part), options.maxIterations),
    rows: part.rows,
    loss: (coefficients: Float64Array) => sumOfSquaredErrors(part, coefficients) / part.rows,
  }));
  const chosen = await choosePenalty(leastSquaresProblem(all, options.maxIterations), problems, options, yieldToEventLoop);
  const coefficients = chosen.coefficients.slice();
  coefficients[0] += mean;
  return { ...chosen, coefficients };
}

async function fitClassification(x: Matrix, target: Extract<Target, { kind: "class" }>, rules: CrossValidationOptions): Promise<FitResult> {
  const { classes, positions } = occurringClasses(target.codes);
  const model = (coefficients: Float64Array) => createGlmModel({ labels: target.labels.length, classes, width: x.ncol, coefficients });
  if (classes.length < 2) return { model: model(new Float64Array(0)), converged: true };
  const { coefficients, converged } = await chooseClassificationPenalty(x, positions, rules);
  return { model: model(relativeToLastClass(coefficients, classes.length)), converged };
}

/** The final coefficients are computed more precisely than those that only compare the losses of penalties. */
const TOLERANCE = 1e-6;
const FOLD_TOLERANCE = 1e-5;

/** Chooses the penalty of logistic regression. Codes are 0 … classes − 1, and each class has a row. */
export async function chooseClassificationPenalty(
  x: Matrix,
  codes: Int32Array,
  { options, folds, yieldToEventLoop }: CrossValidationOptions,
): Promise<ChosenPenalty> {
  const classes = codes.reduce((most, code) => Math.max(most, code), 0) + 1;
  const trainingSet = (rows: Int32Array) => ({
    columns: takeMatrixRows(x, rows).columns,
    codes: Int32Array.from(rows, (row) => codes[row]),
    classes,
  });
  const problems: FoldProblem[] = [];
  for (const { train, heldOut } of folds) {
    const unseen = trainingSet(heldOut);
    const loss = (coefficients: Float64Array) => meanLogLossOf(unseen, coefficients);
    problems.push({ problem: logisticProblem(trainingSet(train), { ...options, tolerance: FOLD_TOLERANCE }), rows: heldOut.length, loss });
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
  const whole = logisticProblem({ columns: x.columns, codes, classes }, { ...options, tolerance: TOLERANCE });
  return choosePenalty(whole, problems, options, yieldToEventLoop);
}

/** Returns the coefficients of each class but the last, less those of the last. The probabilities stay the same. */
function relativeToLastClass(coefficients: Float64Array, classes: number): Float64Array {
  if (classes === 2) return coefficients;
  const size = coefficients.length / classes;
  const last = coefficients.subarray((classes - 1) * size);
  const result = coefficients.slice(0, (classes - 1) * size);
  for (let k = 0; k < classes - 1; k++) addScaled(result.subarray(k * size, (k + 1) * size), -1, last);
  return result;
}

function checkRows(x: Matrix, name: string): void {
  if (x.nrow === 0)
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "columns", message: `${name} needs at least one row to learn from` });
  if (x.columns.some((column) => !Number.isFinite(dot(column, column)))) {
    requireFinite(x, name);
    const message = `${name} cannot compute with numbers this large: rescale the column, or leave it out`;
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "columns", message });
  }
}
