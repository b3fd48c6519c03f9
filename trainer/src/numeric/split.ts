/**
 * Splits rows into training and held-out rows, since honest metrics need rows that a model has not seen. A fifth is held out;
 * with fewer rows than CROSS_VALIDATION_BELOW, each fifth in turn; with fewer than LEAVE_ONE_OUT_BELOW, each single row in turn.
 */
import type { ModelInfo } from "@agatha/contracts";
import type { Target } from "./matrix.js";
import { type Random, shuffle } from "./random.js";

export const FOLD_COUNT = 5;
/** A fifth of fewer rows separates good models from bad ones only by chance: 40 rows estimate a share to ± 8 points. */
const CROSS_VALIDATION_BELOW = 1_000;
/** For time-ordered rows: an earlier origin has less training data than the final model. */
const ROLLING_ORIGIN_BELOW = 200;
export const LEAVE_ONE_OUT_BELOW = 30;

/** Row indices in ascending order; no row is in both. */
export interface Fold {
  train: Int32Array;
  heldOut: Int32Array;
}

export interface Split {
  method: ModelInfo["validation"]["method"];
  folds: Fold[];
}

/**
 * Splits rows. Classes keep their shares among the held-out rows, to within a row. If only a fifth is held out, a class of a
 * single row stays in training.
 */
export function splitRows(target: Target, nrow: number, random: Random): Split {
  if (nrow < LEAVE_ONE_OUT_BELOW)
    return {
      method: "leave_one_out",
      folds: toFolds(
        Int32Array.from({ length: nrow }, (_, i) => i),
        nrow,
      ),
    };
  const fifths = assignFolds(target, nrow, random);
  if (nrow < CROSS_VALIDATION_BELOW) return { method: "cross_validation", folds: toFolds(fifths, FOLD_COUNT) };
  if (target.kind === "class") keepSingletonClasses(target.codes, fifths);
  return { method: "holdout", folds: toFolds(fifths, FOLD_COUNT).slice(0, 1) };
}

/** Moves the only row of a class out of fold 0. */
function keepSingletonClasses(codes: Int32Array, folds: Int32Array): void {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  codes.forEach((code, row) => {
    if (counts.get(code) === 1 && folds[row] === 0) folds[row] = 1;
  });
}

/** Returns `count` folds by the same rules, for the out-of-fold predictions that train the next layer. */
export function kFolds(target: Target, nrow: number, random: Random): Fold[] {
  const count = Math.min(FOLD_COUNT, nrow);
  return toFolds(
    assignFolds(target, nrow, random).map((fold) => fold % count),
    count,
  );
}

/**
 * Splits time-ordered rows, so that training rows always come before held-out rows. The latest fifth is held out. With few rows
 * each of FOLD_COUNT parts is held out in turn, after all earlier rows; with very few rows the later half, row by row.
 */
export function splitTimeSeries(nrow: number): Split {
  if (nrow < LEAVE_ONE_OUT_BELOW) {
    const half = nrow >> 1;
    return { method: "rolling_origin", folds: Array.from({ length: nrow - half }, (_, i) => expandingWindowFold(half + i, half + i + 1)) };
  }
  if (nrow < ROLLING_ORIGIN_BELOW) return { method: "rolling_origin", folds: rollingOriginFolds(nrow) };
  return { method: "latest", folds: [expandingWindowFold(nrow - Math.ceil(nrow / FOLD_COUNT), nrow)] };
}

/** Divides time-ordered rows into parts of about the same size. Each part but the first is held out once, after all earlier rows. */
export function rollingOriginFolds(nrow: number): Fold[] {
  const parts = Math.min(FOLD_COUNT, nrow - 1) + 1;
  const start = (part: number) => Math.floor((part * nrow) / parts);
  return Array.from({ length: parts - 1 }, (_, f) => expandingWindowFold(start(f + 1), start(f + 2)));
}

/** Holds out the rows from `from` to before `to`, and trains on all earlier rows. */
function expandingWindowFold(from: number, to: number): Fold {
  const rows = Int32Array.from(Array(to).keys());
  return { train: rows.subarray(0, from), heldOut: rows.subarray(from) };
}

/** Returns a fold for each row. The rows of each class are shuffled and dealt out in turn. */
function assignFolds(target: Target, nrow: number, random: Random): Int32Array {
  const order = randomPermutation(nrow, random);
  if (target.kind === "class") order.sort((a, b) => target.codes[a] - target.codes[b]);
  const folds = new Int32Array(nrow);
  order.forEach((row, i) => {
    folds[row] = i % FOLD_COUNT;
  });
  return folds;
}

function toFolds(assigned: Int32Array, count: number): Fold[] {
  const rows = Int32Array.from(assigned.keys());
  return Array.from({ length: count }, (_, fold) => ({
    train: rows.filter((row) => assigned[row] !== fold),
    heldOut: rows.filter((row) => assigned[row] === fold),
  }));
}

/** Returns the numbers from 0 to n − 1 in random order. */
export function randomPermutation(n: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  shuffle(order, random);
  return order;
}
