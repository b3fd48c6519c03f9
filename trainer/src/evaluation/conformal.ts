/**
 * Prediction intervals by split conformal prediction (Lei, G'Sell, Rinaldo, Tibshirani and Wasserman 2018): the errors on
 * rows that a model had not seen tell how far off it is on new ones, whatever the model and the distribution.
 */
import type { ConformalInterval } from "@agatha/contracts";
import type { Random } from "../numeric/random.js";
import { randomPermutation } from "../numeric/split.js";

/** Share of new rows that an interval is to hold. */
export const NOMINAL_COVERAGE = 0.9;
/** Measuring splits the rows in halves; fewer rows than these leave too few in each. */
const MIN_COVERAGE_ROWS = 40;
const COVERAGE_REPEATS = 50;

/**
 * Half the width of an interval that holds a new value with probability `level` at the least: the ⌈(n + 1) level⌉-th
 * smallest absolute error. Undefined where so few errors cannot promise that. Of a model whose errors are a `share` of these
 * it is that share of it; among errors that repeat, the next of them, since a little less would hold none of those.
 */
export function conformalHalfWidth(absoluteErrors: Float64Array, level: number, share = 1): number | undefined {
  const rank = Math.ceil((absoluteErrors.length + 1) * level - 1e-9);
  if (rank > absoluteErrors.length) return undefined;
  const sorted = absoluteErrors.slice().sort();
  const width = sorted[rank - 1];
  return Number.isFinite(width) ? roundUpToTie(share * width, sorted) : undefined;
}

/** Errors that differ by less than this share of them are the same: a prediction of few possible values makes the same errors often. */
const TIE_TOLERANCE = 1e-9;

function roundUpToTie(width: number, sorted: Float64Array): number {
  const next = sorted.findIndex((error) => error >= width * (1 - TIE_TOLERANCE));
  const repeats = sorted[next + 1] - sorted[next] <= TIE_TOLERANCE * sorted[next];
  return repeats ? Math.max(width, sorted[next]) : width;
}

/** Infinite where there is no prediction. */
export function absoluteErrors(actual: Float64Array, predicted: ArrayLike<number>): Float64Array {
  return actual.map((value, i) => {
    const error = Math.abs(value - predicted[i]);
    return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  });
}

/**
 * Of rows in order of time: the share of the later half that an interval holds which the earlier half gives; null where
 * there are too few. It can be far from the level that was promised, as later rows need not be like earlier ones.
 */
export function laterHalfCoverage(errors: Float64Array, level: number): number | null {
  const middle = errors.length >> 1;
  const width = conformalHalfWidth(errors.slice(0, middle), level);
  if (width === undefined || errors.length < MIN_COVERAGE_ROWS) return null;
  return errors.subarray(middle).filter((error) => error <= width).length / (errors.length - middle);
}

/**
 * The interval that held-out rows give a model whose errors are a `share` of theirs, and the share of them that an interval holds
 * when it comes from the others. In the response's unit.
 */
export function splitConformalInterval(
  actual: Float64Array,
  predicted: Float64Array,
  random: Random,
  share = 1,
): ConformalInterval | undefined {
  const errors = absoluteErrors(actual, predicted);
  const width = conformalHalfWidth(errors, NOMINAL_COVERAGE, share);
  if (width === undefined) return undefined;
  return { nominal: NOMINAL_COVERAGE, half_width: width, rows: errors.length, measured: empiricalCoverage(errors, random) };
}

/** Mean over HALVINGS random halves of the rows: the share of one half within the interval that the other half gives. */
function empiricalCoverage(errors: Float64Array, random: Random): number | null {
  if (errors.length < MIN_COVERAGE_ROWS) return null;
  let held = 0;
  let asked = 0;
  for (let h = 0; h < COVERAGE_REPEATS; h++) {
    const order = randomPermutation(errors.length, random);
    const middle = errors.length >> 1;
    const width = conformalHalfWidth(
      Float64Array.from(order.subarray(0, middle), (row) => errors[row]),
      NOMINAL_COVERAGE,
    );
    if (width === undefined) return null;
    for (const row of order.subarray(middle)) {
      asked++;
      if (errors[row] <= width) held++;
    }
  }
  return held / asked;
}
