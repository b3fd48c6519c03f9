/**
 * Prediction intervals by split conformal prediction (Lei, G'Sell, Rinaldo, Tibshirani and Wasserman 2018). The errors on rows
 * that a model has not seen bound its errors on new rows, for any model and any distribution.
 */
import type { ConformalInterval } from "@agatha/contracts";
import type { Random } from "../numeric/random.js";
import { randomPermutation } from "../numeric/split.js";

/** Share of new rows that an interval should cover. */
export const NOMINAL_COVERAGE = 0.9;
/** Least number of rows to measure coverage. Measuring splits the rows in halves, and fewer rows leave too few in each. */
const MIN_COVERAGE_ROWS = 40;
const COVERAGE_REPEATS = 50;

/**
 * Returns half the width of an interval that covers a new value with a probability of at least `level`: the ⌈(n + 1) level⌉-th
 * smallest absolute error. Returns undefined when there are too few errors for this level. The width is multiplied by `share` for
 * a model whose errors are that share of these. If errors repeat, the product is rounded up to the next repeated error: a
 * slightly narrower interval would cover none of its repetitions.
 */
export function conformalHalfWidth(absoluteErrors: Float64Array, level: number, share = 1): number | undefined {
  const rank = Math.ceil((absoluteErrors.length + 1) * level - 1e-9);
  if (rank > absoluteErrors.length) return undefined;
  const sorted = absoluteErrors.slice().sort();
  const width = sorted[rank - 1];
  return Number.isFinite(width) ? roundUpToTie(share * width, sorted) : undefined;
}

/** Relative difference up to which errors count as equal. A prediction with few possible values repeats the same errors. */
const TIE_TOLERANCE = 1e-9;

function roundUpToTie(width: number, sorted: Float64Array): number {
  const next = sorted.findIndex((error) => error >= width * (1 - TIE_TOLERANCE));
  const repeats = sorted[next + 1] - sorted[next] <= TIE_TOLERANCE * sorted[next];
  return repeats ? Math.max(width, sorted[next]) : width;
}

/** Returns the absolute errors; infinite where there is no prediction. */
export function absoluteErrors(actual: Float64Array, predicted: ArrayLike<number>): Float64Array {
  return actual.map((value, i) => {
    const error = Math.abs(value - predicted[i]);
    return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  });
}

/**
 * Returns the share of the later half of the rows within the interval from the earlier half; null with too few rows. The errors
 * are in order of time. The share can differ much from `level`, since later rows need not resemble earlier ones.
 */
export function laterHalfCoverage(errors: Float64Array, level: number): number | null {
  const middle = errors.length >> 1;
  const width = conformalHalfWidth(errors.slice(0, middle), level);
  if (width === undefined || errors.length < MIN_COVERAGE_ROWS) return null;
  return errors.subarray(middle).filter((error) => error <= width).length / (errors.length - middle);
}

/**
 * Returns the interval from held-out rows for a model whose errors are a `share` of theirs, in the response's unit. `measured` is
 * the share of held-out rows within an interval that the other rows give.
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

/** Returns the mean coverage over COVERAGE_REPEATS random halves of the rows: one half determines the interval, the other measures it. */
function empiricalCoverage(errors: Float64Array, random: Random): number | null {
  if (errors.length < MIN_COVERAGE_ROWS) return null;
  let covered = 0;
  let measured = 0;
  for (let h = 0; h < COVERAGE_REPEATS; h++) {
    const order = randomPermutation(errors.length, random);
    const middle = errors.length >> 1;
    const width = conformalHalfWidth(
      Float64Array.from(order.subarray(0, middle), (row) => errors[row]),
      NOMINAL_COVERAGE,
    );
    if (width === undefined) return null;
    for (const row of order.subarray(middle)) {
      measured++;
      if (errors[row] <= width) covered++;
    }
  }
  return covered / measured;
}
