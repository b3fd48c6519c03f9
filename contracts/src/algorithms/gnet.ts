import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/**
 * Elastic net along a path of penalties (Friedman, Hastie and Tibshirani 2010, glmnet). It differs from enet in three ways: the
 * caller gives the mixing, alpha, whose default is 1 (lasso); the path is longer; the one-standard-error rule prefers models with
 * fewer columns.
 */
export const gnetParams = () =>
  z.object({
    alpha: z
      .number()
      .min(0.01)
      .max(1)
      .default(1)
      .describe("Share of the penalty on absolute values, which drops columns; the rest is on squares. enet chooses it itself."),
    penalties: z
      .int()
      .min(2)
      .max(500)
      .default(100)
      .describe("Penalties along the path, in equal ratios; it ends early where little is left to explain."),
    smallestPenalty: z
      .number()
      .min(0.000001)
      .max(0.5)
      .default(0.0001)
      .describe("Least penalty of the path, as a share of the one at which no column counts."),
    standardErrors: z
      .number()
      .min(0)
      .max(3)
      .default(0)
      .describe(
        "Takes the greatest penalty that is so many standard errors from the best one; 1 gives fewer columns. enet always takes the best.",
      ),
    maxIterations: z.int().min(1).max(10_000).default(1000).describe("Iterations at each penalty at the most."),
    balance: classBalance,
    logResponse,
  });
