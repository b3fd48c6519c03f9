/** Outlier detection: the threshold for each limit on contamination (max_fpr), with the figures for that threshold. */
import { z } from "zod";
import { indicators, metricIntervals } from "../kinds/metrics.js";

const thresholdChoice = z.object({
  /** Smallest limit to which this choice applies. It applies up to the limit of the next choice. */
  max_fpr: z.number().min(0).max(1),
  /** Rows with a higher score are anomalies. */
  threshold: z.number(),
  /** Held-out figures with thresholds chosen by the same rule. */
  indicators,
  /** 95 % intervals of these figures, as those of the model's own threshold. Absent for earlier models. */
  intervals: metricIntervals.optional(),
});
export type ThresholdChoice = z.infer<typeof thresholdChoice>;

/** Ascending in max_fpr; the first is for 0. */
export const thresholdChoices = z.array(thresholdChoice);

/** Returns the choice for a limit without fitting, or undefined if there are no choices. */
export function thresholdChoiceFor(choices: readonly ThresholdChoice[], maxFpr: number): ThresholdChoice | undefined {
  return choices.findLast(({ max_fpr }) => max_fpr <= maxFpr);
}
