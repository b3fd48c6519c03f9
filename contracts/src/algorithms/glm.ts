import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/** Generalised linear model: least squares, or (multinomial) logistic regression (McCullagh and Nelder 1989). */
export const glmParams = () =>
  z.object({
    ridge: z
      .number()
      .min(0)
      .max(1000)
      .default(0.000001)
      .describe("L2 penalty on standardised coefficients; keeps collinear columns solvable."),
    maxIterations: z.int().min(1).max(10_000).default(200).describe("Iterations at the most (logistic regression only)."),
    balance: classBalance,
    logResponse,
  });
