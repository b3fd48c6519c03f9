import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/** Random forest (Breiman 2001). */
export const rfParams = () =>
  z.object({
    trees: z.int().min(1).max(5000).default(500).describe("Trees in the forest."),
    columnsPerSplit: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe("Share of columns tried at each split; 0 means a third (regression) or the square root (classification)."),
    minLeaf: z
      .int()
      .min(0)
      .max(10_000)
      .default(0)
      .describe("Least rows in a leaf, counted as often as they were drawn; 0 means 5 (regression) or 1 (classification)."),
    maxDepth: z.int().min(0).max(64).default(0).describe("Levels of splits in a tree; 0 means no limit."),
    balance: classBalance,
    logResponse,
  });
