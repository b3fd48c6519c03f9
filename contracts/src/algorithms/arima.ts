import { z } from "zod";
import { longerSeason, season } from "./season.js";

/** ARIMA with automatic orders (Hyndman and Khandakar 2008). */
export const arimaParams = () => z.object({ season, longerSeason });
