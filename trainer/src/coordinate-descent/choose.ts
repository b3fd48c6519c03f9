import { FOLDS } from "../evaluation/split.js";
import type { Rest } from "./descend.js";
import { followPath, type PathPoint, type PathProblem, penaltyPath } from "./path.js";

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
    const all = penaltyPath(whole.greatestPenalty(mixing), choice.penalties, choice.smallest);
    const points = await followPath(whole, { mixing, penalties: all }, rest);
    const penalties = all.subarray(0, points.length);
    const losses: number[][] = [];
    for (const { problem, loss } of folds) {
      const fitted = await followPath(problem, { mixing, penalties, toEnd: true }, rest);
      losses.push(fitted.map(({ coefficients }) => loss(coefficients)));
    }
    const { at, loss } = leastLoss(losses, folds, { count: points.length, standardErrors: choice.standardErrors });
    if (!best || loss < best.loss) best = { chosen: { ...points[at], mixing, penalty: penalties[at] }, loss };
  }
  if (!best) throw new Error("There is no mixing to choose from");
  return best.chosen;
}

/** Place on the path, and the least mean loss of all places. Without folds there is nothing to choose by: the greatest penalty. */
function leastLoss(
  losses: readonly number[][],
  folds: readonly FoldProblem[],
  { count, standardErrors }: { count: number; standardErrors: number },
): { at: number; loss: number } {
  const rows = folds.reduce((sum, fold) => sum + fold.rows, 0);
  const means = Array.from({ length: count }, (_, i) => losses.reduce((sum, loss, f) => sum + (loss[i] * folds[f].rows) / rows, 0));
  const loss = Math.min(...means);
  const least = Math.max(0, means.indexOf(loss));
  const spread = losses.reduce((sum, fold, f) => sum + (folds[f].rows / rows) * (fold[least] - loss) ** 2, 0);
  // Further divisions of the same rows into folds tell the mean better, but are no further rows: its error is that of one division.
  const allowed = loss + standardErrors * Math.sqrt(spread / Math.max(1, Math.min(FOLDS, folds.length) - 1));
  return {
    at: Math.max(
      0,
      means.findIndex((mean) => mean <= allowed),
    ),
    loss,
  };
}
