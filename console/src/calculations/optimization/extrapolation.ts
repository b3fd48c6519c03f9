import type { PredictionResult } from "@agatha/contracts";

/** How near settings are to what the model has learned from, the further the worse. */
export type Extrapolation = "within" | "edge" | "far" | "outside";

type Distance = NonNullable<PredictionResult["distance"]>[number];

/** Settings whose nearest row is further away than in nine of ten rows are at the edge of what is known. */
const EDGE_PERCENTILE = 0.9;

/** `outside` are the inputs beyond their range in training. */
export function extrapolationOf(outside: readonly string[], distance: Distance | undefined): Extrapolation {
  if (outside.length > 0) return "outside";
  if (distance === undefined) return "within";
  if (distance.far) return "far";
  return distance.percentile > EDGE_PERCENTILE ? "edge" : "within";
}
