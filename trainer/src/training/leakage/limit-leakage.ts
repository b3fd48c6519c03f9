import { isSorted } from "../../data/row-structure/sorted-blocks.js";
import type { Column } from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";
import type { Splitter } from "../../numeric/split.js";
import { meanAndDeviation, quantile } from "../../numeric/statistics.js";
import { areOfSeveralGroups } from "./several-groups.js";

/** Fewest rows of a class, and of the others. */
const MIN_ROWS = 10;
/** Most rows on the wrong side of a limit, and of two. */
const MAX_ERRORS = { one: 2, two: 0 };
/** Noise of a number, as a share of its spread, with which it would explain 98 % of what decides the class. */
const NOISE = Math.sqrt(0.02);
/** Largest probability that so few rows are on the wrong side with such noise. */
const MAX_PROBABILITY = 0.01;
/** Half the distance of the quartiles of a normal distribution, in standard deviations. */
const NORMAL_QUARTILE = 0.6745;

export interface LimitLeakage {
  label: string;
  /** Rows of the class lie between these limits, and other rows do not. An infinite limit is no limit. */
  lower: number;
  upper: number;
  errors: number;
}

/**
 * Returns limits of a number that contain all rows of a class and no others, except for up to two rows. The number then decided the
 * class. If numbers lie close together at the limit, a cause with a little noise would put more rows on the wrong side. If there is a
 * gap, the classes may simply differ. A number by which the table is sorted is not tried, since it shows only the order of the rows.
 * Rows that are held out together are not independent.
 */
export function findLimitLeakage(column: Column, target: Target, splitter?: Splitter): LimitLeakage | undefined {
  if (target.kind !== "class" || column.type !== "n" || isSorted(column)) return undefined;
  const { labels, codes } = target;
  const rows = Int32Array.from(codes.keys()).filter((row) => Number.isFinite(column.values[row]));
  if (2 * rows.length < codes.length) return undefined;
  rows.sort((a, b) => column.values[a] - column.values[b]);
  const values = Float64Array.from(rows, (row) => column.values[row]);
  const sorted = Int32Array.from(rows, (row) => codes[row]);
  const counts = new Int32Array(labels.length);
  for (const code of sorted) counts[code]++;
  const noise = NOISE * spreadOf(values);
  if (!(noise > 0)) return undefined;
  const rarestFirst = Array.from(counts.keys()).sort((a, b) => counts[a] - counts[b]);
  for (const code of rarestFirst) {
    if (counts[code] < MIN_ROWS || values.length - counts[code] < MIN_ROWS) continue;
    const { from, to, errors } = bestRange(values, (at) => sorted[at] === code);
    const isOneLimit = from === 0 || to === values.length;
    if (errors > (isOneLimit ? MAX_ERRORS.one : MAX_ERRORS.two)) continue;
    if (!areBothOfSeveralGroups((row) => codes[row] === code, splitter)) continue;
    const [lower, upper] = [limitBefore(values, from), limitBefore(values, to)];
    if (probabilityOf(errors, expectedErrors(values, [lower, upper], noise)) > MAX_PROBABILITY) continue;
    return { label: labels[code], lower, upper, errors };
  }
  return undefined;
}

/** Returns true if the rows of a class are of several groups, and those of the others are. */
function areBothOfSeveralGroups(isOfClass: (row: number) => boolean, splitter: Splitter | undefined): boolean {
  const isOther = (row: number) => !isOfClass(row);
  return (
    areOfSeveralGroups({ isCounted: isOfClass, isOther }, splitter) &&
    areOfSeveralGroups({ isCounted: isOther, isOther: isOfClass }, splitter)
  );
}

/** Returns the standard deviation, or that of a normal distribution with the same quartiles if it is less. */
function spreadOf(sorted: Float64Array): number {
  const ofQuartiles = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / (2 * NORMAL_QUARTILE);
  const { deviation } = meanAndDeviation(sorted);
  return ofQuartiles > 0 ? Math.min(ofQuartiles, deviation) : deviation;
}

/** Returns the range of places that separates a class with the fewest errors (Kadane's algorithm). It has whole runs of equal values. */
function bestRange(values: Float64Array, isOfClass: (at: number) => boolean): { from: number; to: number; errors: number } {
  let best = { from: 0, to: 0, gain: 0 };
  let [from, gain, ofClass] = [0, 0, 0];
  for (let at = 0; at < values.length; ) {
    if (gain <= 0) [from, gain] = [at, 0];
    const value = values[at];
    for (; at < values.length && values[at] === value; at++) {
      gain += isOfClass(at) ? 1 : -1;
      ofClass += isOfClass(at) ? 1 : 0;
    }
    if (gain > best.gain) best = { from, to: at, gain };
  }
  return { from: best.from, to: best.to, errors: ofClass - best.gain };
}

/** Returns the middle between a value and the one before; infinite at the ends. */
function limitBefore(values: Float64Array, at: number): number {
  if (at === 0) return Number.NEGATIVE_INFINITY;
  return at === values.length ? Number.POSITIVE_INFINITY : (values[at - 1] + values[at]) / 2;
}

/** Returns how many different values noise of a logistic distribution would put on the other side of a limit. */
function expectedErrors(values: Float64Array, limits: readonly number[], noise: number): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    if (values[at] === values[at - 1]) continue;
    const distance = Math.min(...limits.map((limit) => Math.abs(values[at] - limit)));
    sum += 1 / (1 + Math.exp((1.702 * distance) / noise));
  }
  return sum;
}

/** Returns the probability of so few errors or less where so many are expected (Poisson). */
function probabilityOf(errors: number, expected: number): number {
  let [term, sum] = [1, 1];
  for (let count = 1; count <= errors; count++) {
    term *= expected / count;
    sum += term;
  }
  return sum * Math.exp(-expected);
}
