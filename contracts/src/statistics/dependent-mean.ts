/** Interval of a mean of errors whose neighbours are alike. */
import type { ConfidenceInterval } from "../kinds/metrics.js";
import { effectiveSampleSize } from "./effective-sample-size.js";
import { studentTBound } from "./student-t.js";

const LEVEL = 0.95;
/** With fewer units there is no interval. */
const MIN_INDEPENDENT = 3;

/** What errs together, such as the forecasts that begin at one time. */
export interface MeanUnit {
  weight: number;
  /** Weighted sum of the errors. */
  sum: number;
}

/**
 * Returns the 95 % interval of the weighted mean of errors, by Student's t of the number of independent errors. Units `inTime` are in
 * order of time and count as effectiveSampleSize independent ones (Geyer 1992); others are independent. Returns undefined if there are
 * fewer than three, or if an error is infinite.
 */
export function dependentMeanInterval(units: readonly MeanUnit[], inTime: boolean): ConfidenceInterval | undefined {
  const weight = units.reduce((sum, unit) => sum + unit.weight, 0);
  const mean = units.reduce((sum, unit) => sum + unit.sum, 0) / weight;
  const deviations = Float64Array.from(units, (unit) => ((unit.sum - mean * unit.weight) * units.length) / weight);
  const independent = inTime ? effectiveSampleSize(deviations, new Int32Array(units.length), 0) : units.length;
  if (!(independent >= MIN_INDEPENDENT) || !Number.isFinite(mean)) return undefined;
  const variance = deviations.reduce((sum, value) => sum + value ** 2, 0) / (units.length - 1);
  const half = studentTBound(LEVEL, independent - 1) * Math.sqrt(variance / independent);
  return { lower: mean - half, upper: mean + half };
}
