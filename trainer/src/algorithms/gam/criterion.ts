import type { Rest } from "../../numeric/coordinate-descent/descend.js";
import { dot } from "../../numeric/linear-algebra/vectors.js";
import { times } from "./dense.js";
import type { Invert } from "./inverse.js";
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
  /** Of the penalised products. */
  inverse: Float64Array;
  /** Penalty of each coefficient's square. */
  weights: Float64Array;
}

/** Keeps columns solvable that tell the same: a share of a coordinate's variance. */
const RIDGE = 1e-9;
/** Share of the rows that has to be left over by the degrees of freedom. */
const LEAST_LEFT = 0.01;

export async function fitAt(problem: Penalised, logs: Float64Array, { invert, rest }: { invert: Invert; rest: Rest }): Promise<Fitted> {
  const { moments, penalties, groups } = problem;
  const { size, gram, moment, square } = moments;
  const weights = penalties.map((penalty, a) => RIDGE + (groups[a] < 0 ? 0 : penalty * Math.exp(logs[groups[a]])));
  const inverse = await invert(gram, weights, rest);
  const coefficients = times(inverse, moment);
  const error = Math.max(0, square - 2 * dot(coefficients, moment) + dot(coefficients, times(gram, coefficients)));
  let freedom = 1 + size;
  for (let a = 0; a < size; a++) freedom -= weights[a] * inverse[a * size + a];
  return { coefficients, error, freedom, criterion: criterionOf(problem, error, freedom), inverse, weights };
}

export function criterionOf({ knownVariance, freedomCost, moments }: Penalised, error: number, freedom: number): number {
  const share = freedom / moments.rows;
  if (knownVariance) return error + 2 * freedomCost * share;
  const left = 1 - freedomCost * share;
  return left < LEAST_LEFT ? Number.POSITIVE_INFINITY : error / left ** 2;
}
