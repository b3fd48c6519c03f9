import type { ModelInfo } from "@agatha/contracts";
import { deciles } from "../../numeric/statistics.js";

type PredictionError = NonNullable<ModelInfo["regression"]>["largest_errors"][number];

/** Number of rows listed among the largest and among the smallest errors. */
const MAX_LISTED = 15;

/** Returns the MAX_LISTED largest and smallest errors by absolute value, the most extreme first; the earlier row first on a tie. */
export function extremeErrors(errors: readonly PredictionError[]): { largest: PredictionError[]; smallest: PredictionError[] } {
  // Numbers are sorted much faster than rows, and few rows are within the limits.
  const sorted = absoluteErrors(errors).sort();
  const [low, high] = [sorted[MAX_LISTED - 1], sorted[errors.length - MAX_LISTED]];
  const small = errors.filter(({ error }) => !(Math.abs(error) > low));
  const large = errors.filter(({ error }) => !(Math.abs(error) < high));
  return {
    largest: large.sort((a, b) => Math.abs(b.error) - Math.abs(a.error) || a.row - b.row).slice(0, MAX_LISTED),
    smallest: small.sort((a, b) => Math.abs(a.error) - Math.abs(b.error) || a.row - b.row).slice(0, MAX_LISTED),
  };
}

/** Returns the absolute errors at 0, 10, …, 100 %, by linear interpolation (Hyndman and Fan's type 7); empty without errors. */
export function errorDeciles(errors: readonly PredictionError[]): number[] {
  if (errors.length === 0) return [];
  return deciles(absoluteErrors(errors).sort());
}

function absoluteErrors(errors: readonly PredictionError[]): Float64Array {
  return Float64Array.from(errors, ({ error }) => Math.abs(error));
}
