import { FOLDS } from "../split.js";
import type { Rest } from "./descend.js";
import { type PathPoint, type PathProblem, penaltyPath } from "./path.js";

/** How a penalty is chosen. */
export interface Choice {
  /** Shares of the penalty on absolute values, above 0 to 1, of which the best is taken. */
  mixings: readonly number[];
  /** Penalties along a path. */
  penalties: number;
  /** The least penalty as a share of the greatest. */
  smallest: number;
  /** The greatest penalty is taken whose loss is within so many standard errors of the least. */
  standardErrors: number;
}

/** A fold of a cross-validation, of which there may be several, each with all of the rows. */
export interface FoldProblem {
  /** The rows that are not held out. */
  problem: PathProblem;
  /** Held-out rows. */
  rows: number;
  /** Mean loss in the held-out rows. */
  loss(coefficients: Float64Array): number;
}

export interface Chosen extends PathPoint {
  mixing: number;
  penalty: number;
}

/** Fits along a path for each mixing, and takes the point whose penalty and mixing lose least in the folds. */
export async function choosePenalty(whole: PathProblem, folds: readonly FoldProblem[], choice: Choice, rest: Rest): Promise<Chosen> {
  let best: { chosen: Chosen; loss: number } | undefined;
  for (const mixing of choice.mixings) {
    const penalties = penaltyPath(whole.greatestPenalty(mixing), choice.penalties, choice.smallest);
    const steps = await followPath(whole, folds, { mixing, penalties }, rest);
    const { at, loss } = leastLoss(steps, folds, choice.standardErrors);
    if (!best || loss < best.loss) best = { chosen: { ...steps[at].point, mixing, penalty: penalties[at] }, loss };
  }
  if (!best) throw new Error("There is no mixing to choose from");
  return best.chosen;
}

interface Step {
  point: PathPoint;
  /** Of each fold. */
  losses: number[];
  /** Of all held-out rows; 0 without folds. */
  meanLoss: number;
}

/** All rows and the folds go down the path side by side, until it is not worth going on. */
async function followPath(
  whole: PathProblem,
  folds: readonly FoldProblem[],
  { mixing, penalties }: { mixing: number; penalties: Float64Array },
  rest: Rest,
): Promise<Step[]> {
  const fit = whole.begin(mixing, rest);
  const fits = folds.map(({ problem }) => problem.begin(mixing, rest));
  const rows = rowsOf(folds);
  const steps: Step[] = [];
  for (const penalty of penalties) {
    const resting = rest();
    if (resting) await resting;
    const point = await fit(penalty);
    const losses: number[] = [];
    for (const [f, { loss }] of folds.entries()) losses.push(loss((await fits[f](penalty)).coefficients));
    steps.push({ point, losses, meanLoss: losses.reduce((sum, loss, f) => sum + (loss * folds[f].rows) / rows, 0) });
    if (whole.endsEarly && (littleIsLeft(steps) || isPastBest(steps, penalties))) break;
  }
  return steps;
}

/** glmnet's defaults (glmnet.control): the path ends where a step explains hardly more, or nothing is left to explain. */
const LEAST_GAIN = 1e-5;
const MOST_EXPLAINED = 0.999;
const LEAST_STEPS = 5;

function littleIsLeft(steps: readonly Step[]): boolean {
  const [before, now] = [steps.at(-2)?.point.explained ?? 0, steps.at(-1)?.point.explained ?? 0];
  return (steps.length >= LEAST_STEPS && now - before < LEAST_GAIN * now) || now > MOST_EXPLAINED;
}

/**
 * Where the held-out rows have lost more than at some penalty all the way down to this share of it, they will go on to: the
 * model has begun to learn by heart. Most of the work lies at small penalties.
 */
const PAST_BEST = 0.1;

function isPastBest(steps: readonly Step[], penalties: Float64Array): boolean {
  return penalties[steps.length - 1] <= PAST_BEST * penalties[bestOf(steps)];
}

function bestOf(steps: readonly Step[]): number {
  return steps.reduce((best, { meanLoss }, i) => (meanLoss < steps[best].meanLoss ? i : best), 0);
}

/** Place on the path, and the least mean loss of all places. Without folds there is nothing to choose by: the greatest penalty. */
function leastLoss(steps: readonly Step[], folds: readonly FoldProblem[], standardErrors: number): { at: number; loss: number } {
  const { losses, meanLoss: loss } = steps[bestOf(steps)];
  const rows = rowsOf(folds);
  const spread = losses.reduce((sum, fold, f) => sum + (folds[f].rows / rows) * (fold - loss) ** 2, 0);
  // Further divisions of the same rows into folds tell the mean better, but are no further rows: its error is that of one division.
  const allowed = loss + standardErrors * Math.sqrt(spread / Math.max(1, Math.min(FOLDS, folds.length) - 1));
  const at = steps.findIndex(({ meanLoss }) => meanLoss <= allowed);
  return { at: Math.max(0, at), loss };
}

function rowsOf(folds: readonly FoldProblem[]): number {
  return folds.reduce((sum, fold) => sum + fold.rows, 0);
}
