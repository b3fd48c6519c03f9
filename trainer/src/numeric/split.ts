/**
 * Splits rows into training and held-out rows, since honest metrics need rows that a model has not seen. A fifth is held out;
 * with fewer rows than CROSS_VALIDATION_BELOW, each fifth in turn; with fewer than LEAVE_ONE_OUT_BELOW, each single row in turn.
 * Rows that belong together are held out together, since a model that has seen one of them knows the others (Roberts and others
 * 2017, "Cross-validation strategies for data with temporal, spatial, hierarchical, or phylogenetic structure").
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
/** Few groups are held out in more parts: models of four fifths of them are worse than the final model by much. */
const FEW_GROUPS = { below: 100, folds: 10 };

/** Which rows are held out together. */
export type SplitDesign =
  | { rows: "random" }
  /** `groups` has a code for each row. */
  | { rows: "groups"; groups: Int32Array }
  /** The rows are in order of time. `periods` ascends; the rows of a period are held out together. */
  | { rows: "time"; periods: Int32Array };

export const RANDOM_ROWS: SplitDesign = { rows: "random" };

/** Returns the design of some of the rows, in their order. */
export function takeDesign(design: SplitDesign, rows: Int32Array): SplitDesign {
  if (design.rows === "groups") return { ...design, groups: rows.map((row) => design.groups[row]) };
  return design.rows === "time" ? { ...design, periods: rows.map((row) => design.periods[row]) } : design;
}

/** Row indices in ascending order; no row is in both. */
export interface Fold {
  train: Int32Array;
  heldOut: Int32Array;
}

export interface Split {
  method: ModelInfo["validation"]["method"];
  folds: Fold[];
}

interface SplitOptions {
  design?: SplitDesign;
  /** Number of folds; as many as suit the rows when left out. */
  folds?: number;
}

/**
 * Splits rows. Classes keep their shares among the held-out rows, to within a row, or as far as groups allow. If only a fifth is
 * held out, a class of a single row stays in training.
 */
export function splitRows(target: Target, nrow: number, random: Random, { design = RANDOM_ROWS, folds }: SplitOptions = {}): Split {
  if (design.rows === "time") return splitTimeSeries(nrow, design.periods, folds);
  if (design.rows === "groups") return splitGroups(target, design.groups, random, folds);
  if (folds !== undefined) {
    const count = Math.min(folds, nrow);
    return { method: "cross_validation", folds: toFolds(assignFolds(target, nrow, random, count), count) };
  }
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

/** Holds out a fifth of the groups; with fewer than CROSS_VALIDATION_BELOW groups each fifth in turn, with few each tenth or each group. */
function splitGroups(target: Target, groups: Int32Array, random: Random, folds?: number): Split {
  const groupCount = countDistinct(groups);
  const usual = groupCount < FEW_GROUPS.below ? FEW_GROUPS.folds : FOLD_COUNT;
  const count = Math.min(folds ?? usual, groupCount);
  const all = toFolds(assignGroupFolds(target, groups, random, count), count);
  if (folds !== undefined || groupCount < CROSS_VALIDATION_BELOW) return { method: "cross_validation", folds: all };
  return { method: "holdout", folds: all.slice(0, 1) };
}

/** Moves the only row of a class out of fold 0. */
function keepSingletonClasses(codes: Int32Array, folds: Int32Array): void {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  codes.forEach((code, row) => {
    if (counts.get(code) === 1 && folds[row] === 0) folds[row] = 1;
  });
}

/**
 * Returns `wanted` folds, or as many as there are rows or groups, by the same rules. Each row is held out once, and all others are training rows. Time-ordered
 * rows are held out in blocks, as in blocked cross-validation (Bergmeir and Benítez 2012).
 */
export function kFolds(target: Target, nrow: number, random: Random, design = RANDOM_ROWS, wanted = FOLD_COUNT): Fold[] {
  if (design.rows === "time") {
    const starts = blockStarts(nrow, wanted, design.periods);
    const assigned = Int32Array.from(Array(nrow).keys(), (row) => starts.findLastIndex((start) => start <= row));
    return toFolds(assigned, starts.length);
  }
  if (design.rows === "groups") {
    const count = Math.min(wanted, countDistinct(design.groups));
    return toFolds(assignGroupFolds(target, design.groups, random, count), count);
  }
  const count = Math.min(wanted, nrow);
  return toFolds(assignFolds(target, nrow, random, count), count);
}

/** Returns folds for searches and for stacking: those of kFolds, but for time-ordered rows each after all earlier rows. */
export function innerFolds(target: Target, nrow: number, random: Random, design = RANDOM_ROWS): Fold[] {
  return design.rows === "time" ? rollingOriginFolds(nrow, design.periods) : kFolds(target, nrow, random, design);
}

/**
 * Splits time-ordered rows, so that training rows always come before held-out rows. The latest fifth is held out. With few rows
 * each of FOLD_COUNT parts is held out in turn, after all earlier rows; with very few rows the later half, row by row. The rows
 * of a period stay together.
 */
export function splitTimeSeries(nrow: number, periods?: Int32Array, folds?: number): Split {
  const rollingOrigin = (starts: number[]): Split => ({ method: "rolling_origin", folds: expandingWindows(starts, nrow, periods) });
  if (folds !== undefined) return { method: "rolling_origin", folds: rollingOriginFolds(nrow, periods, folds) };
  if (nrow < LEAVE_ONE_OUT_BELOW) return rollingOrigin(Array.from({ length: nrow - (nrow >> 1) }, (_, i) => (nrow >> 1) + i));
  if (nrow < ROLLING_ORIGIN_BELOW) return { method: "rolling_origin", folds: rollingOriginFolds(nrow, periods) };
  return { method: "latest", folds: expandingWindows([nrow - Math.ceil(nrow / FOLD_COUNT)], nrow, periods) };
}

/** Divides time-ordered rows into parts of about the same size. Each part but the first is held out once, after all earlier rows. */
export function rollingOriginFolds(nrow: number, periods?: Int32Array, wanted = FOLD_COUNT): Fold[] {
  const parts = Math.min(wanted, nrow - 1) + 1;
  const starts = Array.from({ length: parts - 1 }, (_, f) => Math.floor(((f + 1) * nrow) / parts));
  return expandingWindows(starts, nrow, periods);
}

/** Returns a fold for each start: it holds out the rows to the next start, and trains on all earlier rows. */
function expandingWindows(starts: readonly number[], nrow: number, periods?: Int32Array): Fold[] {
  const atPeriods = moveToPeriods(starts, periods).filter((start) => start > 0);
  // A single period cannot stay together.
  const used = atPeriods.length > 0 ? atPeriods : starts;
  return used.map((from, f) => {
    const rows = Int32Array.from(Array(used[f + 1] ?? nrow).keys());
    return { train: rows.subarray(0, from), heldOut: rows.subarray(from) };
  });
}

/** Returns the first rows of at most `count` blocks of about the same size. */
function blockStarts(nrow: number, count: number, periods: Int32Array): number[] {
  const blocks = Math.min(count, nrow);
  const starts = Array.from({ length: blocks }, (_, block) => Math.floor((block * nrow) / blocks));
  const atPeriods = moveToPeriods(starts, periods);
  return atPeriods.length > 1 ? atPeriods : starts;
}

/** Moves each row to the first row of its period. */
function moveToPeriods(rows: readonly number[], periods?: Int32Array): number[] {
  return [...new Set(rows.map((row) => periods?.indexOf(periods[row]) ?? row))];
}

/** Returns a fold for each row. The rows of each class are shuffled and dealt out in turn. */
function assignFolds(target: Target, nrow: number, random: Random, count = FOLD_COUNT): Int32Array {
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
function assignGroupFolds(target: Target, groups: Int32Array, random: Random, count: number): Int32Array {
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

export function countDistinct(codes: Int32Array): number {
  return new Set(codes).size;
}

function toFolds(assigned: Int32Array, count: number): Fold[] {
  const rows = Int32Array.from(assigned.keys());
  return Array.from({ length: count }, (_, fold) => ({
    train: rows.filter((row) => assigned[row] !== fold),
    heldOut: rows.filter((row) => assigned[row] === fold),
  }));
}

/**
 * Reorders rows in random order so that about `count` of them come last for validation, and returns where these begin. Groups stay
 * together, and of time-ordered rows the latest come last.
 */
export function placeValidationRowsLast(order: Int32Array, count: number, design = RANDOM_ROWS): number {
  const from = order.length - count;
  if (design.rows === "random" || count === 0) return from;
  const isLast =
    design.rows === "groups" ? isInGroupsOf(order, count, design.groups) : (row: number) => design.periods[row] >= design.periods[from];
  const [training, validation] = [order.filter((row) => !isLast(row)), order.filter(isLast)];
  if (training.length === 0) return from;
  order.set(training);
  order.set(validation, training.length);
  return training.length;
}

/** Returns whether a row is in one of the last rows' groups, which together have `count` rows at the least. */
function isInGroupsOf(order: Int32Array, count: number, groups: Int32Array): (row: number) => boolean {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const last = new Set<number>();
  let rows = 0;
  for (let at = order.length - 1; rows < count; at--) {
    const group = groups[order[at]];
    if (!last.has(group)) rows += sizes.get(group) ?? 0;
    last.add(group);
  }
  return (row) => last.has(groups[row]);
}

/** Returns the numbers from 0 to n − 1 in random order. */
export function randomPermutation(n: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  shuffle(order, random);
  return order;
}
