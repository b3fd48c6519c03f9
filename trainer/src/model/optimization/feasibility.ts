import type { SearchSpace, SpaceConstraint } from "./space.js";

/** Rounds of projections after which the result is taken as it is. */
const ROUNDS = 200;
/** Tolerance of a constraint, relative to the largest sum of its terms. */
const TOLERANCE = 1e-7;

/** Returns the width of each input's range, which is the unit of its distances; 0 for a fixed input. */
export function ranges({ from, to }: SearchSpace): Float64Array {
  return from.map((least, j) => to[j] - least);
}

/**
 * Moves settings to nearby ones that keep the bounds, steps and constraints. Inputs with steps are rounded. The others are
 * projected in turn onto each half-space and the bounds (Dykstra 1983), with every input scaled by its range. Changes `settings`
 * in place. A constraint that cannot be met remains as a violation.
 */
export function repair(space: SearchSpace, settings: Float64Array): void {
  const extent = ranges(space);
  clip(space, settings);
  snapToSteps(space, settings);
  if (space.constraints.length === 0) return;
  const free = settings.map((_, j) => (space.step[j] === 0 && extent[j] > 0 ? 1 : 0));
  const corrections = space.constraints.map(() => new Float64Array(settings.length));
  const boundCorrection = new Float64Array(settings.length);
  for (let round = 0; round < ROUNDS && violation(space, settings) > 0; round++) {
    for (const [c, constraint] of space.constraints.entries()) {
      add(settings, corrections[c]);
      const before = settings.slice();
      project(constraint, settings, extent, free);
      for (let j = 0; j < settings.length; j++) corrections[c][j] = before[j] - settings[j];
    }
    add(settings, boundCorrection);
    const before = settings.slice();
    clip(space, settings);
    for (let j = 0; j < settings.length; j++) boundCorrection[j] = before[j] - settings[j];
  }
}

/** Returns the sum of the constraints' violations, each relative to the largest sum of its terms; 0 when all constraints hold. */
export function violation(space: SearchSpace, settings: Float64Array): number {
  let total = 0;
  for (const constraint of space.constraints) {
    const scale = scaleOf(space, constraint);
    const missed = Math.abs(constraintExcess(constraint, settings)) / scale;
    if (missed > TOLERANCE) total += missed;
  }
  return total;
}

function scaleOf({ from, to }: SearchSpace, { weights, value }: SpaceConstraint): number {
  let scale = Math.abs(value);
  for (let j = 0; j < weights.length; j++) scale = Math.max(scale, Math.abs(weights[j]) * Math.max(Math.abs(from[j]), Math.abs(to[j])));
  return scale || 1;
}

/** Returns how much the constraint's sum is too large; 0 when the constraint holds. */
function constraintExcess({ weights, relation, value }: SpaceConstraint, settings: Float64Array): number {
  let sum = -value;
  for (let j = 0; j < weights.length; j++) sum += weights[j] * settings[j];
  if (relation === "<=") return Math.max(0, sum);
  return relation === ">=" ? Math.min(0, sum) : sum;
}

function project(constraint: SpaceConstraint, settings: Float64Array, extent: Float64Array, free: Float64Array): void {
  const over = constraintExcess(constraint, settings);
  if (over === 0) return;
  const { weights } = constraint;
  let squares = 0;
  for (let j = 0; j < weights.length; j++) squares += free[j] * (weights[j] * extent[j]) ** 2;
  if (squares === 0) return;
  for (let j = 0; j < weights.length; j++) settings[j] -= (free[j] * over * weights[j] * extent[j] ** 2) / squares;
}

function clip({ from, to }: SearchSpace, settings: Float64Array): void {
  for (let j = 0; j < settings.length; j++) settings[j] = Math.min(to[j], Math.max(from[j], settings[j]));
}

function snapToSteps({ from, to, step }: SearchSpace, settings: Float64Array): void {
  for (let j = 0; j < settings.length; j++) {
    if (step[j] === 0) continue;
    const last = Math.floor((to[j] - from[j]) / step[j] + 1e-9);
    settings[j] = from[j] + step[j] * Math.min(last, Math.round((settings[j] - from[j]) / step[j]));
  }
}

function add(settings: Float64Array, change: Float64Array): void {
  for (let j = 0; j < settings.length; j++) settings[j] += change[j];
}
