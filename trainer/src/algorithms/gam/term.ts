import { jacobiEigen } from "../../numeric/linear-algebra/jacobi-eigen.js";
import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import type { RowGroups } from "../../numeric/relabel-sequentially.js";
import { meanAndDeviation } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { cholesky, invertLower, multiply, multiplyTransposed, multiplyVector } from "./dense-matrix.js";
import { designEffects } from "./design-effects.js";
import type { SplineRows } from "./row-products.js";
import { addSplineValues, curvaturePenalty, type LocatedRows, type Spline, VALUES_PER_KNOT, weightedFactorSums } from "./spline.js";

/**
 * A column's spline in a basis of its own (Wood 2017, section 5.4.2). Its coordinates have variance 1 and no correlation over the
 * rows, and each has a penalty of its own.
 */
export interface Term {
  spline: Spline;
  /** Its only coordinate in each row, for a straight line. */
  rows: SplineRows;
  /** Number of coordinates. */
  width: number;
  /** Maps coordinates to the value and second derivative at each knot: (VALUES_PER_KNOT × knots) × width. */
  knotTransform: Float64Array;
  /** Penalty on each coordinate's square for a smoothing parameter of 1. The straight line of a curve has none. */
  penalties: Float64Array;
  /** Factor on each coordinate's degrees of freedom, at least 1; 1 for a straight line. */
  designEffects: Float64Array;
}

/** Returns the term of a spline of two knots, whose penalty is that of a ridge. Scales its row numbers, which are 1 at the last knot. */
export function straightTerm(spline: Spline, line: Float64Array): Term {
  const scale = 1 / meanAndDeviation(line).deviation;
  for (let i = 0; i < line.length; i++) line[i] *= scale;
  const one = Float64Array.of(1);
  return { spline, rows: line, width: 1, knotTransform: Float64Array.of(0, 0, scale, 0), penalties: one, designEffects: one };
}

interface CurveRows {
  rows: LocatedRows;
  /** Σ factor · factor over the rows. */
  crossProducts: Float64Array;
  nrow: number;
  groups: RowGroups | undefined;
}

/** Returns the term of a spline of three knots or more. */
export async function curvedTerm(
  spline: Spline,
  { rows, crossProducts, nrow, groups }: CurveRows,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Term> {
  const knots = spline.knots.length;
  const width = knots - 1;
  const { second, penalty } = curvaturePenalty(spline);
  const knotValues = knotValueTransform(second, knots);
  const sums = weightedFactorSums(rows, VALUES_PER_KNOT * knots, new Float64Array(nrow).fill(1));
  const inverse = invertLower(cholesky(centeredGram(knotValues, { crossProducts, sums, knots, nrow }), width), width);
  // The first knot's value is dropped, since the intercept and the other values already span the same curves.
  const rest = Float64Array.from({ length: width * width }, (_, at) => penalty[(1 + Math.floor(at / width)) * knots + 1 + (at % width)]);
  const whitened = multiply(multiplyTransposed(inverse, rest, width), inverse, width);
  const { vectors, penalties } = await penaltyAxes(whitened, width, yieldToEventLoop);
  const axes = multiply(inverse, vectors, width);
  const values0 = Float64Array.from({ length: knots * width }, (_, at) => (at < width ? 0 : axes[at - width]));
  const knotTransform = multiply(knotValues, values0, knots);
  const effects = groups ? designEffects({ rows, knotTransform, width }, groups.codes, groups.count) : new Float64Array(width).fill(1);
  return { spline, rows, width, knotTransform, penalties, designEffects: effects };
}

/** Adds the term's values at these coefficients to the rows. */
export function addTermValues(into: Float64Array, { rows, knotTransform }: Term, coefficients: Float64Array): void {
  if (rows instanceof Float64Array) addScaled(into, coefficients[0], rows);
  else addSplineValues(into, rows, multiplyVector(knotTransform, coefficients));
}

/** Returns Σ weight · coordinate over the rows. */
export function weightedCoordinates({ rows, spline, knotTransform }: Term, weights: Float64Array): Float64Array {
  if (rows instanceof Float64Array) return Float64Array.of(dot(weights, rows));
  const size = VALUES_PER_KNOT * spline.knots.length;
  return multiplyTransposed(knotTransform, weightedFactorSums(rows, size, weights), size);
}

/** Returns the matrix from values at the knots to values and second derivatives there. */
function knotValueTransform(second: Float64Array, knots: number): Float64Array {
  const result = new Float64Array(VALUES_PER_KNOT * knots * knots);
  for (let m = 0; m < knots; m++) {
    result[VALUES_PER_KNOT * m * knots + m] = 1;
    result.set(second.subarray(m * knots, (m + 1) * knots), (VALUES_PER_KNOT * m + 1) * knots);
  }
  return result;
}

interface FactorMoments {
  crossProducts: Float64Array;
  sums: Float64Array;
  knots: number;
  nrow: number;
}

/** Returns the covariance over the rows of the factors of all knot values but the first. */
function centeredGram(knotValues: Float64Array, { crossProducts, sums, knots, nrow }: FactorMoments): Float64Array {
  const size = VALUES_PER_KNOT * knots;
  const products = multiplyTransposed(knotValues, multiply(crossProducts, knotValues, size), size);
  const means = multiplyTransposed(knotValues, sums, size).map((sum) => sum / nrow);
  const width = knots - 1;
  return Float64Array.from({ length: width * width }, (_, at) => {
    const [i, j] = [1 + Math.floor(at / width), 1 + (at % width)];
    return products[i * knots + j] / nrow - means[i] * means[j];
  });
}

/**
 * Returns the eigenvectors of the penalty as columns (width × width) and its eigenvalues. The eigenvalues have a geometric mean
 * of 1.
 */
async function penaltyAxes(
  whitened: Float64Array,
  width: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ vectors: Float64Array; penalties: Float64Array }> {
  const size = whitened.reduce((sum, value, at) => (at % (width + 1) === 0 ? sum + value : sum), 0) / width;
  // Adding 1 makes jacobiEigen find the straight line's axis too, whose eigenvalue is 0.
  const shifted = whitened.map((value, at) => value / size + (at % (width + 1) === 0 ? 1 : 0));
  const { values, vectors } = await jacobiEigen(shifted, width, yieldToEventLoop);
  const curved = values.subarray(0, width - 1).map((value) => Math.max(value - 1, Number.EPSILON));
  const middle = Math.exp(curved.reduce((sum, value) => sum + Math.log(value), 0) / curved.length);
  const penalties = Float64Array.from({ length: width }, (_, a) => (a < width - 1 ? curved[a] / middle : 0));
  return { vectors: Float64Array.from({ length: width * width }, (_, at) => vectors[at % width][Math.floor(at / width)]), penalties };
}
