import type { Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { withSeriesColumn } from "../../data/time-series/lags.js";
import { seriesPlace } from "../../numeric/series/series-places.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

interface ForecastStart {
  start: number;
  horizon: number;
  /** Series that is forecast. */
  code: number;
}

/** Predicts the period of `start` and the ones after it. Returns one array per period, as a recursive forecast does. */
export function predictTimes(
  predict: (table: Table) => Float64Array,
  { time, periods, timezone, seriesColumn }: Pick<SeriesTrainingSet, "time" | "periods" | "timezone" | "seriesColumn">,
  { start, horizon, code }: ForecastStart,
): Float64Array[] {
  const values = Float64Array.from({ length: horizon }, (_, step) => addPeriods(start, step, periods.period, timezone));
  const times: Table = { nrow: horizon, columns: [{ name: time, type: "d", values }] };
  const index = new Float64Array(horizon).fill(seriesPlace(code));
  return Array.from(predict(withSeriesColumn(times, { index, series: periods.series }, seriesColumn)), (value) => Float64Array.of(value));
}
