import { backtrackingLineSearch } from "../line-search.js";

/** Probability of the positive class: 1 ÷ (1 + e^(slope · decision + offset)). */
export interface Sigmoid {
  slope: number;
  offset: number;
}

/** Decisions of rows with their classes. */
interface LabelledDecisions {
  decisions: Float64Array;
  /** 1 or −1. */
  signs: Int8Array;
  /** Weight of rows with sign 1, and of rows with sign −1. */
  weights: readonly [number, number];
}

const MAX_ITERATIONS = 100;
/** The shortest step is 1.2e-10 of Newton's. */
const MAX_TRIALS = 34;
const RIDGE = 1e-12;
const GRADIENT_TOLERANCE = 1e-5;

/**
 * Fits Platt's sigmoid by the method of Lin, Lin and Weng (2007): Newton's method with step halving on the likelihood. The
 * targets keep a distance from 0 and 1 that depends on the number of rows.
 */
export function fitPlattScaling(decided: LabelledDecisions): Sigmoid {
  const { signs, weights } = decided;
  const up = signs.reduce((sum, sign) => sum + (sign > 0 ? 1 : 0), 0);
  const down = signs.length - up;
  const targets: [number, number] = [(up + 1) / (up + 2), 1 / (down + 2)];
  let sigmoid: Sigmoid = { slope: 0, offset: Math.log((weights[1] * down + 1) / (weights[0] * up + 1)) };
  let loss = plattLoss(sigmoid, decided, targets);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const { gradient, hessian } = derivatives(sigmoid, decided, targets);
    if (Math.abs(gradient[0]) < GRADIENT_TOLERANCE && Math.abs(gradient[1]) < GRADIENT_TOLERANCE) break;
    const [a, b, c] = hessian;
    const determinant = a * c - b * b;
    const step = [(-c * gradient[0] + b * gradient[1]) / determinant, (b * gradient[0] - a * gradient[1]) / determinant];
    const descent = gradient[0] * step[0] + gradient[1] * step[1];
    const next = backtrackingLineSearch(MAX_TRIALS, (share) => {
      const moved = { slope: sigmoid.slope + share * step[0], offset: sigmoid.offset + share * step[1] };
      const movedLoss = plattLoss(moved, decided, targets);
      return movedLoss < loss + 1e-4 * share * descent ? { sigmoid: moved, loss: movedLoss } : undefined;
    });
    if (!next) break;
    sigmoid = next.sigmoid;
    loss = next.loss;
  }
  return sigmoid;
}

/** Returns the probability of the positive class, without overflow for large decisions. */
export function plattProbability(decision: number, { slope, offset }: Sigmoid): number {
  const exponent = slope * decision + offset;
  const small = Math.exp(-Math.abs(exponent));
  return (exponent >= 0 ? small : 1) / (1 + small);
}

function plattLoss(
  { slope, offset }: Sigmoid,
  { decisions, signs, weights }: LabelledDecisions,
  targets: readonly [number, number],
): number {
  let loss = 0;
  for (let i = 0; i < decisions.length; i++) {
    const side = signs[i] > 0 ? 0 : 1;
    const exponent = slope * decisions[i] + offset;
    loss += weights[side] * (targets[side] * exponent + Math.max(-exponent, 0) + Math.log1p(Math.exp(-Math.abs(exponent))));
  }
  return loss;
}

/** Returns the gradient with respect to slope and offset, and the second derivatives: slope twice, slope and offset, offset twice. */
function derivatives(sigmoid: Sigmoid, { decisions, signs, weights }: LabelledDecisions, targets: readonly [number, number]) {
  const gradient = [0, 0];
  const hessian = [RIDGE, 0, RIDGE];
  for (let i = 0; i < decisions.length; i++) {
    const side = signs[i] > 0 ? 0 : 1;
    const p = plattProbability(decisions[i], sigmoid);
    const missed = weights[side] * (targets[side] - p);
    const curvature = weights[side] * p * (1 - p);
    gradient[0] += decisions[i] * missed;
    gradient[1] += missed;
    hessian[0] += decisions[i] * decisions[i] * curvature;
    hessian[1] += decisions[i] * curvature;
    hessian[2] += curvature;
  }
  return { gradient, hessian };
}
