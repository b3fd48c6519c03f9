/**
 * Which rows are held out (the honest figures come from rows that a model has not seen): a fifth of them; below
 * CROSS_VALIDATION_BELOW rows each fifth in turn; below LEAVE_ONE_OUT_BELOW each single row in turn.
 */
import type { ModelInfo } from "@agatha/contracts";
import type { Target } from "./matrix.js";
import type { Random } from "./random.js";

export const FOLD_COUNT = 5;
/** A fifth of fewer rows than this tells good models from bad ones by chance: 40 rows know a share to ± 8 points. */
export const CROSS_VALIDATION_BELOW = 1_000;
/** Of rows in order of time, an earlier origin has less to learn from than the model will have. */
export const ROLLING_ORIGIN_BELOW = 200;
export const LEAVE_ONE_OUT_BELOW = 30;

/** Positions of rows, ascending; no row is in both. */
export interface Fold {
  train: Int32Array;
  heldOut: Int32Array;
}

export interface Split {
  method: ModelInfo["validation"]["method"];
  folds: Fold[];
}

/** Classes keep their shares in the held-out rows, to within a row; a class of a single row is never held out where only a fifth is. */
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

/** Takes the only row of a class out of fold 0. */
function keepSingletonClasses(codes: Int32Array, folds: Int32Array): void {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  codes.forEach((code, row) => {
    if (counts.get(code) === 1 && folds[row] === 0) folds[row] = 1;
  });
}

/** `count` folds by the same rules, for the out-of-fold predictions that a later layer learns from. */
export function kFolds(target: Target, nrow: number, random: Random): Fold[] {
  const count = Math.min(FOLD_COUNT, nrow);
  return toFolds(
    assignFolds(target, nrow, random).map((fold) => fold % count),
    count,
  );
}

/**
 * For rows in order of time: only what came before may be learned from. The latest fifth is held out; of few rows each
 * of FOLDS parts in turn, after all that was before it; of very few the later half, row by row.
 */
export function splitTimeSeries(nrow: number): Split {
  if (nrow < LEAVE_ONE_OUT_BELOW) {
    const half = nrow >> 1;
    return { method: "rolling_origin", folds: Array.from({ length: nrow - half }, (_, i) => expandingWindowFold(half + i, half + i + 1)) };
  }
  if (nrow < ROLLING_ORIGIN_BELOW) return { method: "rolling_origin", folds: rollingOriginFolds(nrow) };
  return { method: "latest", folds: [expandingWindowFold(nrow - Math.ceil(nrow / FOLD_COUNT), nrow)] };
}

/** Rows in order of time in parts of like size: each but the first is held out once, and all before it are learned from. */
export function rollingOriginFolds(nrow: number): Fold[] {
  const parts = Math.min(FOLD_COUNT, nrow - 1) + 1;
  const start = (part: number) => Math.floor((part * nrow) / parts);
  return Array.from({ length: parts - 1 }, (_, f) => expandingWindowFold(start(f + 1), start(f + 2)));
}

/** Holds the rows from `from` up to `to` out, and learns from all before. */
function expandingWindowFold(from: number, to: number): Fold {
  const rows = Int32Array.from(Array(to).keys());
  return { train: rows.subarray(0, from), heldOut: rows.subarray(from) };
}

/** A fold for each row: the rows of each class in random order, dealt out in turn. */
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

/** The numbers from 0 to n − 1 in random order (Fisher-Yates). */
export function randomPermutation(n: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = random.int(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
