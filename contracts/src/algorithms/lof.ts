import { z } from "zod";
import { contamination } from "./contamination.js";

/** Local outlier factor (Breunig, Kriegel, Ng and Sander 2000) on standardised columns. */
export const lofParams = () =>
  z.object({
    neighbours: z
      .int()
      .min(1)
      .max(500)
      .default(20)
      .describe("Nearest training rows that a row is compared with; all others where there are fewer."),
    contamination,
  });
