import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/** Histogram gradient boosting with second-order leaves (Chen and Guestrin 2016, XGBoost). */
export const xgbParams = () =>
  z.object({
    rounds: z.int().min(1).max(2000).default(100).describe("Trees (for several classes: trees a class)."),
    maxDepth: z.int().min(1).max(12).default(6).describe("Levels of splits in a tree."),
    learningRate: z.number().min(0.001).max(1).default(0.3).describe("Share of each tree's answer that is added."),
    minChildWeight: z.number().min(0).max(1000).default(1).describe("Least sum of second derivatives in a leaf."),
    lambda: z.number().min(0).max(1000).default(1).describe("L2 penalty on leaf values."),
    gamma: z.number().min(0).max(1000).default(0).describe("Least gain for which a node is split; for numbers in variances of the target."),
    subsample: z.number().min(0.1).max(1).default(1).describe("Share of rows drawn for each tree."),
    columnSample: z.number().min(0.1).max(1).default(1).describe("Share of columns drawn for each tree."),
    bins: z.int().min(16).max(256).default(256).describe("Histogram bins a column."),
    balance: classBalance,
    logResponse,
  });
