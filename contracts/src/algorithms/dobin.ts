import { z } from "zod";
import { contamination } from "./contamination.js";

/** Nearest-neighbour distance in a basis that separates outliers (DOBIN: Kandanaarachchi and Hyndman 2021). */
export const dobinParams = () =>
  z.object({
    components: z
      .number()
      .min(0.01)
      .max(1)
      .default(0.5)
      .describe("Share of the basis that distances are measured in, at least one vector."),
    neighbours: z
      .int()
      .min(1)
      .max(500)
      .default(20)
      .describe("A row's score is the distance to its nearest training row of this number; the furthest where there are fewer."),
    contamination,
  });
