import { solveCholesky } from "../../numeric/linear-algebra/vectors.js";

/**
 * Natural cubic spline of one column, given by its values at knots (Wood 2017, section 5.3.1). Beyond its ends it continues as
 * a straight line for REACH, and is constant from there on. With two knots it is a straight line up to there.
 */
export interface Spline {
  /** Index of the column in the matrix. */
  column: number;
  low: number;
  range: number;
  /** At least two, as (value − low) ÷ range, from 0 to 1. */
  knots: Float64Array;
}

/** Numbers for each knot in a spline's coefficients: its value there, then its second derivative. */
export const VALUES_PER_KNOT = 2;
/**
 * Least distance of two knots, as a share of the column's range. Nearer knots are merged, since their second derivatives would be
 * rounding errors.
 */
const MIN_KNOT_DISTANCE = 1e-6;
/**
 * Length of the straight line beyond each end, as a share of the column's range. Nothing is known out there, and the slope at an
 * end is what the rows determine least (docs/decisions/097-splines-of-new-groups.md).
 */
export const REACH = 1;
/** Least range of a column. Division by a smaller one overflows. */
const MIN_RANGE = 1e-100;

/**
 * Places knots at even quantiles of the distinct values, at most `most` of them and no more than values. Returns undefined if
 * there are fewer than two values.
 */
export function createSpline(column: number, values: Float64Array, most: number): Spline | undefined {
  const distinct = values.slice().sort();
  let count = 0;
  for (const value of distinct) if (count === 0 || value !== distinct[count - 1]) distinct[count++] = value;
  const low = distinct[0];
  const range = distinct[Math.max(0, count - 1)] - low;
  if (count < 2 || range < MIN_RANGE) return undefined;
  const wanted = Math.max(2, Math.min(most, count));
  const knots = Array.from({ length: wanted }, (_, i) => (interpolatedQuantile(distinct, ((count - 1) * i) / (wanted - 1)) - low) / range);
  const apart = knots.filter(
    (knot, i) => i === 0 || i === wanted - 1 || (knot - knots[i - 1] > MIN_KNOT_DISTANCE && 1 - knot > MIN_KNOT_DISTANCE),
  );
  return { column, low, range, knots: Float64Array.from(apart) };
}

function interpolatedQuantile(sorted: Float64Array, at: number): number {
  const below = Math.floor(at);
  return sorted[below] + (at - below) * (at > below ? sorted[below + 1] - sorted[below] : 0);
}

/** Factors of a row: of the value and the second derivative at the knot before it, then at the next one. */
export const FACTORS_PER_ROW = 4;

/** Position of each row between the knots, and its basis factors. */
export interface LocatedRows {
  /** Index of the knot before the row. */
  knot: Uint8Array;
  /** FACTORS_PER_ROW numbers for each row. */
  factors: Float64Array;
}

/** Returns true for a straight line, whose second derivatives are 0. */
export function isLine({ knots }: Pick<Spline, "knots">): boolean {
  return knots.length === 2;
}

/** Writes the value at each row of the straight line that is 0 at the first knot and 1 at the last one. */
export function placeOnLine(spline: Spline, values: Float64Array, line: Float64Array): void {
  for (let i = 0; i < values.length; i++) line[i] = placeOf(spline, values[i]);
}

/** Returns the place of a value on the scale of the knots. It stays the same beyond the straight lines at the ends. */
function placeOf({ low, range }: Spline, value: number): number {
  return Math.min(1 + REACH, Math.max(-REACH, (value - low) / range));
}

/** Writes the place of each value among the knots; values beyond the ends lie on their straight lines. */
export function locateRows(spline: Spline, values: Float64Array, { knot, factors }: LocatedRows): void {
  const { knots } = spline;
  const last = knots.length - 2;
  for (let i = 0; i < values.length; i++) {
    const x = placeOf(spline, values[i]);
    let m = 0;
    while (m < last && x > knots[m + 1]) m++;
    knot[i] = m;
    const h = knots[m + 1] - knots[m];
    const after = x - knots[m];
    const before = knots[m + 1] - x;
    factors[4 * i] = before / h;
    factors[4 * i + 2] = after / h;
    if (x < 0) {
      factors[4 * i + 1] = (-h / 3) * after;
      factors[4 * i + 3] = (-h / 6) * after;
    } else if (x > 1) {
      factors[4 * i + 1] = (-h / 6) * before;
      factors[4 * i + 3] = (-h / 3) * before;
    } else {
      factors[4 * i + 1] = ((before * before) / h - h) * (before / 6);
      factors[4 * i + 3] = ((after * after) / h - h) * (after / 6);
    }
  }
}

/**
 * Returns two matrices for values at the knots, both knots × knots, row by row. `second` maps the values to second derivatives.
 * `penalty` is the quadratic form of the integral of the squared second derivative.
 */
export function curvaturePenalty({ knots }: Spline): { second: Float64Array; penalty: Float64Array } {
  const count = knots.length;
  const inner = count - 2;
  const second = new Float64Array(count * count);
  const penalty = new Float64Array(count * count);
  const gaps = Float64Array.from({ length: count - 1 }, (_, m) => knots[m + 1] - knots[m]);
  const bands = new Float64Array(inner * inner);
  const differences = new Float64Array(inner * count);
  for (let i = 0; i < inner; i++) {
    bands[i * inner + i] = (gaps[i] + gaps[i + 1]) / 3;
    if (i > 0) bands[i * inner + i - 1] = gaps[i] / 6;
    differences[i * count + i] = 1 / gaps[i];
    differences[i * count + i + 1] = -1 / gaps[i] - 1 / gaps[i + 1];
    differences[i * count + i + 2] = 1 / gaps[i + 1];
  }
  for (let j = 0; j < count; j++) {
    const solved = solveCholesky(
      bands.slice(),
      Float64Array.from({ length: inner }, (_, i) => differences[i * count + j]),
    );
    for (let i = 0; i < inner; i++) {
      second[(i + 1) * count + j] = solved[i];
      for (let k = i; k <= i + 2; k++) penalty[k * count + j] += differences[i * count + k] * solved[i];
    }
  }
  return { second, penalty };
}

/** Returns Σ weight · factors over the rows, one number per coefficient of the knots. */
export function weightedFactorSums({ knot, factors }: LocatedRows, size: number, weights: Float64Array): Float64Array {
  const sums = new Float64Array(size);
  for (let i = 0; i < weights.length; i++) {
    const cell = 2 * knot[i];
    for (let r = 0; r < 4; r++) sums[cell + r] += weights[i] * factors[4 * i + r];
  }
  return sums;
}

/** Adds a curve's value to each row. `curve` holds the value and second derivative at each knot. */
export function addSplineValues(into: Float64Array, { knot, factors }: LocatedRows, curve: Float64Array): void {
  for (let i = 0; i < into.length; i++) {
    const cell = 2 * knot[i];
    const at = 4 * i;
    into[i] +=
      factors[at] * curve[cell] + factors[at + 1] * curve[cell + 1] + factors[at + 2] * curve[cell + 2] + factors[at + 3] * curve[cell + 3];
  }
}
