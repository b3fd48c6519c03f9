import { z } from "zod";

/** Share of anomalies, from which an outlier detection without labels takes its threshold. */
export const contamination = z
  .number()
  .min(0)
  .max(0.5)
  .default(0.1)
  .describe("Share of rows taken for anomalies when there are no labels, by the scores of held-out rows.");
