import type { ModelWarning } from "@agatha/contracts";
import type { ModelRequest } from "../plan/plan.js";
import type { TrainingSet } from "../plan/training-set.js";

/** A validated request for a time series with a response. */
export type SeriesRequest = ModelRequest & Required<Pick<ModelRequest, "timeSeries" | "response">>;

export interface PreparedSeries {
  trainingSet: TrainingSet;
  warnings: ModelWarning[];
}
