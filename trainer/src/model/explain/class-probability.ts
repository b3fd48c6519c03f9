/** Contributions to the calibrated probability of the predicted class, from contributions to the classes' scores. */
import type { Attribution } from "../../algorithms/base/algorithm.js";
import type { TrainedModel } from "../artifact/artifact.js";
import { calibratedProbabilities } from "../artifact/prediction-result.js";

/** Points of the numerical integral. */
const STEPS = 64;
const DIFFERENCE = 1e-4;

/**
 * Returns the contributions to the calibrated probability of each row's class. `byClass` has an attribution of each class. On the
 * straight line from the base scores to the row's, each input gains the part of the probability that its scores bring (Aumann and
 * Shapley 1974; integrated gradients, Sundararajan, Taly and Yan 2017). Two classes keep the proportions of the scores.
 */
export function toProbability(model: TrainedModel, byClass: readonly Attribution[], classes: Int32Array): Attribution {
  const [first] = byClass;
  const rows = first.base.length;
  const width = first.contributions.length / Math.max(1, rows);
  const base = new Float64Array(rows);
  const contributions = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const parts = byClass.map((part) => part.contributions.subarray(row * width, (row + 1) * width));
    const from = byClass.map((part) => part.base[row]);
    const by = parts.map((part) => part.reduce((sum, one) => sum + one, 0));
    const isLogOdds = first.of === "log_odds";
    const probability = (scores: readonly number[]) =>
      calibratedProbabilities(model, isLogOdds ? softmaxOfLogOdds(scores) : withoutNegative(scores))[classes[row]];
    const slopes = meanSlopes(probability, { from, by, least: isLogOdds ? Number.NEGATIVE_INFINITY : 0 });
    const own = contributions.subarray(row * width, (row + 1) * width);
    for (const [k, part] of parts.entries()) for (let j = 0; j < width; j++) own[j] += slopes[k] * part[j];
    base[row] = probability(from);
    addInProportion(own, probability(from.map((score, k) => score + by[k])) - base[row]);
  }
  return { of: "probability", method: first.method, base, contributions };
}

/** Returns the probabilities of classes whose logarithms exceed the mean of the others' by these numbers. */
function softmaxOfLogOdds(logOdds: readonly number[]): Float64Array {
  const logs = logOdds.map((one) => (one * (logOdds.length - 1)) / logOdds.length);
  const most = Math.max(...logs);
  const powers = Float64Array.from(logs, (log) => Math.exp(log - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Returns the probabilities. Rounding of sums makes some a little less than 0. */
function withoutNegative(probabilities: readonly number[]): Float64Array {
  return Float64Array.from(probabilities, (one) => Math.max(0, one));
}

/** Straight line from `from` to `from` + `by` through scores, which are never below `least`. */
interface Line {
  from: readonly number[];
  by: readonly number[];
  least: number;
}

/** Returns the mean partial derivatives of a function along the line. */
function meanSlopes(of: (scores: readonly number[]) => number, { from, by, least }: Line): Float64Array {
  const slopes = new Float64Array(from.length);
  for (let step = 0; step < STEPS; step++) {
    const at = from.map((score, k) => score + ((step + 0.5) / STEPS) * by[k]);
    const moved = (k: number, difference: number) => of(at.map((score, c) => (c === k ? score + difference : score)));
    for (let k = 0; k < slopes.length; k++) {
      const below = Math.max(0, Math.min(DIFFERENCE, at[k] - least));
      slopes[k] += (moved(k, DIFFERENCE) - moved(k, -below)) / ((DIFFERENCE + below) * STEPS);
    }
  }
  return slopes;
}

/** Changes the contributions, in proportion to their sizes, so that they add up to `sum`: what the numerical integral lacks. */
function addInProportion(contributions: Float64Array, sum: number): void {
  const lacking = sum - contributions.reduce((total, one) => total + one, 0);
  const sizes = contributions.reduce((total, one) => total + Math.abs(one), 0);
  if (sizes === 0) return;
  for (let j = 0; j < contributions.length; j++) contributions[j] += (lacking * Math.abs(contributions[j])) / sizes;
}
