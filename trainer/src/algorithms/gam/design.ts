import { gradedEigenOf } from "../../numeric/linear-algebra/graded-eigen.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Pace } from "../../numeric/pace.js";
import { cholesky, invertLower, product, transposedTimes } from "./dense.js";
import { curvature, type Located, locate, PER_KNOT, type Spline, splineOf } from "./spline.js";
import { crossProducts, sumsOf } from "./sums.js";

/**
 * A column's spline in a basis of its own (Wood 2017, section 5.4.2): coordinates that have mean 0, variance 1 and no
 * correlation in the rows, and of which each is penalised by itself.
 */
export interface Term {
  spline: Spline;
  rows: Located;
  /** Coordinates. */
  width: number;
  /** From coordinates to what the knots have: (PER_KNOT × knots) × width. */
  toKnots: Float64Array;
  /** Penalty of each coordinate's square, for a smoothing of 1; the straightest coordinate has none. */
  penalties: Float64Array;
}

/** Coefficients of all splines together: beyond, their inverse takes seconds. */
const MOST_COEFFICIENTS = 600;
/** Rows that a coefficient needs. */
const ROWS_PER_COEFFICIENT = 3;

/** A term for each column that varies; straight lines where there are too many columns for curves. */
export async function designOf(x: Matrix, mostKnots: number, pace: Pace): Promise<Term[]> {
  const budget = Math.min(MOST_COEFFICIENTS, x.nrow / ROWS_PER_COEFFICIENT) / Math.max(1, x.ncol);
  const most = Math.max(2, Math.min(mostKnots, 1 + Math.floor(budget)));
  const terms: Term[] = [];
  for (let j = 0; j < x.ncol; j++) {
    const spline = splineOf(j, x.columns[j], most);
    if (spline) terms.push(await termOf(spline, x.columns[j], pace));
    if (pace.due()) await pace.rest(0);
  }
  return terms;
}

async function termOf(spline: Spline, values: Float64Array, pace: Pace): Promise<Term> {
  const rows = locate(spline, values);
  const knots = spline.knots.length;
  const width = knots - 1;
  const { second, penalty } = curvature(spline);
  const knotValues = fromValues(second, knots);
  const gram = centredGram(rows, knotValues, { knots, nrow: values.length });
  const inverse = invertLower(cholesky(gram, width), width);
  // The first knot's value is what the intercept and the others leave open: without it the curves are the same.
  const rest = Float64Array.from({ length: width * width }, (_, at) => penalty[(1 + Math.floor(at / width)) * knots + 1 + (at % width)]);
  const whitened = product(transposedTimes(inverse, rest, width), inverse, width);
  const { vectors, penalties } = await penaltyAxes(whitened, width, pace);
  const axes = product(inverse, vectors, width);
  const values0 = Float64Array.from({ length: knots * width }, (_, at) => (at < width ? 0 : axes[at - width]));
  return { spline, rows, width, toKnots: product(knotValues, values0, knots), penalties };
}

/** From values at the knots to what the knots have. */
function fromValues(second: Float64Array, knots: number): Float64Array {
  const result = new Float64Array(PER_KNOT * knots * knots);
  for (let m = 0; m < knots; m++) {
    result[PER_KNOT * m * knots + m] = 1;
    result.set(second.subarray(m * knots, (m + 1) * knots), (PER_KNOT * m + 1) * knots);
  }
  return result;
}

/** Covariance of the rows' factors of all knots' values but the first. */
function centredGram(rows: Located, knotValues: Float64Array, { knots, nrow }: { knots: number; nrow: number }): Float64Array {
  const ones = new Float64Array(nrow).fill(1);
  const size = PER_KNOT * knots;
  const products = transposedTimes(knotValues, product(crossProducts([rows, size], [rows, size], ones), knotValues, size), size);
  const means = transposedTimes(knotValues, sumsOf(rows, size, ones), size).map((sum) => sum / nrow);
  const width = knots - 1;
  return Float64Array.from({ length: width * width }, (_, at) => {
    const [i, j] = [1 + Math.floor(at / width), 1 + (at % width)];
    return products[i * knots + j] / nrow - means[i] * means[j];
  });
}

/**
 * Eigenvectors of the penalty as columns (width × width), and its eigenvalues, scaled so that a smoothing of 1 is a middling one.
 * A spline of two knots is a straight line and has no penalty.
 */
async function penaltyAxes(whitened: Float64Array, width: number, pace: Pace): Promise<{ vectors: Float64Array; penalties: Float64Array }> {
  const size = whitened.reduce((sum, value, at) => (at % (width + 1) === 0 ? sum + value : sum), 0) / width;
  if (!(size > 0)) return { vectors: identity(width), penalties: new Float64Array(width) };
  // One is added so that the straight line's axis is found, too, whose eigenvalue is 0.
  const shifted = whitened.map((value, at) => value / size + (at % (width + 1) === 0 ? 1 : 0));
  const { values, vectors } = await gradedEigenOf(shifted, width, pace);
  const curved = values.subarray(0, width - 1).map((value) => Math.max(value - 1, Number.EPSILON));
  const middle = Math.exp(curved.reduce((sum, value) => sum + Math.log(value), 0) / curved.length);
  const penalties = Float64Array.from({ length: width }, (_, a) => (a < width - 1 ? curved[a] / middle : 0));
  return { vectors: Float64Array.from({ length: width * width }, (_, at) => vectors[at % width][Math.floor(at / width)]), penalties };
}

function identity(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
}
