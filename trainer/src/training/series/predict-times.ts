import type { Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { withSeriesColumn } from "../../data/time-series/lags.js";
import type { PeriodValues } from "../../data/time-series/period-values.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

interface ForecastStart {
  /** Time of the first period, and its number. */
  start: number;
  first: number;
  horizon: number;
  /** Values of the columns known ahead. */
  knownAhead: PeriodValues;
}

/** Predicts the period of `start` and the ones after it. Returns one array per period, as a recursive forecast does. */
export function predictTimes(
  predict: (table: Table) => Float64Array,
  { time, periods, timezone, seriesColumn }: Pick<SeriesTrainingSet, "time" | "periods" | "timezone" | "seriesColumn">,
  { start, first, horizon, knownAhead }: ForecastStart,
): Float64Array[] {
  const values = Float64Array.from({ length: horizon }, (_, step) => addPeriods(start, step, periods.period, timezone));
  const index = Float64Array.from({ length: horizon }, (_, step) => first + step);
  const times: Table = { nrow: horizon, columns: [{ name: time, type: "d", values }, ...knownAhead(index)] };
  return Array.from(predict(withSeriesColumn(times, { ...periods, index }, seriesColumn)), (value) => Float64Array.of(value));
}
