/** Shapes on the wire that the contracts declare as schemas only; inferred here, for types alone. */
import type {
  calculationRequest,
  csrfAnswer,
  datasetPatch,
  loginRequest,
  updateMultiAnswer,
  updateMultiRequest,
  uploadAnswer,
  uploadFields,
} from "@agatha/contracts/wire";
import type { z } from "zod";

export type CsrfAnswer = z.infer<typeof csrfAnswer>;
export type LoginRequest = z.infer<typeof loginRequest>;
export type DatasetPatch = z.infer<typeof datasetPatch>;
export type UploadFields = z.input<typeof uploadFields>;
export type UploadAnswer = z.infer<typeof uploadAnswer>;
export type UpdateMultiRequest = z.infer<typeof updateMultiRequest>;
export type UpdateMultiAnswer = z.infer<typeof updateMultiAnswer>;
export type CalculationRequest = z.infer<typeof calculationRequest>;
