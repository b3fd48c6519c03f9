/** Shapes on the wire that are declared as schemas only; inferred here, for types alone. */

import type { z } from "zod";
import type {
  calculationRequest,
  csrfAnswer,
  datasetPatch,
  loginRequest,
  updateMultiAnswer,
  updateMultiRequest,
  uploadAnswer,
  uploadFields,
} from "../wire/index.js";

export type CsrfAnswer = z.infer<typeof csrfAnswer>;
export type LoginRequest = z.infer<typeof loginRequest>;
export type DatasetPatch = z.infer<typeof datasetPatch>;
export type UploadFields = z.input<typeof uploadFields>;
export type UploadAnswer = z.infer<typeof uploadAnswer>;
export type UpdateMultiRequest = z.infer<typeof updateMultiRequest>;
export type UpdateMultiAnswer = z.infer<typeof updateMultiAnswer>;
export type CalculationRequest = z.infer<typeof calculationRequest>;
