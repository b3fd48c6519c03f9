import { FOLD_COUNT } from "../assign-folds.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { type PathPoint, type PathProblem, penaltyPath } from "./regularization-path.js";

/** How to choose a penalty. */
export interface PenaltySearchOptions {
  /** Candidate shares of the penalty on absolute values, above 0 up to 1. */
  l1Ratios: readonly number[];
  /** Number of penalties along a path. */
  penalties: number;
  /** Least penalty, as a share of the greatest. */
  minPenaltyRatio: number;
  /** The search takes the greatest penalty whose loss is within this number of standard errors of the least loss. */
  standardErrors: number;
}

/** A fold of a cross-validation. With repeats, the folds of each repeat cover all rows. */
export interface FoldProblem {
  /** Training rows of the fold. */
  problem: PathProblem;
  /** Number of held-out rows. */
  rows: number;
  /** Returns the mean loss of the held-out rows. */
  loss(coefficients: Float64Array): number;
}

export interface ChosenPenalty extends PathPoint {
  l1Ratio: number;
  penalty: number;
}

/**
 * Fits the folds along a path for each L1 ratio, and all rows at the penalty and ratio that have the least held-out loss. Without
 * folds the first ratio and its greatest penalty are chosen.
 */
export async function choosePenalty(
  whole: PathProblem,
  folds: readonly FoldProblem[],
  choice: PenaltySearchOptions,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ChosenPenalty> {
  let best: { l1Ratio: number; penalties: Float64Array; loss: number } | undefined;
  for (const l1Ratio of choice.l1Ratios) {
    const penalties = penaltyPath(whole.maxPenalty(l1Ratio), choice.penalties, choice.minPenaltyRatio);
    const steps = folds.length === 0 ? [] : await followPath(folds, { mixing: l1Ratio, penalties }, yieldToEventLoop);
    const { at, loss } = selectStep(steps, folds, choice.standardErrors);
    if (!best || loss < best.loss) best = { l1Ratio, penalties: penalties.subarray(0, at + 1), loss };
  }
  if (!best) throw new Error("There is no mixing to choose from");
  const { l1Ratio, penalties } = best;
  return {
    ...(await fitAtLast(whole, { mixing: l1Ratio, penalties }, yieldToEventLoop)),
    l1Ratio,
    penalty: penalties[penalties.length - 1],
  };
}

interface Path {
  mixing: number;
  penalties: Float64Array;
}

/** A fit at every tenth penalty down to the last one is near enough to start the next one from. */
const STRIDE = 10;

async function fitAtLast(whole: PathProblem, { mixing, penalties }: Path, yieldToEventLoop: YieldToEventLoop): Promise<PathPoint> {
  const fit = whole.startPath(mixing, yieldToEventLoop);
  const last = penalties.length - 1;
  for (let at = last % STRIDE; at < last; at += STRIDE) await fit(penalties[at]);
  return fit(penalties[last]);
}

interface PathStep {
  /** Loss of each fold. */
  losses: number[];
  /** Mean loss of all held-out rows. */
  meanLoss: number;
  /** Mean share of the null loss that the columns explain in the folds' training rows; 0 where a path does not stop early. */
  devianceExplained: number;
}

/** Follows the path with each fold side by side, until it is not worth going on. */
async function followPath(
  folds: readonly FoldProblem[],
  { mixing, penalties }: Path,
  yieldToEventLoop: YieldToEventLoop,
): Promise<PathStep[]> {
  const fits = folds.map(({ problem }) => problem.startPath(mixing, yieldToEventLoop));
  const stopsEarly = folds.every(({ problem }) => problem.stopsEarly);
  const rows = heldOutRowCount(folds);
  const steps: PathStep[] = [];
  for (const penalty of penalties) {
    const pending = yieldToEventLoop();
    if (pending) await pending;
    const losses: number[] = [];
    let devianceExplained = 0;
    for (const [f, { loss }] of folds.entries()) {
      const point = await fits[f](penalty);
      losses.push(loss(point.coefficients));
      if (stopsEarly) devianceExplained += point.devianceExplained() / folds.length;
    }
    steps.push({ losses, meanLoss: losses.reduce((sum, loss, f) => sum + (loss * folds[f].rows) / rows, 0), devianceExplained });
    if (stopsEarly && (isPathSaturated(steps) || isPastBest(steps, penalties))) break;
  }
  return steps;
}

/** glmnet's defaults (glmnet.control): the path ends where a step explains hardly more, or nothing is left to explain. */
const MIN_DEVIANCE_CHANGE = 1e-5;
const MAX_DEVIANCE_EXPLAINED = 0.999;
const MIN_PATH_STEPS = 5;

function isPathSaturated(steps: readonly PathStep[]): boolean {
  const [before, now] = [steps.at(-2)?.devianceExplained ?? 0, steps.at(-1)?.devianceExplained ?? 0];
  return (steps.length >= MIN_PATH_STEPS && now - before < MIN_DEVIANCE_CHANGE * now) || now > MAX_DEVIANCE_EXPLAINED;
}

/**
 * A path ends at this share of the penalty with the least held-out loss so far. If the loss has grown all the way down to it, the
 * model overfits and the loss keeps growing. Most of the work is at small penalties.
 */
const PAST_BEST_RATIO = 0.1;

function isPastBest(steps: readonly PathStep[], penalties: Float64Array): boolean {
  return penalties[steps.length - 1] <= PAST_BEST_RATIO * penalties[bestStep(steps)];
}

function bestStep(steps: readonly PathStep[]): number {
  return steps.reduce((best, { meanLoss }, i) => (meanLoss < steps[best].meanLoss ? i : best), 0);
}

/** Returns the chosen step and the least mean loss of all steps; the first one if there is none. */
function selectStep(steps: readonly PathStep[], folds: readonly FoldProblem[], standardErrors: number): { at: number; loss: number } {
  if (steps.length === 0) return { at: 0, loss: 0 };
  const { losses, meanLoss: loss } = steps[bestStep(steps)];
  const rows = heldOutRowCount(folds);
  const spread = losses.reduce((sum, fold, f) => sum + (folds[f].rows / rows) * (fold - loss) ** 2, 0);
  // Repeats estimate the mean better but add no rows, so the standard error is that of one division.
  const allowed = loss + standardErrors * Math.sqrt(spread / Math.max(1, Math.min(FOLD_COUNT, folds.length) - 1));
  const at = steps.findIndex(({ meanLoss }) => meanLoss <= allowed);
  return { at: Math.max(0, at), loss };
}

function heldOutRowCount(folds: readonly FoldProblem[]): number {
  return folds.reduce((sum, fold) => sum + fold.rows, 0);
}
