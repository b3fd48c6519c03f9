/** Thresholds of an outlier detector by the limit on contamination (max_fpr). One set of scores gives the thresholds for all limits. */
import { descendingOrder } from "../numeric/ascending-order.js";
import { distanceToPerfect } from "./metrics/outlier-metrics.js";

/**
 * Threshold for a range of limits: from `maxFpr` up to the next step's, rows with a score above `threshold` are flagged. Limits
 * rise from 0, thresholds fall.
 */
export interface ThresholdStep {
  maxFpr: number;
  threshold: number;
}

/** Returns the threshold of the last step whose false positive rate is within the limit; that of the first step if none is. */
export function thresholdAt(steps: readonly ThresholdStep[], limit: number): number {
  // Products such as 0.07 · 100 are slightly below the intended whole number.
  return (steps.findLast((step) => step.maxFpr <= limit + 1e-9) ?? steps[0]).threshold;
}

/**
 * Returns thresholds without labels. At most `share` of the scores, and at most as many as the limit allows, lie above the
 * threshold. Ties at the threshold are not flagged. A limit of 0 flags no row.
 */
export function contaminationThresholds(scores: Float64Array, share: number): ThresholdStep[] {
  const sorted = scores.slice().sort();
  const most = Math.min(sorted.length - 1, Math.floor(share * sorted.length + 1e-9));
  return Array.from({ length: most + 1 }, (_, flagged) => ({
    maxFpr: flagged / sorted.length,
    threshold: sorted[sorted.length - 1 - flagged],
  }));
}

/**
 * Returns thresholds with labels. Among the thresholds whose contamination (share of the unlabeled rows flagged) is within the
 * limit, the chosen one has the smallest distance √((1 − true_positive)² + contamination²) to a perfect detector. Candidates are
 * thresholds just below the score of an anomaly: any other flags more unlabeled rows and no more anomalies. The threshold is the
 * midpoint to the next lower score. `anomalous` is 1 for a known anomaly, 0 for an unlabeled row; both must occur.
 */
export function semilabelThresholds(scores: Float64Array, anomalous: Int32Array): ThresholdStep[] {
  const order = descendingOrder(scores);
  const anomalies = anomalous.reduce((sum, one) => sum + one, 0);
  const unlabeled = scores.length - anomalies;
  const steps: ThresholdStep[] = [{ maxFpr: 0, threshold: scores[order[0]] }];
  let best = 1;
  let [right, wrong] = [0, 0];
  for (let i = 0; i < order.length; ) {
    const score = scores[order[i]];
    const before = right;
    for (; i < order.length && scores[order[i]] === score; i++) {
      if (anomalous[order[i]]) right++;
      else wrong++;
    }
    const distance = distanceToPerfect(right / anomalies, wrong / unlabeled);
    if (right === before || distance >= best) continue;
    best = distance;
    if (steps[steps.length - 1].maxFpr === wrong / unlabeled) steps.pop();
    steps.push({ maxFpr: wrong / unlabeled, threshold: i < order.length ? midpoint(scores[order[i]], score) : belowLowest(score) });
  }
  return steps;
}

/** Returns the midpoint, or the lower number if no number lies between both. */
function midpoint(lower: number, higher: number): number {
  const middle = lower + (higher - lower) / 2;
  return middle < higher ? middle : lower;
}

function belowLowest(lowest: number): number {
  return lowest - Math.max(1, Math.abs(lowest));
}
