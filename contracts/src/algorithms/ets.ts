import { z } from "zod";
import { longerSeason, season } from "./season.js";

/** Exponential smoothing in state-space form (Hyndman, Koehler, Ord and Snyder 2008). */
export const etsParams = () => z.object({ season, longerSeason });
