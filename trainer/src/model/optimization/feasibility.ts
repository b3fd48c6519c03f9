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
 * Moves settings to nearby ones that keep the bounds, steps and constraints, in place. A constraint that cannot be met remains as a
 * violation. Numbers are projected onto the constraints; then those with steps are rounded, and the others make up for it. What
 * remains is made up for by whole steps.
 */
export function repair(space: SearchSpace, settings: Float64Array): void {
  const extent = ranges(space);
  clip(space, settings);
  if (space.constraints.length > 0) {
    const isNumber = settings.map((_, j) => Number(space.inputs[j].type === "n"));
    projectOnConstraints(space, settings, extent, isNumber);
  }
  snapToSteps(space, settings);
  if (violation(space, settings) === 0) return;
  const hasNoStep = space.step.map((step) => Number(step === 0));
  projectOnConstraints(space, settings, extent, hasNoStep);
  makeUpBySteps(space, settings);
}

/**
 * Projects settings in turn onto each half-space and the bounds (Dykstra 1983), with every input scaled by its range. Only inputs
 * that are marked by 1 move.
 */
function projectOnConstraints(space: SearchSpace, settings: Float64Array, extent: Float64Array, moves: Float64Array): void {
  const free = moves.map((isFree, j) => (extent[j] > 0 ? isFree : 0));
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

/** Moves one input after another by as many steps as a constraint misses. */
function makeUpBySteps(space: SearchSpace, settings: Float64Array): void {
  for (const constraint of space.constraints) {
    for (const [j, weight] of constraint.weights.entries()) {
      const step = weight * space.step[j];
      const over = constraintExcess(constraint, settings);
      if (step === 0 || over === 0) continue;
      const steps = over / step;
      // An inequality is kept by rounding away from 0.
      const whole = constraint.relation === "=" ? Math.round(steps) : Math.sign(steps) * Math.ceil(Math.abs(steps) - 1e-9);
      settings[j] -= whole * space.step[j];
      clip(space, settings);
      snapToSteps(space, settings);
    }
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

function snapToSteps(space: SearchSpace, settings: Float64Array): void {
  const { from, to, step } = space;
  for (let j = 0; j < settings.length; j++) {
    if (step[j] === 0) continue;
    const last = Math.floor((to[j] - from[j]) / step[j] + 1e-9);
    const value = from[j] + step[j] * Math.min(last, Math.round((settings[j] - from[j]) / step[j]));
    settings[j] = withoutRoundingError(value, Math.max(Math.abs(from[j]), Math.abs(to[j])));
  }
  clip(space, settings);
}

/** Digits of the largest value of an input; those below come from rounding: 3 · 0.1 is 0.30000000000000004. */
const DIGITS = 15;

function withoutRoundingError(value: number, largest: number): number {
  const decimals = DIGITS - Math.ceil(Math.log10(largest || 1));
  return Number(value.toFixed(Math.min(100, Math.max(0, decimals))));
}

function add(settings: Float64Array, change: Float64Array): void {
  for (let j = 0; j < settings.length; j++) settings[j] += change[j];
}
