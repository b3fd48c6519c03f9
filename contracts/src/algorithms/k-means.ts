import { z } from "zod";
import { clusters } from "./clusters.js";

/** k-means (Lloyd 1982) from k-means++ starts (Arthur and Vassilvitskii 2007) on standardised columns. */
export const kmeansParams = () =>
  z.object({
    clusters: clusters.describe("Clusters; at most a fifth of the rows."),
    starts: z.int().min(1).max(100).default(10).describe("Random starts, of which the best is kept."),
    maxIterations: z.int().min(1).max(10_000).default(300).describe("Iterations of each start at the most."),
  });
