import type { CalculationRequest } from "@agatha/contracts/client/request-types";

/** Request to send; null while no rows are chosen or they cannot be predicted. */
export type BatchRequest = Extract<CalculationRequest, { type: "batch" }> | null;
