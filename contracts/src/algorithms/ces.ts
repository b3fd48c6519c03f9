import { z } from "zod";
import { longerSeason, season } from "./season.js";

/** Complex exponential smoothing (Svetunkov, Kourentzes and Ord 2022). */
export const cesParams = () => z.object({ season, longerSeason });
