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

/** Fits along a path for each L1 ratio, and returns the point whose penalty and ratio have the least held-out loss. */
export async function choosePenalty(
  whole: PathProblem,
  folds: readonly FoldProblem[],
  choice: PenaltySearchOptions,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ChosenPenalty> {
  let best: { chosen: ChosenPenalty; loss: number } | undefined;
  for (const l1Ratio of choice.l1Ratios) {
    const penalties = penaltyPath(whole.maxPenalty(l1Ratio), choice.penalties, choice.minPenaltyRatio);
    const steps = await followPath(whole, folds, { mixing: l1Ratio, penalties }, yieldToEventLoop);
    const { at, loss } = selectStep(steps, folds, choice.standardErrors);
    if (!best || loss < best.loss) best = { chosen: { ...steps[at].point, l1Ratio, penalty: penalties[at] }, loss };
  }
  if (!best) throw new Error("There is no mixing to choose from");
  return best.chosen;
}

interface PathStep {
  point: PathPoint;
  /** Loss of each fold. */
  losses: number[];
  /** Mean loss of all held-out rows; 0 without folds. */
  meanLoss: number;
}

/** Follows the path with all rows and with each fold side by side, until it is not worth going on. */
async function followPath(
  whole: PathProblem,
  folds: readonly FoldProblem[],
  { mixing, penalties }: { mixing: number; penalties: Float64Array },
  yieldToEventLoop: YieldToEventLoop,
): Promise<PathStep[]> {
  const fit = whole.startPath(mixing, yieldToEventLoop);
  const fits = folds.map(({ problem }) => problem.startPath(mixing, yieldToEventLoop));
  const rows = heldOutRowCount(folds);
  const steps: PathStep[] = [];
  for (const penalty of penalties) {
    const pending = yieldToEventLoop();
    if (pending) await pending;
    const point = await fit(penalty);
    const losses: number[] = [];
    for (const [f, { loss }] of folds.entries()) losses.push(loss((await fits[f](penalty)).coefficients));
    steps.push({ point, losses, meanLoss: losses.reduce((sum, loss, f) => sum + (loss * folds[f].rows) / rows, 0) });
    if (whole.stopsEarly && (isPathSaturated(steps) || isPastBest(steps, penalties))) break;
  }
  return steps;
}

/** glmnet's defaults (glmnet.control): the path ends where a step explains hardly more, or nothing is left to explain. */
const MIN_DEVIANCE_CHANGE = 1e-5;
const MAX_DEVIANCE_EXPLAINED = 0.999;
const MIN_PATH_STEPS = 5;

function isPathSaturated(steps: readonly PathStep[]): boolean {
  const [before, now] = [steps.at(-2)?.point.devianceExplained ?? 0, steps.at(-1)?.point.devianceExplained ?? 0];
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

/** Returns the chosen step and the least mean loss of all steps. Without folds the greatest penalty is chosen. */
function selectStep(steps: readonly PathStep[], folds: readonly FoldProblem[], standardErrors: number): { at: number; loss: number } {
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
