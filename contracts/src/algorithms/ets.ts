import { z } from "zod";
import { season } from "./season.js";

/** Exponential smoothing in state-space form (Hyndman, Koehler, Ord and Snyder 2008). */
export const etsParams = z.object({ season });
export type EtsParams = z.infer<typeof etsParams>;
