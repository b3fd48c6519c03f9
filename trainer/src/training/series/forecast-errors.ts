import {
  type BacktestForecast,
  FORECAST_SERIES_LIMIT,
  type ForecastError,
  type ForecastHierarchy,
  type Indicators,
  RECONCILIATION_METHODS,
} from "@agatha/contracts";
import { findColumn, type NumberColumn, requireNumbers, type Table, takeRows } from "../../data/tables/table.js";
import { addPeriods, calendarSeason } from "../../data/time-series/calendar.js";
import { levelOf } from "../../data/time-series/hierarchy.js";
import { withSeriesColumn } from "../../data/time-series/lags.js";
import { type PeriodValues, periodValues } from "../../data/time-series/period-values.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { dependentHalfWidth, laterHalfCoverage } from "../../evaluation/conformal.js";
import { forecastMetrics, monotoneHalfWidths, seasonalDifference } from "../../evaluation/metrics/forecast-metrics.js";
import { regressionMetrics } from "../../evaluation/metrics/regression-metrics.js";
import { continueSeries, forecasterOfSeries } from "../../model/artifact/continue-series.js";
import type { Graph } from "../../model/artifact/graph.js";
import { numericPredictor } from "../../model/artifact/predict-forecast.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import { createYielder, type YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { withBottomUp } from "../fit/reconciliation.js";
import type { CrossValidation, FoldModel } from "../hold-out/cross-validate.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { predictTimes } from "./predict-times.js";

/** Largest number of predictions to measure forecasts. With long horizons, not every held-out row begins a forecast. */
const MAX_PREDICTIONS = 50_000;
/** Largest number of forecasts of a forecaster, each of which runs over the whole series. */
const MAX_SERIES_RUNS = 120;
const RUNS_PER_SERIES = 6;
/** Forecasts per batch, so that a cancelled training stops soon. */
const BATCH_ROWS = 64;

/** Errors by periods ahead, and figures over all of them that compare models of one series. */
export interface ForecastEvaluation {
  errors: ForecastError[];
  indicators: Indicators;
  /** How forecasts of a hierarchy add up. */
  hierarchy?: ForecastHierarchy;
  /** Several series: the unit of each, in which its half widths count, and the MASE of one. */
  scales?: readonly number[];
  byCode?(code: number): number | null;
  /** Some of the forecasts of a series beside what came, by cut-off. */
  backtest(code: number): BacktestForecast[];
}

/** Forecasts of the backtest that are kept: of each series so many, and so many values of all. */
const KEPT = { cutoffs: 12, values: 20_000 };

/** Forecasts for one number of periods ahead, in order of time. */
interface ForecastComparison {
  /** Series of each forecast. */
  codes: number[];
  /** Unit of MASE in its series. */
  scales: number[];
  actual: number[];
  predicted: number[];
  naive: number[];
  seasonalNaive: number[];
}

/**
 * Measures forecast errors by periods ahead, from rolling origins. From each held-out row on, the model of its fold, which has
 * learned from earlier rows only, forecasts from what was known then, and each forecast is compared with the actual value. Columns
 * known ahead have the values that came: the errors are those of a plan that is kept to. Folds
 * count from the middle of the series on, so that all methods are judged on the same periods. Intervals are conformal (Lei et al.
 * 2018), from the errors at each number of periods ahead, wider as these depend on each other, and do not narrow with the periods
 * ahead. Their coverage is measured on the later half of the forecasts with the earlier half's interval.
 */
export async function measureForecastErrors(
  { table, series }: { table: Table; series: SeriesTrainingSet },
  { folds: all }: CrossValidation,
  context: FitContext,
): Promise<ForecastEvaluation> {
  const folds = all.filter(({ train }) => train.length >= table.nrow >> 1);
  const measured: Measured = {
    folds,
    series,
    actualByPeriod: responseByPeriod(series),
    scales: seriesScales(series),
    source: { table, series, knownAhead: periodValues(series.periods, series.knownAhead) },
    yieldToEventLoop: createYielder(context),
  };
  return await (series.periods.hierarchy ? measureHierarchy(measured) : measureEachSeries(measured));
}

/** What forecasts are made from and compared with. */
interface Measured {
  folds: readonly FoldModel[];
  series: SeriesTrainingSet;
  actualByPeriod: ReadonlyMap<number, number>;
  scales: readonly number[];
  source: ForecastSource;
  yieldToEventLoop: YieldToEventLoop;
}

async function measureEachSeries({
  folds,
  series,
  actualByPeriod,
  scales,
  source,
  yieldToEventLoop,
}: Measured): Promise<ForecastEvaluation> {
  const trial = newTrial(series);
  const origins = chooseOrigins(folds, series);
  for (const [t, fold] of folds.entries()) {
    const starts = fold.heldOut.filter((row) => origins.has(row));
    const batch = series.forecasts ? 1 : BATCH_ROWS;
    const heldOut = series.forecasts ? rowsBySeries(fold.heldOut, series) : undefined;
    for (let from = 0; from < starts.length; from += batch) {
      const rows = starts.subarray(from, from + batch);
      const steps = heldOut ? continuedForecast({ ...fold, heldOut }, rows[0], source) : laggedForecast(fold, rows, source);
      compareForecasts(trial, { rows, steps, series, actualByPeriod, scales });
      const pending = yieldToEventLoop((t + from / starts.length) / folds.length);
      if (pending) await pending;
    }
  }
  return { ...evaluateForecasts(trial.compared, scales), backtest: keptForecasts(trial.made, series, actualByPeriod) };
}

/** The same of all series of a hierarchy together, by each way to make their forecasts add up. */
async function measureHierarchy({
  folds,
  series,
  actualByPeriod,
  scales,
  source,
  yieldToEventLoop,
}: Measured): Promise<ForecastEvaluation> {
  const trials = RECONCILIATIONS.map(() => newTrial(series));
  for (const [t, fold] of folds.entries()) {
    const starts = hierarchyOrigins(folds, fold, series);
    for (const [i, rows] of starts.entries()) {
      reconciledForecasts(fold, rows, source).forEach((steps, k) => {
        compareForecasts(trials[k], { rows, steps, series, actualByPeriod, scales });
      });
      const pending = yieldToEventLoop((t + i / starts.length) / folds.length);
      if (pending) await pending;
    }
  }
  return evaluateHierarchy(trials, { series, scales, actualByPeriod });
}

/** Forecasts of the backtest by one method. */
interface Trial {
  compared: ForecastComparison[];
  made: MadeForecast[];
}

const newTrial = ({ horizon }: SeriesTrainingSet): Trial => ({
  compared: Array.from({ length: horizon }, () => ({ codes: [], scales: [], actual: [], predicted: [], naive: [], seasonalNaive: [] })),
  made: [],
});

/** Returns the held-out rows that forecasts begin at: evenly apart in each series, as many as are asked for or there is time for. */
function chooseOrigins(folds: readonly FoldModel[], series: SeriesTrainingSet): Set<number> {
  const { periods, entries, cutoffs, horizon, forecasts } = series;
  const codeOf = (row: number) => seriesCode(periods.index[entries[row]]);
  const rows = folds.flatMap(({ heldOut }) => Array.from(heldOut)).sort((a, b) => codeOf(a) - codeOf(b) || a - b);
  const count = periods.series?.length ?? 1;
  const runs = forecasts ? Math.max(MAX_SERIES_RUNS, RUNS_PER_SERIES * count) : Number.POSITIVE_INFINITY;
  const most = Math.min(rows.length, MAX_PREDICTIONS / horizon, cutoffs === undefined ? runs : cutoffs * count);
  return new Set(evenly(rows, Math.max(1, Math.floor(most))));
}

/** Returns so many of the elements, evenly apart; all of fewer. */
function evenly<T>(list: readonly T[], count: number): T[] {
  return list.length <= count ? [...list] : Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]);
}

/** A forecast of the periods from an entry on. */
interface MadeForecast {
  entry: number;
  values: number[];
}

/** Returns a function that returns some forecasts of a series beside what came. */
function keptForecasts(
  made: readonly MadeForecast[],
  { periods, timezone, horizon }: SeriesTrainingSet,
  actualByPeriod: ReadonlyMap<number, number>,
): ForecastEvaluation["backtest"] {
  const known = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null);
  const described = Math.min(periods.series?.length ?? 1, FORECAST_SERIES_LIMIT);
  const most = Math.max(1, Math.min(KEPT.cutoffs, Math.floor(KEPT.values / (horizon * described))));
  return (code) => {
    const own = made.filter(({ entry }) => seriesCode(periods.index[entry]) === code);
    return evenly(own, most).map(({ entry, values }) => {
      const timeAt = (step: number) => new Date(addPeriods(periods.times[entry], step, periods.period, timezone)).toISOString();
      return {
        cutoff: timeAt(-1),
        times: values.map((_, step) => timeAt(step)),
        values: values.map(known),
        actual: values.map((_, step) => known(actualByPeriod.get(periods.index[entry] + step))),
      };
    });
  };
}

/** Returns the known responses by period. */
function responseByPeriod({ periods, response }: SeriesTrainingSet): Map<number, number> {
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  return new Map(Array.from(periods.index, (period, entry): [number, number] => [period, values[entry]]));
}

interface ForecastSource {
  table: Table;
  series: SeriesTrainingSet;
  knownAhead: PeriodValues;
}

/** Returns the forecasts from each row on, one array per period ahead. */
function laggedForecast({ graph }: FoldModel, rows: Int32Array, { table, series, knownAhead }: ForecastSource): Float64Array[] {
  const { periods, entries, horizon } = series;
  const future = (step: number) =>
    knownAhead(Float64Array.from(rows, (row) => periods.index[entries[row]] + step)).map(({ values }) => values);
  return recursiveForecast(numericPredictor(graph), takeRows(table, rows), { ...series, future }, horizon).map(({ values }) => values);
}

/** Returns the rows of each series, by its code. */
function rowsBySeries(rows: Int32Array, { periods, entries }: SeriesTrainingSet): number[][] {
  const bySeries = (periods.series ?? [""]).map((): number[] => []);
  for (const row of rows) bySeries[seriesCode(periods.index[entries[row]])].push(row);
  return bySeries;
}

/** The same of forecasters, which go on with the series up to before the row. */
function continuedForecast(
  { fitted, heldOut }: { fitted: Graph; heldOut: readonly (readonly number[])[] },
  row: number,
  { table, series, knownAhead }: ForecastSource,
): Float64Array[] {
  const { periods, entries, response, time, horizon } = series;
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  const first = periods.index[entries[row]];
  const past = Int32Array.from(heldOut[seriesCode(first)].filter((each) => each < row));
  const graph = continueSeries(
    forecasterOfSeries(fitted, seriesCode(first)),
    takeRows(table, past),
    Float64Array.from(past, (each) => values[entries[each]]),
  );
  const times = findColumn(table, time);
  const start = times?.type === "d" ? times.values[row] : Number.NaN;
  return predictTimes(numericPredictor(graph), series, { start, first, horizon, knownAhead });
}

interface ForecastBatch {
  rows: Int32Array;
  steps: readonly Float64Array[];
  series: SeriesTrainingSet;
  actualByPeriod: ReadonlyMap<number, number>;
  scales: readonly number[];
}

function compareForecasts({ compared: into, made }: Trial, { rows, steps, series, actualByPeriod, scales }: ForecastBatch): void {
  const season = calendarSeason(series.periods.period);
  rows.forEach((row, i) => {
    made.push({ entry: series.entries[row], values: steps.map((values) => values[i]) });
  });
  steps.forEach((values, step) => {
    rows.forEach((row, i) => {
      const period = series.periods.index[series.entries[row]];
      const actual = actualByPeriod.get(period + step) ?? Number.NaN;
      const naive = actualByPeriod.get(period - 1) ?? Number.NaN;
      if (!Number.isFinite(actual) || !Number.isFinite(naive) || !Number.isFinite(values[i])) return;
      const code = seriesCode(period);
      into[step].codes.push(code);
      into[step].scales.push(scales[code]);
      into[step].actual.push(actual);
      into[step].predicted.push(values[i]);
      into[step].naive.push(naive);
      into[step].seasonalNaive.push(actualByPeriod.get(period - season + (step % season)) ?? naive);
    });
  });
}

/** Returns the unit of MASE of each series, from the earlier half of its values. */
function seriesScales({ periods, response }: SeriesTrainingSet): number[] {
  const { index, period, series = [""] } = periods;
  const values = requireNumbers({ nrow: index.length, columns: periods.columns }, response);
  const bySeries = series.map((): number[] => []);
  index.forEach((number, entry) => {
    bySeries[seriesCode(number)].push(values[entry]);
  });
  return bySeries.map((list) => {
    const own = Float64Array.from(list);
    const scale = seasonalDifference(own.subarray(0, Math.ceil(own.length / 2)), calendarSeason(period));
    if (series.length === 1 || scale > 0) return scale;
    const all = seasonalDifference(own, 1);
    return all > 0 ? all : 1;
  });
}

/** `units` are those that the errors of each series count in for its interval. */
function evaluateForecasts(
  compared: readonly ForecastComparison[],
  scales: readonly number[],
  units: readonly number[] = scales,
): Omit<ForecastEvaluation, "backtest"> {
  const isSeveral = scales.length > 1;
  const intervalErrors = ({ codes, actual, predicted }: ForecastComparison) =>
    Float64Array.from(actual, (value, i) => (predicted[i] - value) / (isSeveral ? units[codes[i]] : 1));
  const widths = monotoneHalfWidths(
    compared.map((step) => ({
      rows: step.actual.length,
      width: dependentHalfWidth(intervalErrors(step), step.codes) ?? null,
    })),
  );
  const { MASE, sMAPE } = pooledMetrics(compared, () => true);
  return {
    errors: compared.map((step, i) => ({ ...toForecastError(step, i + 1, intervalErrors(step)), half_width: widths[i] })),
    indicators: { MASE, sMAPE },
    ...(isSeveral && { scales: units, byCode: (code: number) => pooledMetrics(compared, (each) => each === code).MASE }),
  };
}

/** Returns the metrics over all periods ahead of the wanted series. */
function pooledMetrics(compared: readonly ForecastComparison[], isWanted: (code: number) => boolean) {
  const of = (part: keyof ForecastComparison) => compared.flatMap((step) => step[part].filter((_, i) => isWanted(step.codes[i])));
  return forecastMetrics(of("actual"), of("predicted"), of("scales"));
}

function toForecastError(step: ForecastComparison, ahead: number, errors: Float64Array) {
  const { actual, predicted, naive, seasonalNaive, scales } = step;
  const actualValues = Float64Array.from(actual);
  const { RMSE = null, MAE = null } = regressionMetrics(actualValues, Float64Array.from(predicted));
  return {
    step: ahead,
    rows: actualValues.length,
    RMSE,
    MAE,
    ...forecastMetrics(actual, predicted, scales),
    naive_RMSE: regressionMetrics(actualValues, Float64Array.from(naive)).RMSE ?? null,
    seasonal_naive_MASE: forecastMetrics(actual, seasonalNaive, scales).MASE,
    coverage: laterHalfCoverage(errors, (earlier) => dependentHalfWidth(earlier, step.codes)),
  };
}

/** Ways to make forecasts add up, and the forecasts as they are. */
const RECONCILIATIONS = ["unreconciled", ...RECONCILIATION_METHODS] as const;

/** Returns the rows of each period of the fold that forecasts of all series begin at. */
function hierarchyOrigins(
  folds: readonly FoldModel[],
  fold: FoldModel,
  { periods, entries, cutoffs, horizon }: SeriesTrainingSet,
): Int32Array[] {
  const periodOf = (row: number) => periods.index[entries[row]] - seriesPlace(seriesCode(periods.index[entries[row]]));
  const count = periods.series?.length ?? 1;
  const most = Math.min(cutoffs ?? Math.max(RUNS_PER_SERIES, Math.floor(MAX_SERIES_RUNS / count)), MAX_PREDICTIONS / (horizon * count));
  const all = [...new Set(folds.flatMap(({ heldOut }) => Array.from(heldOut, periodOf)))];
  const chosen = new Set(evenly(all, Math.max(1, Math.floor(most))));
  return [...chosen].map((period) => fold.heldOut.filter((row) => periodOf(row) === period)).filter(({ length }) => length > 0);
}

/** Returns the forecasts of the series of these rows, which are of one period, by each way to make them add up: by period ahead. */
function reconciledForecasts({ fitted, heldOut }: FoldModel, rows: Int32Array, { table, series }: ForecastSource): Float64Array[][] {
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

/**
 * Chooses the way to make forecasts add up that has the smallest error, unless one is asked for. The error is the mean of the MASE of
 * the levels, so that the total counts as much as the many series below it. Intervals of a level count in the unit of its errors.
 */
function evaluateHierarchy(
  trials: readonly Trial[],
  { series, scales, actualByPeriod }: Pick<ForecastBatch, "series" | "scales" | "actualByPeriod">,
): ForecastEvaluation {
  const { hierarchy = { columns: [], series: [], nonNegative: [] } } = series.periods;
  const names = hierarchy.series.map((values) => levelOf(hierarchy, values).join("\u0000"));
  const levels = [...new Set(names)].map((name) => {
    const errors = trials.map(({ compared }) => pooledMetrics(compared, (code) => names[code] === name).MASE);
    return { name, series: names.filter((each) => each === name).length, errors };
  });
  const meanOf = (k: number) => levels.reduce((sum, { errors }) => sum + (errors[k] ?? Number.NaN), 0) / levels.length;
  const [, byParts, byTrace] = trials.keys();
  const best = meanOf(byTrace) < meanOf(byParts) ? byTrace : byParts;
  const chosen = series.reconciliation === undefined ? best : RECONCILIATIONS.indexOf(series.reconciliation);
  const units = scales.map((scale, code) => scale * (levels.find(({ name }) => name === names[code])?.errors[chosen] || 1));
  const { compared, made } = trials[chosen];
  const evaluation = evaluateForecasts(compared, scales, units);
  const MASE = meanOf(chosen);
  return {
    ...evaluation,
    indicators: { ...evaluation.indicators, MASE: Number.isFinite(MASE) ? MASE : null },
    backtest: keptForecasts(made, series, actualByPeriod),
    hierarchy: {
      columns: [...hierarchy.columns],
      method: chosen === byTrace ? "minT" : "bottomUp",
      levels: levels.map(({ name, series: count, errors: [unreconciled, bottomUp, minT] }) => ({
        columns: name === "" ? [] : name.split("\u0000"),
        series: count,
        MASE: { unreconciled, bottomUp, minT },
      })),
    },
  };
}
