import type { ForecastError, Indicators } from "@agatha/contracts";
import { findColumn, requireNumbers, type Table, takeRows } from "../../data/tables/table.js";
import { calendarSeason } from "../../data/time-series/calendar.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { absoluteErrors, conformalHalfWidth, laterHalfCoverage, NOMINAL_COVERAGE } from "../../evaluation/conformal.js";
import { forecastMetrics, monotoneHalfWidths, seasonalDifference } from "../../evaluation/metrics/forecast-metrics.js";
import { regressionMetrics } from "../../evaluation/metrics/regression-metrics.js";
import { continueSeries } from "../../model/artifact/continue-series.js";
import { numericPredictor } from "../../model/artifact/predict-forecast.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { CrossValidation, FoldModel } from "../hold-out/cross-validate.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { predictTimes } from "./describe-forecast.js";

/** Largest number of predictions to measure forecasts. With long horizons, not every held-out row begins a forecast. */
const MAX_PREDICTIONS = 50_000;
/** Largest number of forecasts of a forecaster, each of which runs over the whole series. */
const MAX_SERIES_RUNS = 120;
/** Forecasts per batch, so that a cancelled training stops soon. */
const BATCH_ROWS = 64;

/** Errors by periods ahead, and figures over all of them that compare models of one series. */
export interface ForecastEvaluation {
  errors: ForecastError[];
  indicators: Indicators;
}

/** Forecasts for one number of periods ahead, in order of time. */
interface ForecastComparison {
  actual: number[];
  predicted: number[];
  naive: number[];
  seasonalNaive: number[];
}

/**
 * Measures forecast errors by periods ahead, from rolling origins. From each held-out row on, the model of its fold, which has
 * learned from earlier rows only, forecasts from what was known then, and each forecast is compared with the actual value. Folds
 * count from the middle of the series on, so that all methods are judged on the same periods. Intervals are conformal (Lei et al.
 * 2018), from the absolute errors at each number of periods ahead, and do not narrow with the periods ahead. Their coverage is
 * measured on the later half of the forecasts with the earlier half's interval.
 */
export async function measureForecastErrors(
  { table, series }: { table: Table; series: SeriesTrainingSet },
  { folds: all }: CrossValidation,
  context: FitContext,
): Promise<ForecastEvaluation> {
  const compared = Array.from(
    { length: series.horizon },
    (): ForecastComparison => ({ actual: [], predicted: [], naive: [], seasonalNaive: [] }),
  );
  const folds = all.filter(({ train }) => train.length >= table.nrow >> 1);
  const actualByPeriod = responseByPeriod(series);
  const yieldToEventLoop = createYielder(context);
  const limit = Math.min(MAX_PREDICTIONS / series.horizon, series.forecasts ? MAX_SERIES_RUNS : Number.POSITIVE_INFINITY);
  for (const [t, fold] of folds.entries()) {
    const stride = Math.max(1, Math.ceil((fold.heldOut.length * folds.length) / limit));
    const starts = fold.heldOut.filter((_, i) => i % stride === 0);
    const batch = series.forecasts ? 1 : BATCH_ROWS;
    for (let from = 0; from < starts.length; from += batch) {
      const rows = starts.subarray(from, from + batch);
      const steps = series.forecasts ? continuedForecast(fold, rows[0], table, series) : laggedForecast(fold, rows, table, series);
      compareForecasts(compared, { rows, steps, series, actualByPeriod });
      const pending = yieldToEventLoop((t + from / starts.length) / folds.length);
      if (pending) await pending;
    }
  }
  return evaluateForecasts(compared, series);
}

/** Returns the known responses by period. */
function responseByPeriod({ periods, response }: SeriesTrainingSet): Map<number, number> {
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  return new Map(Array.from(periods.index, (period, entry): [number, number] => [period, values[entry]]));
}

/** Returns the forecasts from each row on, one array per period ahead. */
function laggedForecast({ graph }: FoldModel, rows: Int32Array, table: Table, series: SeriesTrainingSet): Float64Array[] {
  return recursiveForecast(numericPredictor(graph), takeRows(table, rows), series, series.horizon);
}

/** The same of forecasters, which go on with the series up to before the row. */
function continuedForecast({ fitted, heldOut }: FoldModel, row: number, table: Table, series: SeriesTrainingSet): Float64Array[] {
  const { periods, entries, response, time, horizon } = series;
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  const past = heldOut.filter((each) => each < row).map((each) => entries[each]);
  const graph = continueSeries(
    fitted,
    Float64Array.from(past, (entry) => periods.index[entry]),
    Float64Array.from(past, (entry) => values[entry]),
  );
  const times = findColumn(table, time);
  const start = times?.type === "d" ? times.values[row] : Number.NaN;
  return predictTimes(numericPredictor(graph), series, { start, horizon });
}

interface ForecastBatch {
  rows: Int32Array;
  steps: readonly Float64Array[];
  series: SeriesTrainingSet;
  actualByPeriod: ReadonlyMap<number, number>;
}

function compareForecasts(into: readonly ForecastComparison[], { rows, steps, series, actualByPeriod }: ForecastBatch): void {
  const season = calendarSeason(series.periods.period);
  steps.forEach((values, step) => {
    rows.forEach((row, i) => {
      const period = series.periods.index[series.entries[row]];
      const actual = actualByPeriod.get(period + step) ?? Number.NaN;
      const naive = actualByPeriod.get(period - 1) ?? Number.NaN;
      if (!Number.isFinite(actual) || !Number.isFinite(naive)) return;
      into[step].actual.push(actual);
      into[step].predicted.push(values[i]);
      into[step].naive.push(naive);
      into[step].seasonalNaive.push(actualByPeriod.get(period - season + (step % season)) ?? naive);
    });
  });
}

function evaluateForecasts(compared: readonly ForecastComparison[], series: SeriesTrainingSet): ForecastEvaluation {
  const values = requireNumbers({ nrow: series.periods.index.length, columns: series.periods.columns }, series.response);
  const scale = seasonalDifference(values.subarray(0, Math.ceil(values.length / 2)), calendarSeason(series.periods.period));
  const widths = monotoneHalfWidths(
    compared.map(({ actual, predicted }) => ({
      rows: actual.length,
      width: conformalHalfWidth(absoluteErrors(Float64Array.from(actual), predicted), NOMINAL_COVERAGE) ?? null,
    })),
  );
  const all = (of: (step: ForecastComparison) => number[]) => compared.flatMap(of);
  const { MASE, sMAPE } = forecastMetrics(
    all(({ actual }) => actual),
    all(({ predicted }) => predicted),
    scale,
  );
  return {
    errors: compared.map((step, i) => ({ ...toForecastError(step, i + 1, scale), half_width: widths[i] })),
    indicators: { MASE, sMAPE },
  };
}

function toForecastError({ actual, predicted, naive, seasonalNaive }: ForecastComparison, step: number, scale: number) {
  const actualValues = Float64Array.from(actual);
  const { RMSE = null, MAE = null } = regressionMetrics(actualValues, Float64Array.from(predicted));
  return {
    step,
    rows: actualValues.length,
    RMSE,
    MAE,
    ...forecastMetrics(actual, predicted, scale),
    naive_RMSE: regressionMetrics(actualValues, Float64Array.from(naive)).RMSE ?? null,
    seasonal_naive_MASE: forecastMetrics(actual, seasonalNaive, scale).MASE,
    coverage: laterHalfCoverage(absoluteErrors(actualValues, predicted), NOMINAL_COVERAGE),
  };
}
