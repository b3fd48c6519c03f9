import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { activeSetStep, passesPerStep } from "./active-set-step.js";
import { type DescentState, negativeGradientAt, type Penalty, subtractRow } from "./descent-state.js";

/** ½ b′Gb − m′b: the quadratic approximation of a smooth loss. G is width × width, both triangles, row by row. */
interface Quadratic {
  gram: Float64Array;
  moment: Float64Array;
}

/** Returns the penalty of the elastic net (Zou and Hastie 2005): the share `mixing` of it on absolute values, the rest on squares. */
export function elasticNetPenalty(size: number, mixing: number): Penalty {
  return { l1: size * mixing, l2: size * (1 - mixing) };
}

interface DescentOptions {
  /** The descent has converged when no coefficient's step changes the loss by more than this. */
  tolerance: number;
  /** Most passes over the coefficients. */
  maxSweeps: number;
  yieldToEventLoop: YieldToEventLoop;
}

/**
 * Minimises the quadratic plus the penalty by cyclic coordinate descent (Friedman, Hastie and Tibshirani 2010), in place from
 * `b`. After a pass over all coefficients, those that are 0 are skipped until the others converge. Where this takes many passes,
 * a step for all of them at once comes in between. Returns whether all converged.
 */
export async function coordinateDescent(
  { gram, moment }: Quadratic,
  penalty: Penalty,
  b: Float64Array,
  options: DescentOptions,
): Promise<boolean> {
  const state = { gram, moment, penalty, b, negativeGradient: negativeGradientAt(gram, moment, b) };
  let allColumns = true;
  let passes = 0;
  for (let sweeps = 0; sweeps < options.maxSweeps; sweeps++) {
    const pending = options.yieldToEventLoop();
    if (pending) await pending;
    const converged: boolean = sweep(state, allColumns) <= options.tolerance;
    if (converged && allColumns) return true;
    allColumns = converged;
    passes++;
    if (converged || passes < passesPerStep(b)) continue;
    activeSetStep(state);
    passes = 0;
  }
  return false;
}

/** Makes one pass. Returns the greatest change of the loss by a single step. A column without variance keeps 0. */
function sweep({ gram, penalty: { l1, l2 }, b, negativeGradient }: DescentState, allColumns: boolean): number {
  const width = b.length;
  let largest = 0;
  for (let j = 0; j < width; j++) {
    const before = b[j];
    const curvature = gram[j * width + j];
    if ((before === 0 && !allColumns) || curvature <= 0) continue;
    const after = softThreshold(negativeGradient[j] + curvature * before, l1) / (curvature + l2);
    const change = after - before;
    if (change === 0) continue;
    b[j] = after;
    subtractRow(negativeGradient, gram, j, change);
    largest = Math.max(largest, curvature * change * change);
  }
  return largest;
}

/** Moves a number towards 0 by `threshold`; numbers within the threshold become 0. */
function softThreshold(value: number, threshold: number): number {
  if (value > threshold) return value - threshold;
  return value < -threshold ? value + threshold : 0;
}
