import { z } from "zod";
import { longerSeason, season } from "./season.js";

/** Residuals of one-step forecasts by robust exponential smoothing (Gelper, Fried and Croux 2010). */
export const residualParams = () => z.object({ season, longerSeason });
