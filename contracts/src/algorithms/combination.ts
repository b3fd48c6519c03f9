import { z } from "zod";
import { season } from "./season.js";

/** Weighted mean of several forecasters, with weights from rolling origins. */
export const combinationParams = z.object({ season });
export type CombinationParams = z.infer<typeof combinationParams>;
