import { jacobiEigen } from "../../numeric/linear-algebra/jacobi-eigen.js";
import type { Matrix } from "../../numeric/matrix.js";
import { type RowGroups, relabelSequentially } from "../../numeric/relabel-sequentially.js";
import type { SplitDesign } from "../../numeric/split.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { cholesky, invertLower, multiply, multiplyTransposed, multiplyVector } from "./dense-matrix.js";
import { designEffects } from "./design-effects.js";
import {
  createSpline,
  curvaturePenalty,
  type LocatedRows,
  locateRows,
  type Spline,
  VALUES_PER_KNOT,
  weightedCrossProducts,
  weightedFactorSums,
} from "./spline.js";

/**
 * A column's spline in a basis of its own (Wood 2017, section 5.4.2). Its coordinates have mean 0, variance 1 and no correlation
 * over the rows, and each has a penalty of its own.
 */
export interface Term {
  spline: Spline;
  rows: LocatedRows;
  /** Number of coordinates. */
  width: number;
  /** Maps coordinates to the value and second derivative at each knot: (VALUES_PER_KNOT × knots) × width. */
  knotTransform: Float64Array;
  /** Penalty on each coordinate's square for a smoothing parameter of 1. The straight line of a curve has none. */
  penalties: Float64Array;
  /** Factor on each coordinate's degrees of freedom, at least 1; 1 for a straight line. */
  designEffects: Float64Array;
}

/** Most coefficients of all splines together. Beyond it, inverting their matrix takes seconds. */
const MAX_COEFFICIENTS = 600;
/** Least number of rows for each coefficient. */
const ROWS_PER_COEFFICIENT = 3;

interface TermOptions {
  /** Most knots of a spline. */
  knots: number;
  /** Which rows belong together. */
  design?: SplitDesign | undefined;
}

/** Returns a term for each column that varies. The terms are straight lines if there are too many columns for curves. */
export async function buildTerms(x: Matrix, { knots, design }: TermOptions, yieldToEventLoop: YieldToEventLoop): Promise<Term[]> {
  const budget = Math.min(MAX_COEFFICIENTS, x.nrow / ROWS_PER_COEFFICIENT) / Math.max(1, x.ncol);
  const most = Math.max(2, Math.min(knots, 1 + Math.floor(budget)));
  const groups = design?.rows === "groups" ? relabelSequentially(design.groups) : undefined;
  const terms: Term[] = [];
  for (let j = 0; j < x.ncol; j++) {
    const spline = createSpline(j, x.columns[j], most);
    if (spline) terms.push(await buildTerm(spline, { values: x.columns[j], groups }, yieldToEventLoop));
    const pending = yieldToEventLoop(0);
    if (pending) await pending;
  }
  return terms;
}

interface TermRows {
  values: Float64Array;
  groups: RowGroups | undefined;
}

async function buildTerm(spline: Spline, { values, groups }: TermRows, yieldToEventLoop: YieldToEventLoop): Promise<Term> {
  const rows = locateRows(spline, values);
  const knots = spline.knots.length;
  const width = knots - 1;
  const { second, penalty } = curvaturePenalty(spline);
  const knotValues = knotValueTransform(second, knots);
  const gram = centredGram(rows, knotValues, { knots, nrow: values.length });
  const inverse = invertLower(cholesky(gram, width), width);
  // The first knot's value is dropped, since the intercept and the other values already span the same curves.
  const rest = Float64Array.from({ length: width * width }, (_, at) => penalty[(1 + Math.floor(at / width)) * knots + 1 + (at % width)]);
  const whitened = multiply(multiplyTransposed(inverse, rest, width), inverse, width);
  const { vectors, penalties } = await penaltyAxes(whitened, width, yieldToEventLoop);
  const axes = multiply(inverse, vectors, width);
  const values0 = Float64Array.from({ length: knots * width }, (_, at) => (at < width ? 0 : axes[at - width]));
  const knotTransform = multiply(knotValues, values0, knots);
  const effects =
    groups && !isStraight({ width })
      ? designEffects({ rows, knotTransform, width }, groups.codes, groups.count)
      : new Float64Array(width).fill(1);
  return { spline, rows, width, knotTransform, penalties, designEffects: effects };
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

/** Returns the covariance over the rows of the factors of all knot values but the first. */
function centredGram(rows: LocatedRows, knotValues: Float64Array, { knots, nrow }: { knots: number; nrow: number }): Float64Array {
  const ones = new Float64Array(nrow).fill(1);
  const size = VALUES_PER_KNOT * knots;
  const products = multiplyTransposed(
    knotValues,
    multiply(weightedCrossProducts([rows, size], [rows, size], ones), knotValues, size),
    size,
  );
  const means = multiplyTransposed(knotValues, weightedFactorSums(rows, size, ones), size).map((sum) => sum / nrow);
  const width = knots - 1;
  return Float64Array.from({ length: width * width }, (_, at) => {
    const [i, j] = [1 + Math.floor(at / width), 1 + (at % width)];
    return products[i * knots + j] / nrow - means[i] * means[j];
  });
}

/**
 * Returns the eigenvectors of the penalty as columns (width × width) and its eigenvalues. The eigenvalues have a geometric mean
 * of 1. A spline of two knots is a straight line, whose penalty is that of a ridge.
 */
async function penaltyAxes(
  whitened: Float64Array,
  width: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ vectors: Float64Array; penalties: Float64Array }> {
  const size = whitened.reduce((sum, value, at) => (at % (width + 1) === 0 ? sum + value : sum), 0) / width;
  if (!(size > 0)) return { vectors: identity(width), penalties: new Float64Array(width).fill(1) };
  // Adding 1 makes jacobiEigen find the straight line's axis too, whose eigenvalue is 0.
  const shifted = whitened.map((value, at) => value / size + (at % (width + 1) === 0 ? 1 : 0));
  const { values, vectors } = await jacobiEigen(shifted, width, yieldToEventLoop);
  const curved = values.subarray(0, width - 1).map((value) => Math.max(value - 1, Number.EPSILON));
  const middle = Math.exp(curved.reduce((sum, value) => sum + Math.log(value), 0) / curved.length);
  const penalties = Float64Array.from({ length: width }, (_, a) => (a < width - 1 ? curved[a] / middle : 0));
  return { vectors: Float64Array.from({ length: width * width }, (_, at) => vectors[at % width][Math.floor(at / width)]), penalties };
}

function identity(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
}

/** Penalties on the coefficients of all terms. */
export interface Penalties {
  /** Penalty on the square of each coefficient, for a smoothing parameter of 1. */
  penalties: Float64Array;
  /** Factor on each coefficient's degrees of freedom, at least 1. */
  designEffects: Float64Array;
  /** Index of each coefficient's smoothing parameter; −1 without one. */
  groups: Int32Array;
  /** Number of smoothing parameters. */
  count: number;
}

/**
 * Gives each curve a smoothing parameter of its own, and all straight lines one together, as random effects have (Wood 2017, section
 * 5.8).
 */
export function penaltiesOf(terms: readonly Term[]): Penalties {
  let count = terms.some(isStraight) ? 1 : 0;
  const groups = terms.flatMap((term) => {
    const group = isStraight(term) ? 0 : count++;
    return Array.from(term.penalties, (penalty) => (penalty > 0 ? group : -1));
  });
  return {
    penalties: Float64Array.from(terms.flatMap(({ penalties }) => [...penalties])),
    designEffects: Float64Array.from(terms.flatMap((term) => [...term.designEffects])),
    groups: Int32Array.from(groups),
    count,
  };
}

const isStraight = ({ width }: Pick<Term, "width">): boolean => width === 1;

/** Returns where each term's coefficients start, and the number of all coefficients. */
export function termOffsets(terms: readonly Term[]): { starts: number[]; size: number } {
  let size = 0;
  const starts = terms.map(({ width }) => {
    size += width;
    return size - width;
  });
  return { starts, size };
}

/** Returns the value and second derivative at the knots of each term. */
export function knotCurves(terms: readonly Term[], coefficients: Float64Array): Float64Array[] {
  const { starts } = termOffsets(terms);
  return terms.map(({ knotTransform, width }, t) => multiplyVector(knotTransform, coefficients.subarray(starts[t], starts[t] + width)));
}
