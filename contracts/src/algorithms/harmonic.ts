import { z } from "zod";
import { longerSeason, season } from "./season.js";

/** Dynamic harmonic regression (Hyndman and Athanasopoulos 2021, section 10.5). */
export const harmonicParams = () => z.object({ season, longerSeason });
