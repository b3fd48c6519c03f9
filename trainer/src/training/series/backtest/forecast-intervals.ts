import type { FigureInterval, FigureIntervals } from "@agatha/contracts";
import { forecastError } from "../../../evaluation/metrics/forecast-metrics.js";
import { effectiveSampleSize } from "../../../numeric/series/effective-sample-size.js";
import { studentTBound } from "../../../numeric/student-t.js";
import type { ForecastComparison } from "./trial.js";

const LEVEL = 0.95;
/** With fewer, an interval would tell nothing. */
const MIN_INDEPENDENT = 3;
const MAX_SMAPE = 2;

/** Forecasts that err together: those of one start, or of one series. */
interface Unit {
  key: number;
  weight: number;
  /** Weighted sum of the errors. */
  sum: number;
}

export interface ForecastUnits {
  /** Returns the period that the forecast of a row begins at. */
  startOf(row: number): number;
  /** Weight of a series in MASE; 1 for all when left out. */
  weightOf?(code: number): number;
}

/**
 * Returns 95 % intervals of MASE and sMAPE. Forecasts that begin at one time err together, and the next ones alike: their mean errors
 * in order of time tell as much as effectiveSampleSize independent ones (Geyer 1992), and the interval is that of Student's t of so
 * many. Where there are more series than starts, series count as independent. Without three independent ones there is no interval.
 */
export function forecastIntervals(
  compared: readonly ForecastComparison[],
  { startOf, weightOf = () => 1 }: ForecastUnits,
): FigureIntervals {
  const starts = new Set(compared.flatMap(({ rows }) => rows.map(startOf)));
  const series = new Set(compared.flatMap(({ codes }) => codes));
  const inTime = starts.size >= series.size;
  const unitsOf = (figure: "scaled" | "share", weight: (code: number) => number) => {
    const units = new Map<number, Unit>();
    for (const { rows, codes, scales, actual, predicted } of compared) {
      for (const [i, code] of codes.entries()) {
        const key = inTime ? startOf(rows[i]) : code;
        const unit = units.get(key) ?? { key, weight: 0, sum: 0 };
        unit.weight += weight(code);
        unit.sum += weight(code) * forecastError(actual[i], predicted[i], scales[i])[figure];
        units.set(key, unit);
      }
    }
    return [...units.values()].sort((a, b) => a.key - b.key);
  };
  const MASE = meanInterval(unitsOf("scaled", weightOf), inTime);
  const sMAPE = meanInterval(
    unitsOf("share", () => 1),
    inTime,
  );
  return { ...(MASE && { MASE }), ...(sMAPE && { sMAPE: { ...sMAPE, upper: Math.min(MAX_SMAPE, sMAPE.upper) } }) };
}

/** Returns the interval of the weighted mean of errors, which is not below 0; undefined with too few units or endless errors. */
function meanInterval(units: readonly Unit[], inTime: boolean): FigureInterval | undefined {
  const weight = units.reduce((sum, unit) => sum + unit.weight, 0);
  const mean = units.reduce((sum, unit) => sum + unit.sum, 0) / weight;
  const deviations = Float64Array.from(units, (unit) => ((unit.sum - mean * unit.weight) * units.length) / weight);
  const independent = inTime ? effectiveSampleSize(deviations, new Int32Array(units.length), 0) : units.length;
  if (!(independent >= MIN_INDEPENDENT) || !Number.isFinite(mean)) return undefined;
  const variance = deviations.reduce((sum, value) => sum + value ** 2, 0) / (units.length - 1);
  const half = studentTBound(LEVEL, independent - 1) * Math.sqrt(variance / independent);
  return { lower: Math.max(0, mean - half), upper: mean + half };
}
