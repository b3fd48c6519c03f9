import { z } from "zod";
import { clusters } from "./clusters.js";

/** Self-organizing map (Kohonen 1982), trained in batches on standardised columns. Its units are grouped into clusters. */
export const somParams = () =>
  z.object({
    clusters: clusters.describe("Clusters; at most a fifth of the rows."),
    side: z.int().min(2).max(20).default(6).describe("Units on each side of the square map."),
    epochs: z.int().min(1).max(10_000).default(40).describe("Passes over all rows."),
  });
