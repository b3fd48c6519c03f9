import { z } from "zod";

/** Local outlier factor (Breunig, Kriegel, Ng and Sander 2000) on standardised columns. */
export const lofParams = z.object({
  neighbours: z
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe("Nearest training rows that a row is compared with; all others where there are fewer."),
  contamination: z.number().min(0).max(0.5).default(0.1).describe("Share of training rows taken for anomalies when there are no labels."),
});
export type LofParams = z.infer<typeof lofParams>;
