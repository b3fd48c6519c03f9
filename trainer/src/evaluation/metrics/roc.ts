import type { RocCurve, ThresholdMetrics } from "@agatha/contracts";
import type { Target } from "../../numeric/matrix.js";
import type { ClassProbabilities } from "./probability-metrics.js";

type ClassTarget = Extract<Target, { kind: "class" }>;

const MAX_POINTS = 101;
/** 0.05, 0.10, … 0.95. */
const PROBABILITY_THRESHOLDS = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/**
 * Returns the receiver operating characteristic (Fawcett 2006) of each class against all others, by its probability. Two classes
 * have only the second's curve, since the first's is its mirror image. `probabilities` is n × labels in row-major order.
 */
export function rocCurves({ codes, labels }: ClassTarget, probabilities: Float64Array): RocCurve[] {
  const shown = labels.length === 2 ? [1] : [...labels.keys()];
  return shown.map((k) => {
    const own = Float64Array.from(codes, (_, i) => probabilities[i * labels.length + k]);
    return { label: labels[k], ...rocCurve(own, (row) => codes[row] === k) };
  });
}

/**
 * Returns the area under the ROC curve: of the second of two classes, or the mean over the classes of each against all others
 * (scikit-learn's ovr with macro average). Null if a class, or everything but it, has no row.
 */
export function rocAuc({ codes, classCount, probabilities }: ClassProbabilities): number | null {
  const classes = classCount === 2 ? [1] : Array.from({ length: classCount }, (_, k) => k);
  const areas = classes.map((k) => {
    const scores = Float64Array.from(codes, (_, i) => probabilities[i * classCount + k]);
    return rocCurve(scores, (row) => codes[row] === k).auc;
  });
  return areas.reduce<number | null>((sum, area) => (sum === null || area === null ? null : sum + area / areas.length), 0);
}

/** Computes one ROC curve. The area is exact: a pair of rows with the same score counts half. */
export function rocCurve(scores: Float64Array, positive: (row: number) => boolean): Pick<RocCurve, "auc" | "points"> {
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  const positives = order.filter(positive).length;
  const negatives = order.length - positives;
  if (positives === 0 || negatives === 0) return { auc: null, points: [] };
  const points = [{ fpr: 0, tpr: 0 }];
  let [right, wrong, area] = [0, 0, 0];
  for (let i = 0; i < order.length; ) {
    const [rightBefore, wrongBefore, score] = [right, wrong, scores[order[i]]];
    for (; i < order.length && scores[order[i]] === score; i++) {
      if (positive(order[i])) right++;
      else wrong++;
    }
    area += ((wrong - wrongBefore) * (right + rightBefore)) / 2;
    points.push({ fpr: wrong / negatives, tpr: right / positives });
  }
  return { auc: area / (positives * negatives), points: downsample(points, MAX_POINTS) };
}

/** Returns at most `most` of the points, evenly spaced, with the first and the last one. */
export function downsample<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  return Array.from({ length: most }, (_, i) => points[Math.round((i * (points.length - 1)) / (most - 1))]);
}

/** Returns, for two classes, the outcome of predicting the second class from each threshold on. */
export function thresholdTable({ codes }: ClassTarget, probabilities: Float64Array): ThresholdMetrics[] {
  return PROBABILITY_THRESHOLDS.map((threshold) => {
    const counts = { true_positives: 0, false_positives: 0, true_negatives: 0, false_negatives: 0 };
    codes.forEach((code, i) => {
      const right = probabilities[2 * i + 1] >= threshold === (code === 1);
      counts[`${right ? "true" : "false"}_${right === (code === 1) ? "positives" : "negatives"}`]++;
    });
    return {
      threshold,
      ...counts,
      precision: ratioOrNull(counts.true_positives, counts.false_positives),
      recall: ratioOrNull(counts.true_positives, counts.false_negatives),
    };
  });
}

function ratioOrNull(part: number, rest: number): number | null {
  return part + rest > 0 ? part / (part + rest) : null;
}
