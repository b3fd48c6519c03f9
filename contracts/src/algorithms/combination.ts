import { z } from "zod";
import { longerSeason, season } from "./season.js";

/** Weighted mean of several forecasters, with weights from rolling origins. */
export const combinationParams = () => z.object({ season, longerSeason });
