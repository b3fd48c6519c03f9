import { clip } from "../../numeric/clip.js";
import { multiplyVector } from "./dense-matrix.js";
import type { InvertMatrix } from "./matrix-inverse.js";
import { fitPenalised, type PenalisedFit, type PenalisedLeastSquares } from "./penalised-least-squares.js";

/** Largest absolute log smoothing parameter. Beyond it the fit no longer changes. */
const MAX_LOG_SMOOTHING = 16;
/** Largest change of a log smoothing parameter in one update. */
const MAX_STEP = 4;
/** Factors on a change by its rate, after one in the same direction and after one in the other. */
const RATE_INCREASE = 2;
const RATE_DECREASE = 0.5;
const MAX_RATE = 4;
/** A derivative below this share of the criterion's size counts as 0. */
const GRADIENT_TOLERANCE = 1e-5;
/** Most updates of a regression; most need from 3 to 15. */
const MAX_UPDATES = 50;

/** State of the search, with one number for each smoothing parameter. */
export interface SmoothingSearch {
  /** Logarithms of the smoothing parameters. */
  logs: Float64Array;
  /** Their last changes. */
  changes: Float64Array;
  /** Factors on their next changes. */
  rates: Float64Array;
}

/** Derivatives with respect to the log smoothing parameters. */
interface SmoothingDerivatives {
  /** Derivatives of the mean squared error. */
  error: Float64Array;
  /** Derivatives of the degrees of freedom, at most 0. */
  degreesOfFreedom: Float64Array;
}

/** Starts from smoothing parameters of 1. */
export function startSmoothing(count: number): SmoothingSearch {
  return { logs: new Float64Array(count), changes: new Float64Array(count), rates: new Float64Array(count).fill(1) };
}

/**
 * Returns the fit of least criterion. The criterion can have other minima. Searching them moves no held-out score by more than its
 * spread (docs/decisions/032-what-gam-searches.md).
 */
export async function selectSmoothing(problem: PenalisedLeastSquares, invert: InvertMatrix): Promise<PenalisedFit> {
  let search: SmoothingSearch | undefined = startSmoothing(problem.count);
  let fit = await fitPenalised(problem, search.logs, invert);
  let best = fit;
  for (let update = 0; update < MAX_UPDATES; update++) {
    search = updateSmoothing(problem, fit, search);
    if (!search) break;
    fit = await fitPenalised(problem, search.logs, invert);
    if (fit.criterion < best.criterion) best = fit;
  }
  return best;
}

/**
 * Returns log smoothing parameters of lower criterion than those of the fit, or undefined if its derivatives are 0. A smoothing
 * parameter's derivative is the rise of the error less the fall of the degrees of freedom. The update multiplies the parameter by
 * the ratio of the fall to the rise, which is 1 where the derivative is 0. Wood and Fasiolo (2017, "A generalized Fellner-Schall
 * method") update the smoothing parameters of another criterion, REML, in the same way. Each parameter has a rate, as the weights
 * of a network have in Rprop (Riedmiller and Braun 1993): it rises while the changes have one sign, and falls where the sign turns,
 * since correlated curves would go to and fro without end.
 */
export function updateSmoothing(
  problem: PenalisedLeastSquares,
  fit: PenalisedFit,
  { logs, changes, rates }: SmoothingSearch,
): SmoothingSearch | undefined {
  const derivatives = smoothingDerivatives(problem, fit);
  const cost = problem.freedomCost / problem.equations.rows;
  const left = 1 - cost * fit.degreesOfFreedom;
  const zero = GRADIENT_TOLERANCE * (fit.error + Math.abs(fit.criterion));
  let settled = true;
  const next: SmoothingSearch = { logs: logs.slice(), changes: changes.slice(), rates: rates.slice() };
  for (let i = 0; i < problem.count; i++) {
    const freedom = 2 * cost * derivatives.degreesOfFreedom[i];
    const rise = problem.knownVariance ? derivatives.error[i] : derivatives.error[i] / left ** 2;
    const fall = problem.knownVariance ? -freedom : (-freedom * fit.error) / left ** 3;
    // No degrees of freedom are left, or a smoother curve lowers the error too, since columns are correlated.
    const change = fall > 0 && rise > 0 ? Math.log(fall / rise) : MAX_STEP;
    const direction = Math.sign(change * changes[i]);
    if (direction !== 0) next.rates[i] = Math.min(MAX_RATE, rates[i] * (direction > 0 ? RATE_INCREASE : RATE_DECREASE));
    next.logs[i] = clip(logs[i] + clip(next.rates[i] * change, MAX_STEP * Math.min(1, next.rates[i])), MAX_LOG_SMOOTHING);
    next.changes[i] = next.logs[i] - logs[i];
    settled &&= next.changes[i] === 0 || (Number.isFinite(zero) && Math.abs(rise - fall) <= zero);
  }
  return settled ? undefined : next;
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
