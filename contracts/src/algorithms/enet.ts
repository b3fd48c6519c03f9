import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/**
 * Elastic net (Zou and Hastie 2005). 5-fold cross-validation chooses both the penalty and the mixing. The caller gives neither;
 * the smallest loss decides.
 */
export const enetParams = () =>
  z.object({
    penalties: z
      .int()
      .min(2)
      .max(500)
      .default(20)
      .describe("Penalties tried for each of three mixings (0.1, 0.5 and 0.9), in equal ratios."),
    smallestPenalty: z
      .number()
      .min(0.000001)
      .max(0.5)
      .default(0.0001)
      .describe("Least penalty tried, as a share of the one at which no column counts."),
    maxIterations: z.int().min(1).max(10_000).default(1000).describe("Iterations at each penalty at the most."),
    balance: classBalance,
    logResponse,
  });
