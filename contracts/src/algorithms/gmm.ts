import { z } from "zod";
import { clusters } from "./clusters.js";
import { contamination } from "./contamination.js";

/**
 * Gaussian mixture with full covariances (McLachlan and Peel 2000) on standardised columns. It serves outlier detection and
 * clustering.
 */
export const gmmParams = () =>
  z.object({
    clusters: clusters.describe(
      "Normal distributions in the mixture, each of them a cluster; at most a fifth of the rows. Outlier detection takes fewer where each would have fewer than five rows for each encoded column, such as a level of a text column.",
    ),
    starts: z.int().min(1).max(100).default(5).describe("k-means clusterings, of which the best is the start."),
    regularisation: z.number().min(0.000000001).max(1).default(0.001).describe("Added to every variance."),
    maxIterations: z.int().min(1).max(10_000).default(100).describe("Iterations at the most."),
    contamination: contamination.describe(
      "Share of rows taken for anomalies when there are no labels, by the scores of held-out rows (outlier detection only).",
    ),
  });
