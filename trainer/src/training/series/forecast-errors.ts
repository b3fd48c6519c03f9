import { type ForecastError, lagName } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { absoluteErrors, conformalHalfWidth, laterHalfCoverage, NOMINAL_COVERAGE } from "../../evaluation/conformal.js";
import { regressionMetrics } from "../../evaluation/metrics/regression-metrics.js";
import type { Graph } from "../../model/artifact/graph.js";
import { numericPredictor } from "../../model/artifact/predict-forecast.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { CrossValidation } from "../hold-out/cross-validate.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

/** Largest number of predictions to measure forecasts. With long horizons, not every held-out row begins a forecast. */
const MAX_PREDICTIONS = 50_000;
/** Forecasts per batch, so that a cancelled training stops soon. */
const BATCH_ROWS = 64;

/** Forecasts for one number of periods ahead, in order of time. */
interface ForecastComparison {
  actual: number[];
  predicted: number[];
  naive: number[];
}

/**
 * Measures forecast errors by periods ahead. From each held-out row on, the model of its fold, which knows only earlier rows,
 * predicts one period after the other, and each prediction is compared with the actual value. Intervals are conformal (Lei et al.
 * 2018), from the absolute errors at each number of periods ahead. Their coverage is measured on the later half of the forecasts
 * with the earlier half's interval.
 */
export async function measureForecastErrors(
  { table, series }: { table: Table; series: SeriesTrainingSet },
  { folds }: CrossValidation,
  context: FitContext,
): Promise<ForecastError[]> {
  const compared = Array.from({ length: series.horizon }, (): ForecastComparison => ({ actual: [], predicted: [], naive: [] }));
  const actualByPeriod = responseByPeriod(series);
  const yieldToEventLoop = createYielder(context);
  for (const [t, { graph, heldOut }] of folds.entries()) {
    const share = MAX_PREDICTIONS / (series.horizon * folds.length);
    const stride = Math.max(1, Math.ceil(heldOut.length / share));
    const starts = heldOut.filter((_, i) => i % stride === 0);
    for (let from = 0; from < starts.length; from += BATCH_ROWS) {
      const rows = starts.subarray(from, from + BATCH_ROWS);
      compareForecasts(compared, { rows, start: takeRows(table, rows), graph, series, actualByPeriod });
      const pending = yieldToEventLoop((t + from / starts.length) / folds.length);
      if (pending) await pending;
    }
  }
  return compared.map((step, i) => toForecastError(step, i + 1));
}

/** Returns the known responses by period. */
function responseByPeriod({ periods, response }: SeriesTrainingSet): Map<number, number> {
  const column = periods.columns.find(({ name }) => name === response);
  const values = column?.values ?? new Float64Array(0);
  return new Map(Array.from(periods.index, (period, entry): [number, number] => [period, values[entry]]));
}

interface ForecastBatch {
  rows: Int32Array;
  start: Table;
  graph: Graph;
  series: SeriesTrainingSet;
  actualByPeriod: ReadonlyMap<number, number>;
}

function compareForecasts(into: readonly ForecastComparison[], { rows, start, graph, series, actualByPeriod }: ForecastBatch): void {
  const last = findColumn(start, lagName(series.response, 1));
  recursiveForecast(numericPredictor(graph), start, series, series.horizon).forEach((values, step) => {
    rows.forEach((row, i) => {
      const actual = actualByPeriod.get(series.periods.index[series.entries[row]] + step) ?? Number.NaN;
      if (!Number.isFinite(actual) || !last || last.type === "s") return;
      into[step].actual.push(actual);
      into[step].predicted.push(values[i]);
      into[step].naive.push(last.values[i]);
    });
  });
}

function toForecastError({ actual, predicted, naive }: ForecastComparison, step: number): ForecastError {
  const actualValues = Float64Array.from(actual);
  const errors = absoluteErrors(actualValues, predicted);
  const { RMSE = null, MAE = null } = regressionMetrics(actualValues, Float64Array.from(predicted));
  return {
    step,
    rows: actualValues.length,
    RMSE,
    MAE,
    naive_RMSE: regressionMetrics(actualValues, Float64Array.from(naive)).RMSE ?? null,
    half_width: conformalHalfWidth(errors, NOMINAL_COVERAGE) ?? null,
    coverage: laterHalfCoverage(errors, NOMINAL_COVERAGE),
  };
}
