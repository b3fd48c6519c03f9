import { z } from "zod";

/** Bounds of the numbers of clusters that an automatic training tries, and of how many it tries (specification, section 5). */
export const CLUSTER_COUNTS = { min: 2, max: 50, maxTried: 5 };

export const autoModelLimits = z
  .object({
    models: z.int().min(1).max(30).default(20).describe("Largest number of models to try, including tuned, averaged and layered ones."),
    seconds: z
      .int()
      .min(10)
      .max(86400)
      .default(600)
      .describe(
        "Time in seconds. After it, no further model is started and running trainings are cancelled. The quickest candidate of each kind comes first and is not cancelled.",
      ),
    parallel: z.int().min(1).max(30).default(2).describe("Number of models that are trained at the same time."),
  })
  .prefault({})
  .describe("How much may be tried.");
