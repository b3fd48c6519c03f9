import type { ForecastError, Indicators, SeriesForecast } from "@agatha/contracts";
import { addPeriods } from "../../data/time-series/calendar.js";
import { forecastIntervals } from "../../data/time-series/forecast-intervals.js";
import { lagsForNextPeriod } from "../../data/time-series/lags.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { NOMINAL_COVERAGE } from "../../evaluation/conformal.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import type { Graph } from "../../model/artifact/graph.js";
import { numericPredictor } from "../../model/artifact/predict-forecast.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

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
  const start = lagsForNextPeriod(periods, last, lags);
  const [steps] = forecastIntervals(
    recursiveForecast(numericPredictor(graph), start, series, series.horizon),
    errors.map(({ half_width }) => half_width),
  );
  const at = (step: number) => new Date(addPeriods(periods.times[last], step, periods.period, timezone)).toISOString();
  return {
    time,
    period: periods.period,
    lags,
    nominal: NOMINAL_COVERAGE,
    last: { time: new Date(periods.times[last]).toISOString(), value: values[last] },
    steps: steps.map((step) => ({ ...step, time: at(step.step) })),
    errors,
    mean_baseline: meanBaseline,
  };
}

/** Returns the parameters that the model stores to forecast from other values than those of its training. */
export function toArtifactSeries(
  { columns, lags, horizon }: SeriesTrainingSet,
  errors: readonly ForecastError[],
): NonNullable<TrainedModel["series"]> {
  return { columns: [...columns], lags, horizon, half_widths: errors.map(({ half_width }) => half_width) };
}
