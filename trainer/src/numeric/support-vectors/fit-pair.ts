import { createRandom } from "../random.js";
import { fitPlattScaling, type Sigmoid } from "./platt-scaling.js";
import type { SmoSolver, StoppingCriteria } from "./smo-solver.js";

/** Rows of two classes. */
export interface ClassPair {
  rows: Int32Array;
  /** 1 for rows of the first class, −1 for rows of the second. */
  signs: Int8Array;
  /** Upper bound of a row's coefficient for each of the two classes, and their weights in the probabilities. */
  costs: readonly [number, number];
  weights: readonly [number, number];
  seed: number;
  /** Fold of each row for the probabilities; drawn by the seed when left out. */
  folds?: Uint8Array;
}

export interface FittedPair {
  /** Coefficient of each row of the pair. */
  beta: Float64Array;
  intercept: number;
  sigmoid: Sigmoid;
  converged: boolean;
}

/** Number of folds for the out-of-fold decisions that fit the probabilities. */
export const FOLDS = 3;
/** More exact decisions hardly improve the probabilities. */
const FOLD_TOLERANCE = 0.01;

/** Separates two classes (C-SVC). Yields the share that is done. */
export function* fitPair(solver: SmoSolver, pair: ClassPair, stop: StoppingCriteria): Generator<number, FittedPair> {
  const { rows, signs } = pair;
  solver.selectRows(rows);
  solver.gradient.set(signs.map((sign) => -sign));
  setBounds(solver, pair);
  solver.refreshWorkingSet();
  let converged = false;
  const solving = solver.solve(stop);
  for (let step = solving.next(); ; step = solving.next()) {
    converged = step.done === true && step.value;
    if (step.done) break;
    yield step.value / 2;
  }
  const beta = solver.beta.slice(0, rows.length);
  const intercept = solver.intercept();
  const decisions = yield* outOfFoldDecisions(solver, pair, stop);
  return { beta, intercept, converged, sigmoid: fitPlattScaling({ decisions, signs, weights: pair.weights }) };
}

/** Sets the bounds. Rows of the fold that is left out, if any, get a coefficient of 0. */
function setBounds(
  { lowerBounds, upperBounds }: SmoSolver,
  { signs, costs }: ClassPair,
  leftOut?: { folds: Uint8Array; fold: number },
): void {
  for (let i = 0; i < signs.length; i++) {
    const free = leftOut === undefined || leftOut.folds[i] !== leftOut.fold;
    lowerBounds[i] = free && signs[i] < 0 ? -costs[1] : 0;
    upperBounds[i] = free && signs[i] > 0 ? costs[0] : 0;
  }
}

/**
 * Returns each row's decision by a machine that did not see it. Each machine starts from the one that saw all rows, whose kernel
 * rows are cached. The left-out rows lose their coefficients and others compensate, so that a few steps lead to the new optimum.
 */
function* outOfFoldDecisions(solver: SmoSolver, pair: ClassPair, { maxIterations }: StoppingCriteria): Generator<number, Float64Array> {
  const { signs } = pair;
  const [beta, gradient] = [solver.beta.slice(), solver.gradient.slice()];
  const decisions = new Float64Array(signs.length);
  const folds = pair.folds ?? foldsOf(signs, pair.seed);
  for (let fold = 0; fold < FOLDS; fold++) {
    solver.beta.set(beta);
    solver.gradient.set(gradient);
    let removed = 0;
    for (let i = 0; i < signs.length; i++) {
      if (folds[i] !== fold || beta[i] === 0) continue;
      removed += beta[i];
      solver.addToBeta(i, -beta[i]);
    }
    setBounds(solver, pair, { folds, fold });
    solver.refreshWorkingSet();
    solver.redistribute(removed);
    for (const share of solver.solve({ tolerance: FOLD_TOLERANCE, maxIterations })) yield (1 + (fold + share) / FOLDS) / 2;
    const intercept = solver.intercept();
    const foldGradient = solver.gradient;
    for (let i = 0; i < signs.length; i++) if (folds[i] === fold) decisions[i] = foldGradient[i] + signs[i] + intercept;
  }
  return decisions;
}

/** Returns the fold of each row. The rows of each class are dealt out in random order. */
function foldsOf(signs: Int8Array, seed: number): Uint8Array {
  const random = createRandom(seed);
  const folds = new Uint8Array(signs.length);
  for (const sign of [1, -1]) {
    const classRows = Array.from(signs.keys()).filter((i) => signs[i] === sign);
    for (let at = classRows.length - 1; at >= 0; at--) {
      const other = random.int(at + 1);
      [classRows[at], classRows[other]] = [classRows[other], classRows[at]];
      folds[classRows[at]] = at % FOLDS;
    }
  }
  return folds;
}
