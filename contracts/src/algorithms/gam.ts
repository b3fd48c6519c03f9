import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/** Generalised additive model: a penalised cubic regression spline for each column (Wood 2017; R's mgcv). */
export const gamParams = () =>
  z.object({
    knots: z
      .int()
      .min(2)
      .max(50)
      .default(10)
      .describe(
        "Knots of a column's curve at the most, at even shares of its distinct values; fewer where there are few rows a column. 2 is a straight line.",
      ),
    freedomCost: z
      .number()
      .min(0.5)
      .max(5)
      .default(1.4)
      .describe(
        "What a degree of freedom counts when the smoothing is chosen: more gives smoother curves. 1.4 keeps from following noise (Kim and Gu 2004); mgcv's default is 1.",
      ),
    maxIterations: z.int().min(1).max(1000).default(50).describe("Iterations at the most (classification only)."),
    balance: classBalance,
    logResponse,
  });
