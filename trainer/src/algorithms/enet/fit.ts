import { InvalidInput } from "@agatha/contracts";
import { type Choice, type Chosen, choosePenalty, type FoldProblem } from "../../numeric/coordinate-descent/choose.js";
import type { Rest } from "../../numeric/coordinate-descent/descend.js";
import { lossOn } from "../../numeric/coordinate-descent/likelihood.js";
import { logisticProblem } from "../../numeric/coordinate-descent/logistic.js";
import { combine, type Moments, momentsOf } from "../../numeric/coordinate-descent/moments.js";
import { squaredError, squaresProblem, without } from "../../numeric/coordinate-descent/squares.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { requireFinite } from "../../numeric/linear-algebra/finite.js";
import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createPace } from "../../numeric/pace.js";
import type { Random } from "../../numeric/random.js";
import { crossFolds, FOLDS, type Fold } from "../../numeric/split.js";
import type { FittedModel } from "../base/algorithm.js";
import { createGlmModel } from "../glm/model.js";

export interface Recipe extends Choice {
  /** Of the algorithm, for messages. */
  name: string;
  /** At each penalty: passes for numbers, Newton steps for classes. */
  maxIterations: number;
}

/** A linear model whose penalty is chosen along a path by 5-fold cross-validation. Memory: a copy of x and columns² a fold or class, each division's. */
export async function fitOnPath(x: Matrix, target: Target, recipe: Recipe, context: FitContext): Promise<FittedModel> {
  const { name, maxIterations } = recipe;
  checkRows(x, name);
  const pace = createPace(context);
  const rest: Rest = () => (pace.due() ? pace.rest(0.5) : undefined);
  const folds = x.nrow < 2 ? [] : dividedRows(target, x.nrow, context.random);
  if (target.kind === "none") throw new Error(`${name} needs a target`);
  const { model, converged } = await (target.kind === "number"
    ? fitNumbers(x, target.values, { recipe, folds, rest })
    : fitClasses(x, target, { recipe, folds, rest }));
  if (!converged) context.notConverged?.(`${name} had not converged after ${maxIterations} iterations: allow more`);
  return model;
}

/** Rows held out in all divisions together: of fewer the division itself decides too much. For numbers a division costs little. */
const HELD_OUT = { number: 4000, class: 1000, none: 0 };
const MOST_DIVISIONS = 5;

/** Folds of one division of the rows, or of several where there are few rows (Krstajic and others 2014, repeated cross-validation). */
function dividedRows(target: Target, nrow: number, random: Random): Fold[] {
  const divisions = Math.max(1, Math.min(MOST_DIVISIONS, Math.floor(HELD_OUT[target.kind] / nrow)));
  return Array.from({ length: divisions }, () => crossFolds(target, nrow, random)).flat();
}

export interface Rules {
  recipe: Recipe;
  folds: readonly Fold[];
  rest: Rest;
}

interface Fitted {
  model: FittedModel;
  converged: boolean;
}

async function fitNumbers(x: Matrix, y: Float64Array, rules: Rules): Promise<Fitted> {
  const chosen = await chooseForNumbers(x, y, rules);
  const { coefficients, converged } = chosen;
  return { model: createGlmModel({ labels: 0, classes: new Int32Array(0), width: x.ncol, coefficients }), converged };
}

/** Squares are summed once a fold: a path costs no look at the rows. */
export async function chooseForNumbers(x: Matrix, y: Float64Array, { recipe, folds, rest }: Rules): Promise<Chosen> {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const centred = y.map((value) => value - mean);
  const parts: Moments[] = [];
  for (const { heldOut } of folds)
    parts.push(
      await momentsOf(
        take(x, heldOut),
        Float64Array.from(heldOut, (i) => centred[i]),
        rest,
      ),
    );
  const all =
    parts.length > 0 ? parts.slice(0, FOLDS).reduce((sum, part) => combine(sum, 1, part)) : await momentsOf(x.columns, centred, rest);
  const problems = parts.map((part) => ({
    problem: squaresProblem(without(all, part), recipe.maxIterations),
    rows: part.rows,
    loss: (coefficients: Float64Array) => squaredError(part, coefficients) / part.rows,
  }));
  const chosen = await choosePenalty(squaresProblem(all, recipe.maxIterations), problems, recipe, rest);
  const coefficients = chosen.coefficients.slice();
  coefficients[0] += mean;
  return { ...chosen, coefficients };
}

async function fitClasses(x: Matrix, target: Extract<Target, { kind: "class" }>, rules: Rules): Promise<Fitted> {
  const classes = Int32Array.from(new Set(target.codes)).sort();
  const position = new Map(Array.from(classes, (label, k) => [label, k]));
  const codes = target.codes.map((code) => position.get(code) as number);
  const model = (coefficients: Float64Array) => createGlmModel({ labels: target.labels.length, classes, width: x.ncol, coefficients });
  if (classes.length < 2) return { model: model(new Float64Array(0)), converged: true };
  const { coefficients, converged } = await chooseForClasses(x, codes, rules);
  return { model: model(againstLast(coefficients, classes.length)), converged };
}

/** The coefficients that answer are found more precisely than those that only tell one penalty's loss from another's. */
const TOLERANCE = 1e-6;
const FOLD_TOLERANCE = 1e-5;

/** Every class from 0 has a row. */
export async function chooseForClasses(x: Matrix, codes: Int32Array, { recipe, folds, rest }: Rules): Promise<Chosen> {
  const classes = codes.reduce((most, code) => Math.max(most, code), 0) + 1;
  const lesson = (rows: Int32Array) => ({ columns: take(x, rows), codes: Int32Array.from(rows, (row) => codes[row]), classes });
  const problems: FoldProblem[] = [];
  for (const { train, heldOut } of folds) {
    const unseen = lesson(heldOut);
    const loss = (coefficients: Float64Array) => lossOn(unseen, coefficients);
    problems.push({ problem: logisticProblem(lesson(train), { ...recipe, tolerance: FOLD_TOLERANCE }), rows: heldOut.length, loss });
    const resting = rest();
    if (resting) await resting;
  }
  const whole = logisticProblem({ columns: x.columns, codes, classes }, { ...recipe, tolerance: TOLERANCE });
  return choosePenalty(whole, problems, recipe, rest);
}

/** The coefficients of each class but the last, less those of the last: the same probabilities. */
function againstLast(coefficients: Float64Array, classes: number): Float64Array {
  if (classes === 2) return coefficients;
  const size = coefficients.length / classes;
  const last = coefficients.subarray((classes - 1) * size);
  const result = coefficients.slice(0, (classes - 1) * size);
  for (let k = 0; k < classes - 1; k++) addScaled(result.subarray(k * size, (k + 1) * size), -1, last);
  return result;
}

function take(x: Matrix, rows: Int32Array): Float64Array[] {
  return x.columns.map((column) => Float64Array.from(rows, (row) => column[row]));
}

function checkRows(x: Matrix, name: string): void {
  if (x.nrow === 0) throw new InvalidInput("010515", { path: "columns", message: `${name} needs at least one row to learn from` });
  requireFinite(x, name);
  if (x.columns.some((column) => !Number.isFinite(dot(column, column)))) {
    const message = `${name} cannot compute with numbers this large: rescale the column, or leave it out`;
    throw new InvalidInput("010515", { path: "columns", message });
  }
}
