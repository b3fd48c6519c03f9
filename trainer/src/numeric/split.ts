/**
 * Splits rows into training and held-out rows, since honest metrics need rows that a model has not seen. A fifth is held out;
 * with fewer rows than CROSS_VALIDATION_BELOW, each fifth in turn; with fewer than LEAVE_ONE_OUT_BELOW, each single row in turn.
 * Rows that belong together are held out together, since a model that has seen one of them knows the others (Roberts and others
 * 2017, "Cross-validation strategies for data with temporal, spatial, hierarchical, or phylogenetic structure").
 */
import {
  assignFolds,
  assignGroupFolds,
  FOLD_COUNT,
  type Fold,
  keepSingletonClasses,
  LEAVE_ONE_OUT_BELOW,
  type Split,
  toFolds,
} from "./assign-folds.js";
import type { Target } from "./matrix.js";
import { createRandom, type Random } from "./random.js";
import { countByCode, countDistinct } from "./statistics.js";
import { blockStarts, rollingOriginFolds, splitLaterRows } from "./time-ordered-folds.js";

/** A fifth of fewer rows separates good models from bad ones only by chance: 40 rows estimate a share to ± 8 points. */
const CROSS_VALIDATION_BELOW = 1_000;
/** Few groups are held out in more parts: models of four fifths of them are worse than the final model by much. */
const FEW_GROUPS = { below: 100, folds: 10 };

/** Rule by which rows are held out together. */
export type Splitter =
  | { rows: "random" }
  /** `groups` has a code for each row. */
  | { rows: "groups"; groups: Int32Array }
  /** The rows are in order of time. `periods` ascends; the rows of a period are held out together. `groups` are there if periods are groups. */
  | { rows: "time"; periods: Int32Array; groups?: Int32Array };

export const RANDOM_ROWS: Splitter = { rows: "random" };

/** Returns the group of each row where whole groups are held out, any or the latest ones. */
export function groupsOfSplitter(splitter: Splitter | undefined): Int32Array | undefined {
  return splitter && splitter.rows !== "random" ? splitter.groups : undefined;
}

/** Returns the same rule for some of the rows, in their order. */
export function takeSplitter(splitter: Splitter, rows: Int32Array): Splitter {
  if (splitter.rows === "random") return splitter;
  const take = (codes: Int32Array) => rows.map((row) => codes[row]);
  if (splitter.rows === "groups") return { ...splitter, groups: take(splitter.groups) };
  return { ...splitter, periods: take(splitter.periods), ...(splitter.groups && { groups: take(splitter.groups) }) };
}

export interface SplitOptions {
  splitter?: Splitter;
  /** Number of folds. Without one, there are as many as suit the rows. */
  folds?: number;
}

/**
 * Splits rows. Classes keep their shares among the held-out rows, to within a row, or as far as groups allow. If only a fifth is
 * held out, a class of a single row stays in training.
 */
export function splitRows(target: Target, nrow: number, random: Random, { splitter = RANDOM_ROWS, folds }: SplitOptions = {}): Split {
  if (splitter.rows === "time") return splitLaterRows(nrow, splitter.periods, folds);
  if (splitter.rows === "groups") return splitGroups(target, splitter.groups, random, folds);
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
  const [fold, ...otherFolds] = toFolds(fifths, FOLD_COUNT);
  return { method: "holdout", folds: [fold], otherFolds };
}

/**
 * Holds out a fifth of the groups, drawn at random; with fewer than CROSS_VALIDATION_BELOW groups each fifth in turn, with few each
 * tenth or each group. A group that makes half of a fifth or more would decide the figures of its fifth, or be left out of all, so
 * that each fifth is held out in turn, too.
 */
function splitGroups(target: Target, groups: Int32Array, random: Random, folds?: number): Split {
  const all = groupFolds(target, groups, random, folds);
  if (folds !== undefined || !isFifthEnough(groups)) return { method: "cross_validation", folds: all };
  return { method: "holdout", folds: [all[random.int(all.length)]] };
}

function groupFolds(target: Target, groups: Int32Array, random: Random, folds?: number): Fold[] {
  const groupCount = countDistinct(groups);
  const usual = groupCount < FEW_GROUPS.below ? FEW_GROUPS.folds : FOLD_COUNT;
  const count = Math.min(folds ?? usual, groupCount);
  return toFolds(assignGroupFolds(target, groups, random, count), count);
}

function isFifthEnough(groups: Int32Array): boolean {
  const sizes = countByCode(groups);
  const largest = [...sizes.values()].reduce((most, size) => Math.max(most, size), 0);
  return sizes.size >= CROSS_VALIDATION_BELOW && largest < groups.length / (2 * FOLD_COUNT);
}

/**
 * Returns how many groups of rows without classes are held out in all, whichever fifth is drawn where one is enough: the fewest that a
 * fifth has. Which groups of one size are in a fifth is random, and how many is not.
 */
export function heldOutGroupCount(groups: Int32Array, folds?: number): number {
  if (folds !== undefined || !isFifthEnough(groups)) return countDistinct(groups);
  const fifths = groupFolds({ kind: "none" }, groups, createRandom(0));
  return Math.min(...fifths.map(({ heldOut }) => countDistinct(heldOut.map((row) => groups[row]))));
}

/**
 * Returns folds by the same rules: so many, or as many as there are rows or groups. Each row is held out once,
 * and all others are training rows. Time-ordered rows are held out in blocks, as in blocked cross-validation (Bergmeir and Benítez
 * 2012).
 */
export function kFolds(
  target: Target,
  nrow: number,
  random: Random,
  { splitter = RANDOM_ROWS, folds = FOLD_COUNT }: SplitOptions = {},
): Fold[] {
  if (splitter.rows === "time") {
    const starts = blockStarts(nrow, folds, splitter.periods);
    const assigned = Int32Array.from(Array(nrow).keys(), (row) => starts.findLastIndex((start) => start <= row));
    return toFolds(assigned, starts.length);
  }
  const groupCount = splitter.rows === "groups" ? countDistinct(splitter.groups) : 0;
  if (splitter.rows === "groups" && groupCount > 1) {
    const count = Math.min(folds, groupCount);
    return toFolds(assignGroupFolds(target, splitter.groups, random, count), count);
  }
  // A single group cannot stay together.
  const count = Math.min(folds, nrow);
  return toFolds(assignFolds(target, nrow, random, count), count);
}

/** Returns folds for searches and for stacking: those of kFolds, but for time-ordered rows each after all earlier rows. */
export function innerFolds(target: Target, nrow: number, random: Random, splitter = RANDOM_ROWS): Fold[] {
  return splitter.rows === "time" ? rollingOriginFolds(nrow, splitter.periods) : kFolds(target, nrow, random, { splitter });
}
