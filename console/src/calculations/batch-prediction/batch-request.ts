import type { CalculationRequest } from "@agatha/contracts/client/request-types";

/** What is sent; null while the rows are not chosen, or cannot be predicted. */
export type BatchRequest = Extract<CalculationRequest, { type: "batch" }> | null;
