import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/** Bayesian linear regression (MacKay 1992) for numbers, Gaussian naive Bayes for classes. */
export const bysParams = () =>
  z.object({
    maxIterations: z.int().min(1).max(10_000).default(300).describe("Iterations at the most (regression only)."),
    smoothing: z
      .number()
      .min(0.000000000001)
      .max(1)
      .default(0.000000001)
      .describe("Share of the widest column's variance that is added to every variance (classification only)."),
    balance: classBalance,
    logResponse,
  });
