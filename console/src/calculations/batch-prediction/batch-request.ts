import type { CalculationRequest } from "../../api/wire-types.js";

/** What is sent; null while the rows are not chosen, or cannot be predicted. */
export type BatchRequest = Extract<CalculationRequest, { type: "batch" }> | null;
