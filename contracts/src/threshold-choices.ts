/** Outlier detection: which threshold a model takes for a limit on contamination (max_fpr), and the figures that go with it. */
import { z } from "zod";
import { indicators } from "./kinds/model.js";

export const thresholdChoice = z.object({
  /** Smallest limit for which this is the choice; it is up to the next one's. */
  max_fpr: z.number().min(0).max(1),
  /** Rows with a higher score are anomalies. */
  threshold: z.number(),
  /** Held-out figures with thresholds chosen by the same rule. */
  indicators,
});
export type ThresholdChoice = z.infer<typeof thresholdChoice>;

/** Ascending in max_fpr, the first for 0. */
export const thresholdChoices = z.array(thresholdChoice);

/** The choice for a limit, without fitting anything; undefined when there are none. */
export function thresholdChoiceFor(choices: readonly ThresholdChoice[], maxFpr: number): ThresholdChoice | undefined {
  return choices.findLast(({ max_fpr }) => max_fpr <= maxFpr);
}
