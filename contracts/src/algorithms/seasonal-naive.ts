import { z } from "zod";
import { season } from "./season.js";

/** The value one season before. */
export const seasonalNaiveParams = () =>
  z.object({
    season,
    drift: z.boolean().default(false).describe("Whether the forecast also goes on with the mean change from one season to the next."),
  });
