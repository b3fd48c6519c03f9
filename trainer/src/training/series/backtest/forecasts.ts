import { findColumn, type NumberColumn, requireNumbers, type Table, takeRows } from "../../../data/tables/table.js";
import { addPeriods } from "../../../data/time-series/calendar.js";
import { withSeriesColumn } from "../../../data/time-series/lags.js";
import type { PeriodValues } from "../../../data/time-series/period-values.js";
import { recursiveForecast } from "../../../data/time-series/recursive-forecast.js";
import { continueSeries, forecasterOfSeries } from "../../../model/artifact/continue-series.js";
import { numericPredictor } from "../../../model/artifact/predict-forecast.js";
import { seriesCode } from "../../../numeric/series/series-places.js";
import { withBottomUp } from "../../fit/reconciliation.js";
import type { FoldModel } from "../../hold-out/cross-validate.js";
import type { SeriesTrainingSet } from "../../plan/training-set.js";
import { forecastStarts } from "../forecast-starts.js";
import { learnedRange } from "../learned-range.js";
import { predictTimes } from "../predict-times.js";

export interface ForecastSource {
  table: Table;
  series: SeriesTrainingSet;
  knownAhead: PeriodValues;
}

/** Returns the forecasts from each row on, one array per period ahead. */
export function laggedForecast(
  { graph, train }: FoldModel,
  rows: Int32Array,
  { table, series, knownAhead }: ForecastSource,
): Float64Array[] {
  const { periods, entries, horizon } = series;
  const forecast = rows.map((row) => entries[row]);
  const future = (step: number) =>
    knownAhead(Float64Array.from(rows, (row) => periods.index[entries[row]] + step)).map(({ values }) => values);
  const starts = forecastStarts(series, {
    numbers: Float64Array.from(rows, (row) => periods.index[entries[row]]),
    times: Float64Array.from(rows, (row) => periods.times[entries[row]]),
  });
  const inputs = { ...series, future, starts, learned: learnedRange(series, forecast, train) };
  return recursiveForecast(numericPredictor(graph), takeRows(table, rows), inputs, horizon).map(({ values }) => values);
}

/**
 * Returns the forecasts of a forecaster from one row on. The forecaster continues its series up to the row. `later` are rows by their
 * series.
 */
export function continuedForecast(
  { fitted }: FoldModel,
  { row, later }: { row: number; later: readonly (readonly number[])[] },
  { table, series, knownAhead }: ForecastSource,
): Float64Array[] {
  const { periods, entries, response, time, horizon } = series;
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  const first = periods.index[entries[row]];
  const past = Int32Array.from(later[seriesCode(first)].filter((each) => each < row));
  const graph = continueSeries(
    forecasterOfSeries(fitted, seriesCode(first)),
    takeRows(table, past),
    Float64Array.from(past, (each) => values[entries[each]]),
  );
  const times = findColumn(table, time);
  const start = times?.type === "d" ? times.values[row] : Number.NaN;
  return predictTimes(numericPredictor(graph), series, { start, first, horizon, knownAhead });
}

/** Returns the forecasts of the series of these rows, which are of one period, by each way to make them add up: by period ahead. */
export function reconciledForecasts({ fitted, heldOut }: FoldModel, rows: Int32Array, { table, series }: ForecastSource): Float64Array[][] {
  const { periods, entries, response, time, timezone, horizon, seriesColumn } = series;
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  const past = heldOut.filter((row) => row < rows[0]);
  const graph = continueSeries(
    fitted,
    takeRows(table, past),
    Float64Array.from(past, (row) => values[entries[row]]),
  );
  const times = findColumn(takeRows(table, rows), time);
  const start = times?.type === "d" ? times.values[0] : Number.NaN;
  const numbers = Float64Array.from(rows, (row) => periods.index[entries[row]]);
  const { reconciliation, ...unreconciled } = graph;
  const graphs = [unreconciled, withBottomUp(graph), graph];
  return graphs.map((each) =>
    Array.from({ length: horizon }, (_, step) => {
      const at = addPeriods(start, step, periods.period, timezone);
      const column: NumberColumn = { name: time, type: "d", values: new Float64Array(rows.length).fill(at) };
      return numericPredictor(each)(
        withSeriesColumn({ nrow: rows.length, columns: [column] }, { ...periods, index: numbers }, seriesColumn),
      );
    }),
  );
}
