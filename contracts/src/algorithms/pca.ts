import { z } from "zod";
import { contamination } from "./contamination.js";

/** Reconstruction error of a principal component analysis (Jackson and Mudholkar 1979) on standardised columns. */
export const pcaParams = () =>
  z.object({
    variance: z.number().min(0.1).max(0.999).default(0.9).describe("Share of the variance that the kept components explain."),
    contamination,
  });
