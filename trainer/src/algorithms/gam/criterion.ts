import type { Rest } from "../../coordinate-descent/descend.js";
import { dot } from "../glm/linear-algebra.js";
import { cholesky, invertLower, rowDot, times } from "./dense.js";
import type { Moments } from "./moments.js";

/** Least squares whose coefficients are penalised in groups, each with a smoothing of its own. */
export interface Penalised {
  moments: Moments;
  /** Of each coefficient's square, for a smoothing of 1. */
  penalties: Float64Array;
  /** The smoothing that each coefficient belongs to; −1 without. */
  groups: Int32Array;
  /** Numbers: generalised cross-validation. Classes, whose variance is known: the unbiased risk estimator, which is AIC. */
  knownVariance: boolean;
  /** What a degree of freedom counts. */
  freedomCost: number;
}

export interface Fitted {
  coefficients: Float64Array;
  /** Mean squared error of the weighted rows. */
  error: number;
  /** Effective degrees of freedom, the intercept's too. */
  freedom: number;
  /** Generalised cross-validation score or unbiased risk (Wood 2017, sections 6.2.2 and 6.2.5); infinite where nothing is left of the rows. */
  criterion: number;
  /** Transposed inverse of the penalised products' factor. */
  inverse: Float64Array;
  /** Penalty of each coefficient's square. */
  weights: Float64Array;
}

/** Keeps columns solvable that tell the same: a share of a coordinate's variance. */
const RIDGE = 1e-9;
/** Share of the rows that has to be left over by the degrees of freedom. */
const LEAST_LEFT = 0.01;

export async function fitAt(problem: Penalised, logs: Float64Array, rest: Rest): Promise<Fitted> {
  const { moments, penalties, groups } = problem;
  const { size, gram, moment, square, rows } = moments;
  const weights = penalties.map((penalty, a) => RIDGE + (groups[a] < 0 ? 0 : penalty * Math.exp(logs[groups[a]])));
  const matrix = gram.slice();
  for (let a = 0; a < size; a++) matrix[a * size + a] += weights[a];
  const factor = cholesky(matrix, size);
  await rest();
  const inverse = invertLower(factor, size);
  await rest();
  const coefficients = solve(inverse, moment);
  const error = Math.max(0, square - 2 * dot(coefficients, moment) + dot(coefficients, times(gram, coefficients)));
  let freedom = 1 + size;
  for (let a = 0; a < size; a++) freedom -= weights[a] * rowDot(inverse, a * size + a, inverse, a * size + a, size - a);
  return { coefficients, error, freedom, criterion: criterionOf(problem, error, freedom / rows), inverse, weights };
}

function criterionOf({ knownVariance, freedomCost }: Penalised, error: number, share: number): number {
  if (knownVariance) return error + 2 * freedomCost * share;
  const left = 1 - freedomCost * share;
  return left < LEAST_LEFT ? Number.POSITIVE_INFINITY : error / left ** 2;
}

/** L⁻ᵀ L⁻¹ b. */
function solve(inverse: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const half = new Float64Array(size);
  for (let j = 0; j < size; j++) for (let i = j; i < size; i++) half[i] += inverse[j * size + i] * b[j];
  return Float64Array.from({ length: size }, (_, j) => rowDot(inverse, j * size + j, half, j, size - j));
}
