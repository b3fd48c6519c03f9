import { type PenalisedFit, type PenalisedLeastSquares, smoothingCriterion } from "./criterion.js";
import { multiplyVector } from "./dense-matrix.js";
import { MAX_LOG_SMOOTHING, type SmoothingContext, type SmoothingPoint } from "./smoothing.js";

/** Distance of neighbouring log smoothing parameters in the grid. */
const GRID_STEP = 1;

/** Best log of each smoothing parameter in the grid with the others fixed, and the criterion there. */
export interface GridScanResult {
  bestLogs: Float64Array;
  criteria: Float64Array;
}

/** The coefficients that one smoothing parameter penalises, and their parts of a fit. */
interface SmoothingBlock {
  penalties: Float64Array;
  weights: Float64Array;
  coefficients: Float64Array;
  /** These coefficients' entries of P W c: inverse of the penalised normal matrix, penalties, coefficients. */
  shrinkage: Float64Array;
  /** These coefficients' rows and columns of P. */
  inverse: Float64Array;
  /** These coefficients' rows and columns of P G P, with G the normal matrix without penalty. */
  inverseGramInverse: Float64Array;
}

/**
 * Scans the whole range of each smoothing parameter. D is the diagonal change of the parameter's penalties, M = (I + D P)⁻¹ D,
 * and v = M c for its coefficients c. The error grows by 2 v′ P W c + v′ P G P v, and the degrees of freedom by −tr(M P G P).
 * `pulled` is P W c.
 */
export async function gridScan(
  problem: PenalisedLeastSquares,
  { logSmoothings, fit }: SmoothingPoint,
  pulled: Float64Array,
  { yieldToEventLoop }: SmoothingContext,
): Promise<GridScanResult> {
  const bestLogs = logSmoothings.slice();
  const criteria = new Float64Array(logSmoothings.length).fill(fit.criterion);
  for (let i = 0; i < logSmoothings.length; i++) {
    const part = smoothingBlock(problem, fit, pulled, i);
    for (let log = -MAX_LOG_SMOOTHING; log <= MAX_LOG_SMOOTHING; log += GRID_STEP) {
      const criterion = criterionAt(problem, fit, part, log);
      if (!(criterion < criteria[i])) continue;
      bestLogs[i] = log;
      criteria[i] = criterion;
    }
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
  return { bestLogs, criteria };
}

function smoothingBlock(
  { groups, penalties }: PenalisedLeastSquares,
  { penaltyDiagonal, coefficients, inverse }: PenalisedFit,
  pulled: Float64Array,
  i: number,
): SmoothingBlock {
  const size = penaltyDiagonal.length;
  const own = [...groups.keys()].filter((a) => groups[a] === i);
  const of = (values: Float64Array) => Float64Array.from(own, (a) => values[a]);
  const pairs = own.flatMap((a) => own.map((b) => [a, b] as const));
  return {
    penalties: of(penalties),
    weights: of(penaltyDiagonal),
    coefficients: of(coefficients),
    shrinkage: of(pulled),
    inverse: Float64Array.from(pairs, ([a, b]) => inverse[a * size + b]),
    inverseGramInverse: Float64Array.from(pairs, ([a, b]) => {
      let value = inverse[a * size + b];
      for (let c = 0; c < size; c++) value -= penaltyDiagonal[c] * inverse[a * size + c] * inverse[b * size + c];
      return value;
    }),
  };
}

function criterionAt(problem: PenalisedLeastSquares, { error, degreesOfFreedom }: PenalisedFit, part: SmoothingBlock, log: number): number {
  const size = part.weights.length;
  const m = woodburyFactor(part, Math.exp(log));
  const v = multiplyVector(m, part.coefficients);
  const bent = multiplyVector(part.inverseGramInverse, v);
  let errorGrowth = 0;
  let freedomGrowth = 0;
  for (let a = 0; a < size; a++) {
    errorGrowth += v[a] * (2 * part.shrinkage[a] + bent[a]);
    for (let b = 0; b < size; b++) freedomGrowth -= m[a * size + b] * part.inverseGramInverse[b * size + a];
  }
  return smoothingCriterion(problem, Math.max(0, error + errorGrowth), degreesOfFreedom + freedomGrowth);
}

/** Computes M by Gaussian elimination. It needs no pivoting, since the leading blocks of I + D P have eigenvalues above 0. */
function woodburyFactor({ penalties, weights, inverse }: SmoothingBlock, smoothing: number): Float64Array {
  const size = weights.length;
  const left = new Float64Array(size * size);
  const right = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    const growth = smoothing * penalties[a] - weights[a];
    for (let b = 0; b < size; b++) left[a * size + b] = growth * inverse[a * size + b];
    left[a * size + a] += 1;
    right[a * size + a] = growth;
  }
  for (let pivot = 0; pivot < size; pivot++) {
    for (let a = 0; a < size; a++) {
      if (a === pivot) continue;
      const factor = left[a * size + pivot] / left[pivot * size + pivot];
      for (let b = pivot; b < size; b++) left[a * size + b] -= factor * left[pivot * size + b];
      for (let b = 0; b < size; b++) right[a * size + b] -= factor * right[pivot * size + b];
    }
  }
  return right.map((value, at) => value / left[Math.floor(at / size) * (size + 1)]);
}
