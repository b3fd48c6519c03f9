import { z } from "zod";
import { longerSeason, season } from "./season.js";

/** Optimised Theta method (Assimakopoulos and Nikolopoulos 2000; Fiorucci and others 2016). */
export const thetaParams = () => z.object({ season, longerSeason });
