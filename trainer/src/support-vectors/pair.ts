import { createRandom } from "../random.js";
import { fitSigmoid, type Sigmoid } from "./sigmoid.js";
import type { Solver, Stop } from "./solver.js";

/** Rows of two classes. */
export interface Pair {
  rows: Int32Array;
  /** 1 for rows of the first class, −1 for those of the second. */
  signs: Int8Array;
  /** Upper limit of a row's coefficient, for each of the two, and what their rows weigh in the probabilities. */
  costs: readonly [number, number];
  weights: readonly [number, number];
  seed: number;
}

export interface FittedPair {
  /** By row of the pair. */
  beta: Float64Array;
  intercept: number;
  sigmoid: Sigmoid;
  converged: boolean;
}

/** Parts of the rows of which each in turn is left out to learn probabilities. */
const FOLDS = 3;
/** The probabilities are hardly more exact for decisions that are. */
const FOLD_TOLERANCE = 0.01;

/** Separates two classes (C-SVC); yields the share that is done. */
export function* fitPair(solver: Solver, pair: Pair, stop: Stop): Generator<number, FittedPair> {
  const { rows, signs, costs } = pair;
  solver.choose(rows);
  for (let i = 0; i < rows.length; i++) {
    solver.slope[i] = -signs[i];
    setBounds(solver, i, signs[i], costs);
  }
  solver.start();
  let converged = false;
  const solving = solver.solve(stop);
  for (let step = solving.next(); ; step = solving.next()) {
    converged = step.done === true && step.value;
    if (step.done) break;
    yield step.value / 2;
  }
  const beta = solver.beta.slice(0, rows.length);
  const intercept = solver.intercept();
  const decisions = yield* decisionsOutOfFold(solver, pair, stop);
  return { beta, intercept, converged, sigmoid: fitSigmoid({ decisions, signs, weights: pair.weights }) };
}

function setBounds(solver: Solver, row: number, sign: number, costs: readonly [number, number]): void {
  solver.least[row] = sign > 0 ? 0 : -costs[1];
  solver.most[row] = sign > 0 ? costs[0] : 0;
}

/**
 * Decisions of each row by a machine that did not see it. Each goes on from the machine that saw all, whose kernel rows are
 * there already: the rows left out lose their coefficients, others make up for them, and few steps lead to the new optimum.
 */
function* decisionsOutOfFold(solver: Solver, { rows, signs, costs, seed }: Pair, { limit }: Stop): Generator<number, Float64Array> {
  const [beta, slope] = [solver.beta.slice(), solver.slope.slice()];
  const decisions = new Float64Array(rows.length);
  const folds = foldsOf(signs, seed);
  for (let fold = 0; fold < FOLDS; fold++) {
    solver.beta.set(beta);
    solver.slope.set(slope);
    let removed = 0;
    for (let i = 0; i < rows.length; i++) {
      setBounds(solver, i, signs[i], costs);
      if (folds[i] !== fold) continue;
      solver.least[i] = 0;
      solver.most[i] = 0;
      removed += beta[i];
      if (beta[i] !== 0) solver.add(i, -beta[i]);
    }
    solver.start();
    solver.balance(removed);
    for (const share of solver.solve({ tolerance: FOLD_TOLERANCE, limit })) yield (1 + (fold + share) / FOLDS) / 2;
    const intercept = solver.intercept();
    for (let i = 0; i < rows.length; i++) if (folds[i] === fold) decisions[i] = solver.slope[i] + signs[i] + intercept;
  }
  return decisions;
}

/** The fold of each row: those of either class go round in random order. */
function foldsOf(signs: Int8Array, seed: number): Uint8Array {
  const random = createRandom(seed);
  const folds = new Uint8Array(signs.length);
  for (const sign of [1, -1]) {
    const own = Array.from(signs.keys()).filter((i) => signs[i] === sign);
    for (let at = own.length - 1; at >= 0; at--) {
      const other = random.int(at + 1);
      [own[at], own[other]] = [own[other], own[at]];
      folds[own[at]] = at % FOLDS;
    }
  }
  return folds;
}
