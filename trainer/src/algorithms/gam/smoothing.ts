import { multiplyVector } from "./dense-matrix.js";
import type { InvertMatrix } from "./matrix-inverse.js";
import { fitPenalised, type PenalisedFit, type PenalisedLeastSquares } from "./penalised-least-squares.js";

/** Largest absolute log smoothing parameter. Beyond it the fit no longer changes. */
const MAX_LOG_SMOOTHING = 16;
/** Largest change of a log smoothing parameter in one update. */
const MAX_STEP = 4;
/** A derivative below this share of the criterion's size counts as 0. */
const GRADIENT_TOLERANCE = 1e-5;
/** Most updates of a regression. After them, the criterion changes in its fifth digit at most. */
const MAX_UPDATES = 50;

/** Derivatives with respect to the log smoothing parameters. */
interface SmoothingDerivatives {
  /** Derivatives of the mean squared error. */
  error: Float64Array;
  /** Derivatives of the degrees of freedom, at most 0. */
  degreesOfFreedom: Float64Array;
}

/**
 * Returns the fit of least criterion, from smoothing parameters of 1. The criterion can have other minima. Searching them moves no
 * held-out score by more than its spread (docs/decisions/32-what-gam-searches.md).
 */
export async function selectSmoothing(problem: PenalisedLeastSquares, invert: InvertMatrix): Promise<PenalisedFit> {
  let logSmoothings: Float64Array | undefined = new Float64Array(problem.count);
  let fit = await fitPenalised(problem, logSmoothings, invert);
  let best = fit;
  for (let update = 0; update < MAX_UPDATES; update++) {
    logSmoothings = updateSmoothing(problem, fit, logSmoothings);
    if (!logSmoothings) break;
    fit = await fitPenalised(problem, logSmoothings, invert);
    if (fit.criterion < best.criterion) best = fit;
  }
  return best;
}

/**
 * Returns log smoothing parameters of lower criterion than those of the fit, or undefined if its derivatives are 0. A smoothing
 * parameter's derivative is the rise of the error less the fall of the degrees of freedom. The update multiplies the parameter by
 * the ratio of the fall to the rise, which is 1 where the derivative is 0. Wood and Fasiolo (2017, "A generalized Fellner-Schall
 * method") update the smoothing parameters of another criterion, REML, in the same way.
 */
export function updateSmoothing(problem: PenalisedLeastSquares, fit: PenalisedFit, logSmoothings: Float64Array): Float64Array | undefined {
  const derivatives = smoothingDerivatives(problem, fit);
  const cost = problem.freedomCost / problem.equations.rows;
  const left = 1 - cost * fit.degreesOfFreedom;
  const zero = GRADIENT_TOLERANCE * (fit.error + Math.abs(fit.criterion));
  let settled = true;
  const updated = logSmoothings.map((log, i) => {
    const freedom = 2 * cost * derivatives.degreesOfFreedom[i];
    const rise = problem.knownVariance ? derivatives.error[i] : derivatives.error[i] / left ** 2;
    const fall = problem.knownVariance ? -freedom : (-freedom * fit.error) / left ** 3;
    // No degrees of freedom are left, or a smoother curve lowers the error too, since columns are correlated.
    const step = fall > 0 && rise > 0 ? Math.log(fall / rise) : MAX_STEP;
    const next = clamp(log + clamp(step, MAX_STEP), MAX_LOG_SMOOTHING);
    settled &&= next === log || (Number.isFinite(zero) && Math.abs(rise - fall) <= zero);
    return next;
  });
  return settled ? undefined : updated;
}

/**
 * A is the penalised normal matrix, P its inverse, G the normal matrix without penalty, W = A − G the penalties, D the design
 * effects, c the coefficients, and Aᵢ the diagonal part of A that is proportional to smoothing parameter i. Then ∂c = −P Aᵢ c,
 * ∂error = 2 (Aᵢ c)′ P W c and ∂freedom = −tr(Aᵢ P G D P), where P G D P has the diagonal of D P − P W D P (Wood 2017, section
 * 6.2, where D is 1).
 */
export function smoothingDerivatives(
  { groups, count, designEffects }: PenalisedLeastSquares,
  { coefficients, penaltyDiagonal, inverse }: PenalisedFit,
): SmoothingDerivatives {
  const size = coefficients.length;
  const error = new Float64Array(count);
  const degreesOfFreedom = new Float64Array(count);
  const shrinkage = multiplyVector(
    inverse,
    coefficients.map((value, a) => penaltyDiagonal[a] * value),
  );
  for (let a = 0; a < size; a++) {
    const group = groups[a];
    if (group < 0) continue;
    error[group] += 2 * penaltyDiagonal[a] * coefficients[a] * shrinkage[a];
    let unpenalised = designEffects[a] * inverse[a * size + a];
    for (let b = 0; b < size; b++) unpenalised -= designEffects[b] * penaltyDiagonal[b] * inverse[a * size + b] ** 2;
    degreesOfFreedom[group] -= penaltyDiagonal[a] * unpenalised;
  }
  return { error, degreesOfFreedom };
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}
