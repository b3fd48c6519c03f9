import { choleskySolver, dot } from "../linear-algebra/vectors.js";
import type { DescentState } from "./descent-state.js";

/** Most active coefficients of a step. More would hold up the event loop for longer than a fit may. */
const MAX_ACTIVE = 500;

/** Returns after how many passes over the active coefficients a step costs as much as they did. */
export function passesPerStep(b: Float64Array): number {
  let active = 0;
  for (let j = 0; j < b.length; j++) if (b[j] !== 0) active++;
  return active > MAX_ACTIVE ? Number.POSITIVE_INFINITY : Math.max(5, active / 6);
}

/**
 * Moves the coefficients that are not 0 to where the loss is least while all signs stay, or as far towards it as the first one
 * reaches 0 (feature-sign search; Lee, Battle, Raina and Ng 2006, Efficient sparse coding algorithms). Coordinate descent alone
 * needs thousands of passes where columns are nearly collinear. Columns that depend on others are moved along with them, in the
 * direction that changes no prediction.
 */
export function activeSetStep(state: DescentState): void {
  const { gram, penalty, b } = state;
  const width = b.length;
  const active = [...b.keys()].filter((j) => b[j] !== 0);
  const size = active.length;
  const hessian = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) hessian[row * size + column] = gram[active[row] * width + active[column]];
    hessian[row * size + row] += penalty.l2;
  }
  const solve = choleskySolver(hessian.slice(), size);
  const values = Float64Array.from(active, (j) => b[j]);
  const descent = Float64Array.from(active, (j) => state.negativeGradient[j] - penalty.l1 * Math.sign(b[j]) - penalty.l2 * b[j]);
  const newton = solve(descent);
  if (moveUntilZero(values, newton, 1) === 1) {
    const dependent = newton.indexOf(0);
    if (dependent >= 0) moveDependentColumn(values, { hessian, descent, newton, solve }, dependent);
  }
  const before = { b: b.slice(), negativeGradient: state.negativeGradient.slice(), loss: lossOf(state) };
  active.forEach((j, at) => {
    b[j] = values[at];
  });
  state.updateGradient();
  if (lossOf(state) <= before.loss) return;
  b.set(before.b);
  state.negativeGradient.set(before.negativeGradient);
}

interface SolvedStep {
  hessian: Float64Array;
  /** Negative gradient before the step. */
  descent: Float64Array;
  newton: Float64Array;
  solve(right: Float64Array): Float64Array;
}

/** Moves a column that the factorisation left out, and those it depends on against it, until the loss is least or one is 0. */
function moveDependentColumn(values: Float64Array, { hessian, descent, newton, solve }: SolvedStep, at: number): void {
  const size = values.length;
  const row = hessian.subarray(at * size, (at + 1) * size);
  const remaining = descent[at] - dot(row, newton);
  const direction = solve(row.slice()).map((value) => -value * Math.sign(remaining));
  direction[at] = Math.sign(remaining);
  const curvature = row[at] * direction[at] ** 2 + direction[at] * (dot(row, direction) - row[at] * direction[at]);
  moveUntilZero(values, direction, curvature > 0 ? Math.abs(remaining) / curvature : Number.POSITIVE_INFINITY);
}

/** Moves the values by the share `most` of the move, or less where the first one reaches 0. Returns the share. */
function moveUntilZero(values: Float64Array, move: Float64Array, most: number): number {
  let share = most;
  let zero = -1;
  for (let i = 0; i < values.length; i++) {
    const until = -values[i] / move[i];
    if (until > 0 && until < share) [share, zero] = [until, i];
  }
  if (!Number.isFinite(share)) return share;
  for (let i = 0; i < values.length; i++) values[i] += share * move[i];
  if (zero >= 0) values[zero] = 0;
  return share;
}

/** Returns the penalised loss. */
function lossOf({ moment, negativeGradient, b, penalty: { l1, l2 } }: DescentState): number {
  let loss = 0;
  for (let j = 0; j < b.length; j++) loss += Math.abs(b[j]) * l1 + (b[j] * (l2 * b[j] - moment[j] - negativeGradient[j])) / 2;
  return loss;
}
