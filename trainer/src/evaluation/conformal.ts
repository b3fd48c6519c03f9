/**
 * Prediction intervals by split conformal prediction (Lei, G'Sell, Rinaldo, Tibshirani and Wasserman 2018). The errors on rows
 * that a model has not seen bound its errors on new rows, for any model and any distribution. For rows of new groups, the groups
 * are what is exchangeable: each weighs the same, however many rows it has (Lee, Barber and Willett 2023, "Distribution-free
 * inference with hierarchical data"; Dunn, Wasserman and Ramdas 2023).
 */
import type { ConformalInterval } from "@agatha/contracts";
import { effectiveSampleSize } from "@agatha/contracts/statistics/effective-sample-size";
import { studentTBound } from "@agatha/contracts/statistics/student-t";
import { type Random, randomPermutation } from "../numeric/random.js";
import { countByCode } from "../numeric/statistics.js";
import { takeNumbers } from "../numeric/take-numbers.js";

/** Share of new rows that an interval should cover. */
export const NOMINAL_COVERAGE = 0.9;
/** Least number of rows to measure coverage. Measuring splits the rows in halves, and fewer rows leave too few in each. */
const MIN_COVERAGE_ROWS = 40;
const COVERAGE_REPEATS = 50;

/** Least number of errors from which an interval of the nominal coverage is made. */
export const MIN_INTERVAL_ERRORS = Math.ceil(NOMINAL_COVERAGE / (1 - NOMINAL_COVERAGE) - 1e-9);

/**
 * Returns half the width of an interval that covers a new value with a probability of at least `level`: the ⌈(n + 1) level⌉-th
 * smallest absolute error. Returns undefined when there are too few errors for this level. The width is multiplied by `share` for
 * a model whose errors are that share of these. If errors repeat, the product is rounded up to the next repeated error: a
 * slightly narrower interval would cover none of its repetitions.
 */
export function conformalHalfWidth(absoluteErrors: Float64Array, level: number, share = 1, groups?: Int32Array): number | undefined {
  const sorted = absoluteErrors.slice().sort();
  const width = groups ? groupQuantile(absoluteErrors, groups, level) : sorted[Math.ceil((sorted.length + 1) * level - 1e-9) - 1];
  return Number.isFinite(width) ? roundUpToTie(share * width!, sorted) : undefined;
}

/**
 * Returns the least error that covers a row of a new group with a probability of at least `level`. The new group counts as one
 * of infinite errors, so that too few groups have none.
 */
function groupQuantile(errors: Float64Array, groups: Int32Array, level: number): number | undefined {
  const sizes = countByCode(groups);
  const order = Array.from(errors.keys()).sort((a, b) => errors[a] - errors[b]);
  const needed = (sizes.size + 1) * level - 1e-9;
  let covered = 0;
  const last = order.find((row) => {
    covered += 1 / (sizes.get(groups[row]) ?? 1);
    return covered >= needed;
  });
  return last === undefined ? undefined : errors[last];
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
 * Returns half the width of an interval from errors in order of time that depend on each other, as those of overlapping forecasts.
 * `series` has the number of each error's series. The errors count as effectiveSampleSize independent ones, and the width grows by
 * their reciprocal (decision 81).
 */
export function dependentHalfWidth(errors: Float64Array, series: ArrayLike<number>): number | undefined {
  return conformalHalfWidth(errors.map(Math.abs), NOMINAL_COVERAGE, 1 + 1 / effectiveSampleSize(errors, series));
}

/** Least number of errors from which a forecast has an interval. */
export const MIN_NORMAL_ERRORS = 3;

/**
 * Returns half the width of an interval from errors that are too few for a conformal one. They are taken to be independent and normal
 * about 0: the prediction interval of Student's t (Geisser 1993). Returns undefined with fewer than three.
 */
export function normalHalfWidth(errors: Float64Array): number | undefined {
  const count = errors.length;
  if (count < MIN_NORMAL_ERRORS) return undefined;
  const meanSquare = errors.reduce((sum, error) => sum + error * error, 0) / count;
  const width = studentTBound(NOMINAL_COVERAGE, count) * Math.sqrt(meanSquare * (1 + 1 / count));
  return Number.isFinite(width) ? width : undefined;
}

const NORMAL_BOUND = studentTBound(NOMINAL_COVERAGE, Number.POSITIVE_INFINITY);
/** Number of errors that show how errors depend on each other, over all distances in time. */
const MAX_DEPENDENT_ERRORS = 2000;

/**
 * Returns half the width of an interval for later rows, from held-out errors in order of time. `parts` has the number of the part that
 * each error's row was held out in. The widest part decides, since later rows may be as hard as the hardest so far (Cauchois, Gupta,
 * Ali and Duchi 2024, "Robust validation"). Errors of a part share what the model had not learned by then. They count as
 * effectiveSampleSize independent errors about 0, and the width grows like a prediction interval by Student's t of that number.
 */
export function laterRowsHalfWidth(errors: Float64Array, parts: Int32Array): number | undefined {
  if (errors.length < MIN_INTERVAL_ERRORS) return undefined;
  const every = Math.ceil(errors.length / MAX_DEPENDENT_ERRORS);
  const isKept = (_: number, row: number) => row % every === 0;
  const size = Math.max(1, effectiveSampleSize(errors.filter(isKept), parts.filter(isKept), 0));
  const share = (Math.sqrt(1 + 1 / size) * studentTBound(NOMINAL_COVERAGE, size)) / NORMAL_BOUND;
  const widths = [...new Set(parts)].map((part) => {
    const ofPart = errors.filter((_, row) => parts[row] === part).map(Math.abs);
    return conformalHalfWidth(ofPart, NOMINAL_COVERAGE, share) ?? share * Math.max(...ofPart);
  });
  const width = Math.max(...widths);
  return Number.isFinite(width) ? width : undefined;
}

/**
 * Returns the share of the later half of the rows within the interval of this width from the earlier half; null with too few rows.
 * The errors are in order of time. The share can differ much from the nominal one, since later rows need not resemble earlier ones.
 */
export function laterHalfCoverage(errors: Float64Array, widthOf: (earlier: Float64Array) => number | undefined): number | null {
  const middle = errors.length >> 1;
  const width = widthOf(errors.slice(0, middle));
  if (width === undefined || errors.length < MIN_COVERAGE_ROWS) return null;
  return errors.subarray(middle).filter((error) => Math.abs(error) <= width).length / (errors.length - middle);
}

/**
 * Returns the interval from held-out rows for a model whose errors are a `share` of theirs, in the response's unit. `measured` is
 * the share of held-out rows within an interval that the other rows give. `groups` has the group of each row where whole groups
 * were held out.
 */
export function splitConformalInterval(
  actual: Float64Array,
  predicted: Float64Array,
  random: Random,
  { share = 1, groups }: { share?: number; groups?: Int32Array } = {},
): ConformalInterval | undefined {
  const errors = absoluteErrors(actual, predicted);
  const width = conformalHalfWidth(errors, NOMINAL_COVERAGE, share, groups);
  if (width === undefined) return undefined;
  return { nominal: NOMINAL_COVERAGE, half_width: width, rows: errors.length, measured: empiricalCoverage(errors, random, groups) };
}

/**
 * Returns the mean coverage over COVERAGE_REPEATS random halves of the rows, or of their groups: one half determines the interval,
 * the other measures it.
 */
function empiricalCoverage(errors: Float64Array, random: Random, groups?: Int32Array): number | null {
  if (errors.length < MIN_COVERAGE_ROWS) return null;
  let covered = 0;
  let measured = 0;
  for (let h = 0; h < COVERAGE_REPEATS; h++) {
    const [determining, measuring] = groups ? halvesOfGroups(groups, random) : halvesOfRows(errors.length, random);
    const width = conformalHalfWidth(
      takeNumbers(errors, determining),
      NOMINAL_COVERAGE,
      1,
      groups && determining.map((row) => groups[row]),
    );
    if (width === undefined) return null;
    for (const row of measuring) {
      measured++;
      if (errors[row] <= width) covered++;
    }
  }
  return covered / measured;
}

function halvesOfRows(nrow: number, random: Random): [Int32Array, Int32Array] {
  const order = randomPermutation(nrow, random);
  return [order.subarray(0, nrow >> 1), order.subarray(nrow >> 1)];
}

function halvesOfGroups(groups: Int32Array, random: Random): [Int32Array, Int32Array] {
  const names = Int32Array.from(new Set(groups));
  const order = randomPermutation(names.length, random);
  const first = new Set(order.subarray(0, names.length >> 1).map((at) => names[at]));
  const rows = Int32Array.from(groups.keys());
  return [rows.filter((row) => first.has(groups[row])), rows.filter((row) => !first.has(groups[row]))];
}
