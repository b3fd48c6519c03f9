import { jacobiEigen } from "../../numeric/linear-algebra/jacobi-eigen.js";
import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { fitPenalised, type PenalisedFit, type PenalisedLeastSquares } from "./criterion.js";
import { criterionGradient, criterionHessian } from "./gradient.js";
import { createMatrixInverter, type InvertMatrix } from "./matrix-inverse.js";

/** Largest absolute log smoothing parameter. Beyond it the fit no longer changes. */
export const MAX_LOG_SMOOTHING = 16;
/**
 * Longest step along an eigenvector. Each eigenvector has its own limit, so that a curve that becomes a straight line does not
 * slow the others down.
 */
const MAX_NEWTON_STEP = 4;
const MAX_HALVINGS = 12;
/** A derivative below this share of the criterion's size counts as 0. */
const GRADIENT_TOLERANCE = 1e-7;

/** Smoothing parameters, and the fit with them. */
export interface SmoothingPoint {
  logSmoothings: Float64Array;
  fit: PenalisedFit;
}

export interface SmoothingResult extends SmoothingPoint {
  converged: boolean;
}

/** State that all fits of one problem share. */
export interface SmoothingContext {
  invert: InvertMatrix;
  yieldToEventLoop: YieldToEventLoop;
}

export function createSmoothingContext({ moments }: PenalisedLeastSquares, yieldToEventLoop: YieldToEventLoop): SmoothingContext {
  return {
    invert: createMatrixInverter(moments.coefficientCount),
    yieldToEventLoop: () => yieldToEventLoop(0.5),
  };
}

/**
 * Minimises the criterion over the log smoothing parameters, from `start` by at most `steps` Newton steps (Wood 2017, section
 * 6.2). Returns them with their fit.
 */
export async function selectSmoothing(
  problem: PenalisedLeastSquares,
  start: SmoothingPoint,
  steps: number,
  work: SmoothingContext,
): Promise<SmoothingResult> {
  let place = start;
  const count = start.logSmoothings.length;
  for (let step = 0; step < steps && count > 0; step++) {
    const { logSmoothings, fit } = place;
    const slopes = criterionGradient(problem, fit, count);
    const scale = GRADIENT_TOLERANCE * (fit.error + Math.abs(fit.criterion));
    const free = [...logSmoothings.keys()].filter(
      (j) => !(Math.abs(logSmoothings[j]) >= MAX_LOG_SMOOTHING && logSmoothings[j] * slopes.criterion[j] < 0),
    );
    if (!free.some((j) => Math.abs(slopes.criterion[j]) > scale)) return { ...place, converged: true };
    const curvature = await criterionHessian(problem, fit, { slopes, free }, work.yieldToEventLoop);
    const direction = await newtonStep({ slope: slopes.criterion, curvature }, free, work.yieldToEventLoop);
    const next = await backtrack(problem, place, direction, work);
    if (!next) return { ...place, converged: true };
    place = next;
  }
  return { ...place, converged: count === 0 };
}

/**
 * Returns −|H|⁻¹ g in the free coordinates. The step goes downhill along each eigenvector, whatever the sign of its curvature,
 * and has a limited length.
 */
async function newtonStep(
  { slope, curvature }: { slope: Float64Array; curvature: Float64Array },
  free: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Float64Array> {
  const slopes = Float64Array.from(free, (j) => slope[j]);
  const step = new Float64Array(free.length);
  const { values, vectors } = await jacobiEigen(curvature, free.length, yieldToEventLoop);
  vectors.forEach((vector, k) => {
    const newton = -dot(vector, slopes) / values[k];
    addScaled(step, Math.max(-MAX_NEWTON_STEP, Math.min(MAX_NEWTON_STEP, newton)), vector);
  });
  const direction = new Float64Array(slope.length);
  free.forEach((j, k) => {
    direction[j] = step[k];
  });
  return direction;
}

/** Takes the longest of the steps 1, ½, ¼ … that reduces the criterion. Returns undefined when rounding leaves nothing to gain. */
async function backtrack(
  problem: PenalisedLeastSquares,
  { logSmoothings, fit }: SmoothingPoint,
  direction: Float64Array,
  work: SmoothingContext,
): Promise<SmoothingPoint | undefined> {
  for (let halvings = 0; halvings < MAX_HALVINGS; halvings++) {
    const next = logSmoothings.map((log, j) =>
      Math.max(-MAX_LOG_SMOOTHING, Math.min(MAX_LOG_SMOOTHING, log + direction[j] / 2 ** halvings)),
    );
    const there = await fitPenalised(problem, next, work);
    if (there.criterion < fit.criterion) return { logSmoothings: next, fit: there };
  }
  return undefined;
}
