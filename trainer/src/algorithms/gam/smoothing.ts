import type { Rest } from "../../numeric/coordinate-descent/descend.js";
import { gradedEigenOf } from "../../numeric/linear-algebra/graded-eigen.js";
import { addScaled, dot } from "../../numeric/linear-algebra/vectors.js";
import type { Pace } from "../../numeric/pace.js";
import { type Fitted, fitAt, type Penalised } from "./criterion.js";
import { createInvert, type Invert } from "./inverse.js";
import { curvatureAt, slopesAt } from "./slopes.js";

/** Logarithms of smoothings beyond this, either way, change nothing any more. */
export const FURTHEST = 16;
/** Along an eigenvector. Each for itself: a curve that becomes a straight line is not to slow the others down. */
const LONGEST_STEP = 4;
const MOST_HALVINGS = 12;
/** Share of the criterion's size: a slope below it is none. */
const FLAT = 1e-7;

/** Smoothings, and what is fitted with them. */
export interface Place {
  logs: Float64Array;
  fitted: Fitted;
}

export interface Smoothed extends Place {
  converged: boolean;
}

/** What all fits of one problem use. */
export interface Work {
  invert: Invert;
  pace: Pace;
  rest: Rest;
}

export function createWork({ moments }: Penalised, pace: Pace): Work {
  return { invert: createInvert(moments.size), pace, rest: () => (pace.due() ? pace.rest(0.5) : undefined) };
}

/**
 * Logarithms of the smoothings that minimise the criterion, from `start` by at most `steps` of Newton's method (Wood 2017,
 * section 6.2), and the coefficients there.
 */
export async function smooth(problem: Penalised, start: Place, steps: number, work: Work): Promise<Smoothed> {
  let place = start;
  const count = start.logs.length;
  for (let step = 0; step < steps && count > 0; step++) {
    const { logs, fitted } = place;
    const slopes = slopesAt(problem, fitted, count);
    const scale = FLAT * (fitted.error + Math.abs(fitted.criterion));
    const free = [...logs.keys()].filter((j) => !(Math.abs(logs[j]) >= FURTHEST && logs[j] * slopes.first[j] < 0));
    if (!free.some((j) => Math.abs(slopes.first[j]) > scale)) return { ...place, converged: true };
    const curvature = await curvatureAt(problem, fitted, { slopes, free }, work.rest);
    const direction = await newtonStep({ slope: slopes.first, curvature }, free, work.pace);
    const next = await halve(problem, place, direction, work);
    if (!next) return { ...place, converged: true };
    place = next;
  }
  return { ...place, converged: count === 0 };
}

/** −|H|⁻¹ g in the free coordinates: along each eigenvector downhill, whatever the sign of its curvature, and not too far. */
async function newtonStep(
  { slope, curvature }: { slope: Float64Array; curvature: Float64Array },
  free: readonly number[],
  pace: Pace,
): Promise<Float64Array> {
  const slopes = Float64Array.from(free, (j) => slope[j]);
  const step = new Float64Array(free.length);
  const { values, vectors } = await gradedEigenOf(curvature, free.length, pace);
  vectors.forEach((vector, k) => {
    const newton = -dot(vector, slopes) / values[k];
    addScaled(step, Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, newton)), vector);
  });
  const direction = new Float64Array(slope.length);
  free.forEach((j, k) => {
    direction[j] = step[k];
  });
  return direction;
}

/** The longest of the steps 1, ½, ¼ … that brings the criterion down; none when rounding leaves nothing to gain. */
async function halve(problem: Penalised, { logs, fitted }: Place, direction: Float64Array, work: Work): Promise<Place | undefined> {
  for (let halvings = 0; halvings < MOST_HALVINGS; halvings++) {
    const next = logs.map((log, j) => Math.max(-FURTHEST, Math.min(FURTHEST, log + direction[j] / 2 ** halvings)));
    const there = await fitAt(problem, next, work);
    if (there.criterion < fitted.criterion) return { logs: next, fitted: there };
  }
  return undefined;
}
