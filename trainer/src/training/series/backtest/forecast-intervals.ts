import type { ConfidenceInterval, ErrorSums, ForecastErrorUnits, MetricIntervals } from "@agatha/contracts";
import { dependentMeanInterval, type MeanUnit } from "@agatha/contracts/statistics/dependent-mean";
import { forecastError } from "../../../evaluation/metrics/forecast-metrics.js";
import type { ForecastComparison } from "./trial.js";

const MAX_SMAPE = 2;
/** Stretches of all periods, or groups of series, that models are compared by. Starts in one stretch are put together. */
const MAX_COMPARED = 400;

export interface ForecastUnits {
  /** Returns the period that the forecast of a row begins at. */
  startOf(row: number): number;
  /** Weight of a series in MASE; 1 for all when left out. */
  weightOf?(code: number): number;
  /** Number of periods of the data, the same for all models. */
  periods: number;
}

/**
 * Returns 95 % intervals of MASE and sMAPE. Forecasts that begin at one time err together, and the next ones are correlated with them.
 * If there are more series than starts, series may count as independent. The wider of both intervals is returned, since series may
 * share shocks.
 */
export function forecastIntervals(
  compared: readonly ForecastComparison[],
  { startOf, weightOf = () => 1 }: ForecastUnits,
): MetricIntervals {
  const intervalOf = (figure: "scaled" | "share", weight: (code: number) => number) => {
    const found = widestInterval(compared, startOf, (keyOf) => [...sumErrors(compared, { figure, keyOf, weight }).values()]);
    return found && { lower: Math.max(0, found.lower), upper: found.upper };
  };
  const [MASE, sMAPE] = [intervalOf("scaled", weightOf), intervalOf("share", () => 1)];
  return { ...(MASE && { MASE }), ...(sMAPE && { sMAPE: { ...sMAPE, upper: Math.min(MAX_SMAPE, sMAPE.upper) } }) };
}

/**
 * Returns the 95 % interval of the difference of MASE from that of other forecasts of the same periods. Undefined with too few
 * independent forecasts.
 */
export function differenceInterval(
  compared: readonly ForecastComparison[],
  others: readonly ForecastComparison[],
  { startOf, weightOf = () => 1 }: ForecastUnits,
): ConfidenceInterval | undefined {
  return widestInterval(compared, startOf, (keyOf) => {
    const [own, other] = [compared, others].map((steps) => sumErrors(steps, { figure: "scaled", keyOf, weight: weightOf }));
    return Array.from(own, ([key, { weight, sum }]) => ({ weight, sum: sum - (other.get(key)?.sum ?? 0) }));
  });
}

/** Returns the widest interval of a mean by the units that may count as independent. */
function widestInterval(
  compared: readonly ForecastComparison[],
  startOf: ForecastUnits["startOf"],
  unitsBy: (keyOf: SummedErrors["keyOf"]) => readonly MeanUnit[],
): ConfidenceInterval | undefined {
  const waysToCount = errsInTime(compared, startOf) ? [true] : [true, false];
  const found = waysToCount.flatMap(
    (inTime) =>
      dependentMeanInterval(
        unitsBy((row, code) => (inTime ? startOf(row) : code)),
        inTime,
      ) ?? [],
  );
  return found.sort((a, b) => b.upper - b.lower - (a.upper - a.lower))[0];
}

/**
 * Returns the errors of MASE by units that err together, so that models of the same series can be compared. If the units are series,
 * the errors by start are returned too.
 */
export function forecastErrorUnits(
  compared: readonly ForecastComparison[],
  { startOf, weightOf = () => 1, periods }: ForecastUnits,
): ForecastErrorUnits {
  const inTime = errsInTime(compared, startOf);
  const length = Math.max(1, Math.ceil(periods / MAX_COMPARED));
  const sumsBy = (keyOf: SummedErrors["keyOf"]) => errorSums(sumErrors(compared, { figure: "scaled", keyOf, weight: weightOf }));
  const byStart = sumsBy((row) => Math.floor(startOf(row) / length));
  if (inTime) return { by: "starts", periods, length, ...byStart };
  return { by: "series", periods, length, ...sumsBy((_row, code) => code % MAX_COMPARED), byStart };
}

function errorSums(units: ReadonlyMap<number, MeanUnit>): ErrorSums {
  const digits = (value: number) => Number(value.toPrecision(7));
  return {
    keys: [...units.keys()],
    weights: Array.from(units.values(), ({ weight }) => digits(weight)),
    sums: Array.from(units.values(), ({ sum }) => digits(sum)),
  };
}

function errsInTime(compared: readonly ForecastComparison[], startOf: ForecastUnits["startOf"]): boolean {
  const starts = new Set(compared.flatMap(({ rows }) => rows.map(startOf)));
  const series = new Set(compared.flatMap(({ codes }) => codes));
  return starts.size >= series.size;
}

interface SummedErrors {
  figure: "scaled" | "share";
  keyOf(row: number, code: number): number;
  weight(code: number): number;
}

/** Returns the sums of errors by key, in its order. */
function sumErrors(compared: readonly ForecastComparison[], { figure, keyOf, weight }: SummedErrors): Map<number, MeanUnit> {
  const units = new Map<number, MeanUnit>();
  for (const { rows, codes, scales, actual, predicted } of compared) {
    for (const [i, code] of codes.entries()) {
      const key = keyOf(rows[i], code);
      const unit = units.get(key) ?? { weight: 0, sum: 0 };
      unit.weight += weight(code);
      unit.sum += weight(code) * forecastError(actual[i], predicted[i], scales[i])[figure];
      units.set(key, unit);
    }
  }
  return new Map([...units].sort(([a], [b]) => a - b));
}
