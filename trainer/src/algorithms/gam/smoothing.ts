import type { Rest } from "../../coordinate-descent/descend.js";
import { addScaled, dot } from "../glm/linear-algebra.js";
import { gradedEigenOf } from "../graded-eigen.js";
import type { Pace } from "../pace.js";
import { type Fitted, fitAt, type Penalised } from "./criterion.js";
import { type Derivatives, slopesAt } from "./slopes.js";

/** Logarithms of smoothings beyond this, either way, change nothing any more. */
const FURTHEST = 16;
const LONGEST_STEP = 4;
const MOST_HALVINGS = 12;
/** Share of the criterion's size: a slope below it is none. */
const FLAT = 1e-7;

export interface Smoothed extends Fitted {
  logs: Float64Array;
  converged: boolean;
}

/**
 * Logarithms of the smoothings that minimise the criterion, from `start` by at most `steps` of Newton's method (Wood 2017,
 * section 6.2), and the coefficients there.
 */
export async function smooth(problem: Penalised, start: Float64Array, steps: number, pace: Pace): Promise<Smoothed> {
  const rest: Rest = () => (pace.due() ? pace.rest(0.5) : undefined);
  let logs = start;
  let fitted = await fitAt(problem, logs, rest);
  for (let step = 0; step < steps && logs.length > 0; step++) {
    const slopes = await slopesAt(problem, fitted, logs.length, rest);
    const scale = FLAT * (fitted.error + Math.abs(fitted.criterion));
    const free = [...logs.keys()].filter((j) => !(Math.abs(logs[j]) >= FURTHEST && logs[j] * slopes.first[j] < 0));
    if (!free.some((j) => Math.abs(slopes.first[j]) > scale)) return { ...fitted, logs, converged: true };
    const direction = await newtonStep(slopes, free, pace);
    const next = await halve(problem, { logs, fitted, direction }, rest);
    if (!next) return { ...fitted, logs, converged: true };
    ({ logs, fitted } = next);
  }
  return { ...fitted, logs, converged: logs.length === 0 };
}

/** −|H|⁻¹ g in the free coordinates: along each eigenvector downhill, whatever the sign of its curvature. */
async function newtonStep({ first, second }: Derivatives, free: readonly number[], pace: Pace): Promise<Float64Array> {
  const size = first.length;
  const part = Float64Array.from({ length: free.length ** 2 }, (_, at) => {
    return second[free[Math.floor(at / free.length)] * size + free[at % free.length]];
  });
  const slope = Float64Array.from(free, (j) => first[j]);
  const step = new Float64Array(free.length);
  const { values, vectors } = await gradedEigenOf(part, free.length, pace);
  vectors.forEach((vector, k) => void addScaled(step, -dot(vector, slope) / values[k], vector));
  const longest = step.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const direction = new Float64Array(size);
  free.forEach((j, k) => {
    direction[j] = step[k] * Math.min(1, LONGEST_STEP / longest);
  });
  return direction;
}

/** The longest of the steps 1, ½, ¼ … that brings the criterion down; none when rounding leaves nothing to gain. */
async function halve(
  problem: Penalised,
  { logs, fitted, direction }: { logs: Float64Array; fitted: Fitted; direction: Float64Array },
  rest: Rest,
): Promise<{ logs: Float64Array; fitted: Fitted } | undefined> {
  for (let halvings = 0; halvings < MOST_HALVINGS; halvings++) {
    const next = logs.map((log, j) => Math.max(-FURTHEST, Math.min(FURTHEST, log + direction[j] / 2 ** halvings)));
    const there = await fitAt(problem, next, rest);
    if (there.criterion < fitted.criterion) return { logs: next, fitted: there };
  }
  return undefined;
}
