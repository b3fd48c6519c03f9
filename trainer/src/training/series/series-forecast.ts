import type { ForecastError, Indicators, SeriesForecast } from "@agatha/contracts";
import { timeAfter } from "../../data/time-series/calendar.js";
import { forecastSteps } from "../../data/time-series/forecast.js";
import { forecastRows } from "../../data/time-series/intervals.js";
import { lagsAfter } from "../../data/time-series/lags.js";
import { INTERVAL_LEVEL } from "../../evaluation/conformal.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import { numbersFrom } from "../../model/artifact/forecast.js";
import type { Graph } from "../../model/artifact/graph.js";
import type { Series } from "../lesson.js";

/** The model's forecast of the periods that follow the last one with a known response, and how far off such forecasts were. */
export function describeForecast(series: Series, graph: Graph, errors: ForecastError[], meanBaseline: Indicators): SeriesForecast {
  const { periods, time, lags, timezone, response } = series;
  const values = periods.columns.find(({ name }) => name === response)?.values ?? new Float64Array(0);
  const last = values.findLastIndex(Number.isFinite);
  const start = lagsAfter(periods, last, lags);
  const [steps] = forecastRows(
    forecastSteps(numbersFrom(graph), start, series, series.horizon),
    errors.map(({ half_width }) => half_width),
  );
  const at = (step: number) => new Date(timeAfter(periods.times[last], step, periods.period, timezone)).toISOString();
  return {
    time,
    period: periods.period,
    lags,
    nominal: INTERVAL_LEVEL,
    last: { time: new Date(periods.times[last]).toISOString(), value: values[last] },
    steps: steps.map((step) => ({ ...step, time: at(step.step) })),
    errors,
    mean_baseline: meanBaseline,
  };
}

/** What the model keeps in order to forecast from other values than those of its training. */
export function servedSeries({ columns, lags, horizon }: Series, errors: readonly ForecastError[]): NonNullable<TrainedModel["series"]> {
  return { columns: [...columns], lags, horizon, half_widths: errors.map(({ half_width }) => half_width) };
}
