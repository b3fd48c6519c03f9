import type { ProgressRange } from "../../numeric/progress-range.js";

/** Progress of a training by its parts. */
export const TRAINING_PROGRESS = {
  crossValidation: { from: 0, to: 0.6 },
  /** Its time limit is part of the request, so that it reports no progress of its own. */
  finalSearch: { from: 0.6, to: 0.6 },
  finalFit: { from: 0.6, to: 0.75 },
  forecastErrors: { from: 0.75, to: 0.8 },
  learningCurve: { from: 0.8, to: 0.85 },
  report: { from: 0.85, to: 1 },
} as const satisfies Record<string, ProgressRange>;

/** Progress of one fold of the cross-validation, if parameters are searched for. */
export const FOLD_PROGRESS = {
  search: { from: 0, to: 0.8 },
  fit: { from: 0.8, to: 1 },
} as const satisfies Record<string, ProgressRange>;

/** Progress of the model information. */
export const REPORT_PROGRESS = {
  importance: { from: 0, to: 0.7 },
  partialDependence: { from: 0.7, to: 1 },
} as const satisfies Record<string, ProgressRange>;
