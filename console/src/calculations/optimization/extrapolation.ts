import type { PredictionResult } from "@agatha/contracts";

/** Distance of settings from the training data, in increasing order. */
export type Extrapolation = "within" | "edge" | "far" | "outside";

type Distance = NonNullable<PredictionResult["distance"]>[number];

/** Percentile of the nearest-row distance above which settings are at the edge of the training data. */
const EDGE_PERCENTILE = 0.9;

/** `outside`: inputs beyond their training range. */
export function extrapolationOf(outside: readonly string[], distance: Distance | undefined): Extrapolation {
  if (outside.length > 0) return "outside";
  if (distance === undefined) return "within";
  if (distance.far) return "far";
  return distance.percentile > EDGE_PERCENTILE ? "edge" : "within";
}
