import type { ForecastError, Indicators, SeriesForecast } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { forecastIntervals } from "../../data/time-series/forecast-intervals.js";
import { lagsForNextPeriod } from "../../data/time-series/lags.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { NOMINAL_COVERAGE } from "../../evaluation/conformal.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import type { Graph } from "../../model/artifact/graph.js";
import { numericPredictor } from "../../model/artifact/predict-forecast.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

/** Known values that a forecast is shown after. */
const MAX_HISTORY = 200;

/** Returns the model's forecast of the periods after the last known response, and the errors of such forecasts. */
export function describeForecast(
  series: SeriesTrainingSet,
  graph: Graph,
  errors: ForecastError[],
  meanBaseline: Indicators,
): SeriesForecast {
  const { periods, time, lags, timezone, response } = series;
  const values = periods.columns.find(({ name }) => name === response)?.values ?? new Float64Array(0);
  const last = values.findLastIndex(Number.isFinite);
  const timeAt = (step: number) => addPeriods(periods.times[last], step, periods.period, timezone);
  const [steps] = forecastIntervals(
    series.forecasts
      ? predictTimes(numericPredictor(graph), series, { start: timeAt(1), horizon: series.horizon })
      : recursiveForecast(numericPredictor(graph), lagsForNextPeriod(periods, last, lags), series, series.horizon),
    errors.map(({ half_width }) => half_width),
  );
  const at = (step: number) => new Date(timeAt(step)).toISOString();
  return {
    time,
    period: periods.period,
    lags,
    nominal: NOMINAL_COVERAGE,
    last: { time: new Date(periods.times[last]).toISOString(), value: values[last] },
    history: Array.from(values.subarray(Math.max(0, last + 1 - MAX_HISTORY), last + 1), (value, i) => ({
      time: new Date(periods.times[Math.max(0, last + 1 - MAX_HISTORY) + i]).toISOString(),
      value: Number.isFinite(value) ? value : null,
    })),
    steps: steps.map((step) => ({ ...step, time: at(step.step) })),
    errors,
    mean_baseline: meanBaseline,
  };
}

/** Predicts the period of `start` and the ones after it. Returns one array per period, as a recursive forecast does. */
export function predictTimes(
  predict: (table: Table) => Float64Array,
  { time, periods, timezone }: Pick<SeriesTrainingSet, "time" | "periods" | "timezone">,
  { start, horizon }: { start: number; horizon: number },
): Float64Array[] {
  const values = Float64Array.from({ length: horizon }, (_, step) => addPeriods(start, step, periods.period, timezone));
  return Array.from(predict({ nrow: horizon, columns: [{ name: time, type: "d", values }] }), (value) => Float64Array.of(value));
}

/** Returns the parameters that the model stores to forecast from other values than those of its training. */
export function toArtifactSeries(
  { columns, lags, horizon, forecasts, periods, entries }: SeriesTrainingSet,
  errors: readonly ForecastError[],
): NonNullable<TrainedModel["series"]> {
  const series = { columns: [...columns], lags, horizon, half_widths: errors.map(({ half_width }) => half_width) };
  return forecasts ? { ...series, last: periods.index[entries[entries.length - 1]] } : series;
}
