import { z } from "zod";
import { contamination } from "./contamination.js";

/** Isolation forest (Liu, Ting and Zhou 2008). */
export const iforestParams = () =>
  z.object({
    trees: z.int().min(1).max(2000).default(100).describe("Trees in the forest."),
    sampleSize: z.int().min(2).max(4096).default(256).describe("Rows drawn for each tree."),
    contamination,
  });
