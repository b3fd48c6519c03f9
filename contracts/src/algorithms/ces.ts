import { z } from "zod";
import { season } from "./season.js";

/** Complex exponential smoothing (Svetunkov, Kourentzes and Ord 2022). */
export const cesParams = z.object({ season });
export type CesParams = z.infer<typeof cesParams>;
