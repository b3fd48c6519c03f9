import { z } from "zod";
import { season } from "./season.js";

/** ARIMA with automatic orders (Hyndman and Khandakar 2008). */
export const arimaParams = z.object({ season });
export type ArimaParams = z.infer<typeof arimaParams>;
