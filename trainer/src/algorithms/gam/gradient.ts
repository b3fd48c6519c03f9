import { weightedGram } from "../../numeric/linear-algebra/gram.js";
import { dot } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { PenalisedFit, PenalisedLeastSquares } from "./criterion.js";
import { multiplyVector } from "./dense-matrix.js";

/** Derivatives of the error and of the degrees of freedom with respect to the log smoothing parameters. */
export interface CriterionGradient {
  error: Float64Array;
  degreesOfFreedom: Float64Array;
  /** Derivatives of the criterion. */
  criterion: Float64Array;
  /** Inverse of the penalised normal matrix times (penalty · coefficient): P W c. */
  shrinkage: Float64Array;
}

/**
 * Returns the derivatives of the criterion at a fit with respect to the `count` log smoothing parameters. A is the penalised
 * normal matrix, P its inverse, G the normal matrix without penalty, c the coefficients, and Aᵢ the diagonal part of A that is
 * proportional to smoothing parameter i. Then ∂c = −P Aᵢ c, ∂error = 2 (Aᵢ c)′ P (A − G) c and ∂freedom = −tr(Aᵢ P G P).
 */
export function criterionGradient(
  problem: PenalisedLeastSquares,
  { coefficients, penaltyDiagonal, inverse, ...fitted }: PenalisedFit,
  count: number,
): CriterionGradient {
  const { groups, moments, knownVariance } = problem;
  const { coefficientCount } = moments;
  const error = new Float64Array(count);
  const degreesOfFreedom = new Float64Array(count);
  const shrinkage = multiplyVector(
    inverse,
    coefficients.map((value, a) => penaltyDiagonal[a] * value),
  );
  for (let a = 0; a < coefficientCount; a++) {
    if (groups[a] < 0) continue;
    error[groups[a]] += 2 * penaltyDiagonal[a] * coefficients[a] * shrinkage[a];
    let both = inverse[a * coefficientCount + a];
    for (let c = 0, at = a * coefficientCount; c < coefficientCount; c++, at++) both -= penaltyDiagonal[c] * inverse[at] * inverse[at];
    degreesOfFreedom[groups[a]] -= penaltyDiagonal[a] * both;
  }
  const per = problem.freedomCost / moments.rows;
  const left = 1 - per * fitted.degreesOfFreedom;
  const criterion = error.map((slope, i) => {
    const f = per * degreesOfFreedom[i];
    return knownVariance ? slope + 2 * f : slope / left ** 2 + (2 * fitted.error * f) / left ** 3;
  });
  return { error, degreesOfFreedom, criterion, shrinkage };
}

/** Returns the second derivatives of the criterion with respect to the `free` log smoothing parameters: square, row by row. */
export async function criterionHessian(
  problem: PenalisedLeastSquares,
  fitted: PenalisedFit,
  { slopes, free }: { slopes: CriterionGradient; free: readonly number[] },
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  const count = free.length;
  const kept = freeCoefficients(problem.groups, free);
  const error = errorHessian(fitted, slopes, kept);
  const pending = yieldToEventLoop();
  if (pending) await pending;
  const freedom = await degreesOfFreedomHessian(fitted, slopes, kept, yieldToEventLoop);
  const per = problem.freedomCost / problem.moments.rows;
  const left = 1 - per * fitted.degreesOfFreedom;
  return error.map((eij, at) => {
    const [i, j] = [free[Math.floor(at / count)], free[at % count]];
    const [ei, ej, fi, fj, fij] = [
      slopes.error[i],
      slopes.error[j],
      per * slopes.degreesOfFreedom[i],
      per * slopes.degreesOfFreedom[j],
      per * freedom[at],
    ];
    if (problem.knownVariance) return eij + 2 * fij;
    return eij / left ** 2 + (2 * (ei * fj + ej * fi + fitted.error * fij)) / left ** 3 + (6 * fitted.error * fi * fj) / left ** 4;
  });
}

/** Coefficients that belong to free smoothing parameters, and the position of each one's parameter among them. */
interface FreeCoefficients {
  free: readonly number[];
  coefficients: readonly number[];
  places: readonly number[];
}

function freeCoefficients(groups: Int32Array, free: readonly number[]): FreeCoefficients {
  const placeOf = new Map(free.map((smoothing, place) => [smoothing, place]));
  const coefficients = [...groups.keys()].filter((a) => placeOf.has(groups[a]));
  return { free, coefficients, places: coefficients.map((a) => placeOf.get(groups[a]) as number) };
}

/**
 * Returns the second derivatives of the error. With W the penalties, G ∂c = (A − W) ∂c. This needs no product with G, since A ∂c
 * = −Aᵢ c.
 */
function errorHessian(
  { coefficients, penaltyDiagonal, inverse }: PenalisedFit,
  slopes: CriterionGradient,
  { free, coefficients: kept, places }: FreeCoefficients,
): Float64Array {
  const count = free.length;
  const size = coefficients.length;
  const second = new Float64Array(count * count);
  const moves = free.map(() => new Float64Array(size));
  const moved = free.map(() => new Float64Array(size));
  kept.forEach((a, k) => {
    const pull = penaltyDiagonal[a] * coefficients[a];
    const move = moves[places[k]];
    for (let c = 0; c < size; c++) move[c] -= inverse[a * size + c] * pull;
    moved[places[k]][a] = -pull;
  });
  moves.forEach((move, i) => {
    for (let c = 0; c < size; c++) moved[i][c] -= penaltyDiagonal[c] * move[c];
    moves.forEach((other, j) => {
      second[i * count + j] += 2 * dot(moved[i], other);
    });
    kept.forEach((a, k) => {
      const value = 2 * penaltyDiagonal[a] * move[a] * slopes.shrinkage[a];
      second[i * count + places[k]] += value;
      second[places[k] * count + i] += value;
    });
    second[i * count + i] += slopes.error[free[i]];
  });
  return second;
}

/** Returns the second derivatives of the degrees of freedom. P G P = P − P W P, with W the penalties. */
async function degreesOfFreedomHessian(
  { penaltyDiagonal, inverse }: PenalisedFit,
  slopes: CriterionGradient,
  { free, coefficients, places }: FreeCoefficients,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  const count = free.length;
  const size = penaltyDiagonal.length;
  const second = new Float64Array(count * count);
  const rows = coefficients.map((a) => inverse.subarray(a * size, (a + 1) * size));
  const taken = await weightedGram(rows, penaltyDiagonal, yieldToEventLoop);
  coefficients.forEach((a, k) => {
    const i = places[k];
    for (let l = 0; l <= k; l++) {
      const b = coefficients[l];
      const j = places[l];
      const both = inverse[a * size + b];
      const value = 2 * penaltyDiagonal[a] * penaltyDiagonal[b] * both * (both - taken[k * coefficients.length + l]);
      second[i * count + j] += value;
      if (k !== l) second[j * count + i] += value;
    }
  });
  for (let i = 0; i < count; i++) second[i * count + i] += slopes.degreesOfFreedom[free[i]];
  return second;
}
