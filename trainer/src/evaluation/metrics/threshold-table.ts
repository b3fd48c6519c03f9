import type { ThresholdMetrics } from "@agatha/contracts";
import type { Target } from "../../numeric/matrix.js";

/** 0.05, 0.10, … 0.95. */
const PROBABILITY_THRESHOLDS = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/** Returns, for two classes, the outcome of predicting the second class from each threshold on. */
export function thresholdTable({ codes }: Extract<Target, { kind: "class" }>, probabilities: Float64Array): ThresholdMetrics[] {
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
