import { type PredictionResult, ROW_LIMIT } from "@agatha/contracts";

/** Returns the result with at most as many rows as are shown. */
export function truncatePredictions(result: PredictionResult): PredictionResult {
  return Object.fromEntries(
    Object.entries(result).map(([field, values]) => [field, Array.isArray(values) ? values.slice(0, ROW_LIMIT) : values]),
  ) as PredictionResult;
}
