/** Assigns rows to folds, so that each is held out once. */
import type { ModelInfo } from "@agatha/contracts";
import type { Target } from "./matrix.js";
import { type Random, randomPermutation } from "./random.js";

export const FOLD_COUNT = 5;
export const LEAVE_ONE_OUT_BELOW = 30;

/** Row indices in ascending order; no row is in both. */
export interface Fold {
  train: Int32Array;
  heldOut: Int32Array;
}

export interface Split {
  method: ModelInfo["validation"]["method"];
  folds: Fold[];
  /** Folds that no figure needs, since one has rows enough. With `folds`, each row is held out once. */
  otherFolds?: Fold[];
}

/** Returns a fold for each row. The rows of each class are shuffled and dealt out in turn. */
export function assignFolds(target: Target, nrow: number, random: Random, count = FOLD_COUNT): Int32Array {
  const order = randomPermutation(nrow, random);
  if (target.kind === "class") order.sort((a, b) => target.codes[a] - target.codes[b]);
  const folds = new Int32Array(nrow);
  order.forEach((row, i) => {
    folds[row] = i % count;
  });
  return folds;
}

/**
 * Returns a fold for each row, the same one for all rows of a group. Groups come in random order, large ones first. Each goes to
 * the fold in which its classes are scarcest, so that folds are about equally large and classes keep their shares.
 */
export function assignGroupFolds(target: Target, groups: Int32Array, random: Random, count: number): Int32Array {
  const classOf = (row: number) => (target.kind === "class" ? target.codes[row] : 0);
  const classTotals = new Float64Array(target.kind === "class" ? target.labels.length : 1);
  const rowsOf = new Map<number, number[]>();
  groups.forEach((group, row) => {
    const rows = rowsOf.get(group);
    if (rows) rows.push(row);
    else rowsOf.set(group, [row]);
    classTotals[classOf(row)]++;
  });
  const members = [...rowsOf.values()];
  const order = Array.from(randomPermutation(members.length, random), (at) => members[at]).sort((a, b) => b.length - a.length);
  const counts = Array.from({ length: count }, () => ({ ofClass: new Float64Array(classTotals.length), all: 0 }));
  // The second term keeps a fold from staying empty.
  const crowding = (fold: number, rows: readonly number[]) =>
    rows.reduce(
      (sum, row) => sum + counts[fold].ofClass[classOf(row)] / classTotals[classOf(row)] ** 2 + counts[fold].all / groups.length ** 2,
      0,
    );
  const folds = new Int32Array(groups.length);
  for (const rows of order) {
    let scarcest = 0;
    for (let fold = 1; fold < count; fold++) if (crowding(fold, rows) < crowding(scarcest, rows)) scarcest = fold;
    for (const row of rows) {
      folds[row] = scarcest;
      counts[scarcest].ofClass[classOf(row)]++;
    }
    counts[scarcest].all += rows.length;
  }
  return folds;
}

/** Returns the folds of an assignment: `assigned` has the fold of each row, from 0 to count − 1. */
export function toFolds(assigned: Int32Array, count: number): Fold[] {
  const rows = Int32Array.from(assigned.keys());
  return Array.from({ length: count }, (_, fold) => ({
    train: rows.filter((row) => assigned[row] !== fold),
    heldOut: rows.filter((row) => assigned[row] === fold),
  }));
}

/** Moves the only row of a class out of fold 0. */
export function keepSingletonClasses(codes: Int32Array, folds: Int32Array): void {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  codes.forEach((code, row) => {
    if (counts.get(code) === 1 && folds[row] === 0) folds[row] = 1;
  });
}
