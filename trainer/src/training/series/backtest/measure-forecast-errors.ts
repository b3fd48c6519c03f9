import { byPeriod } from "../../../algorithms/base/series-by-period.js";
import { requireNumbers, type Table } from "../../../data/tables/table.js";
import { calendarSeason } from "../../../data/time-series/calendar.js";
import { periodValues } from "../../../data/time-series/period-values.js";
import { entryOf } from "../../../data/time-series/periods.js";
import { zeroAtLevels } from "../../../data/time-series/zero-levels.js";
import { seasonalDifference } from "../../../evaluation/metrics/forecast-metrics.js";
import type { FitContext } from "../../../numeric/fit-context.js";
import { entriesOfSeries, seriesCode } from "../../../numeric/series/series-places.js";
import { createYielder } from "../../../numeric/yield-to-event-loop.js";
import type { CrossValidation } from "../../hold-out/cross-validate.js";
import { laterRows } from "../../hold-out/series-folds.js";
import type { SeriesTrainingSet } from "../../plan/training-set.js";
import type { ForecastEvaluation } from "../forecast-evaluation.js";
import { zeroLevelsOf } from "../learned-range.js";
import { evaluateForecasts, keptForecasts, withIntervals } from "./evaluation.js";
import { continuedForecast, laggedForecast } from "./forecasts.js";
import { measureHierarchy } from "./hierarchy.js";
import { chooseOrigins, periodCount, periodOfRow } from "./origins.js";
import { relativeSpread } from "./relative-spread.js";
import { type ActualValues, compareForecasts, type Measured, newTrial } from "./trial.js";

/** Forecasts per batch, so that a cancelled training stops soon. */
const BATCH_ROWS = 64;

/**
 * Measures forecast errors by periods ahead, from rolling origins. From each held-out row on, the model of its fold, which has learned
 * from earlier rows only, forecasts from what was known then, and each forecast is compared with the actual value. Columns known ahead
 * have their actual values, so the errors are those of a plan that is kept. Folds count from the middle of the series on, so that all
 * methods are judged on the same periods. Intervals are conformal (Lei et al. 2018), from the errors at each number of periods ahead,
 * wider as these depend on each other, and do not narrow with the periods ahead. Their coverage is measured on the later half of the
 * forecasts with the earlier half's interval.
 */
export async function measureForecastErrors(
  { table, series }: { table: Table; series: SeriesTrainingSet },
  { folds }: CrossValidation,
  context: FitContext,
): Promise<ForecastEvaluation> {
  const measured: Measured = {
    folds,
    series,
    actualAt: actualValues(series),
    scales: seriesScales(series),
    spreadAt: relativeSpread(series),
    zeroPeriods: zeroPeriodsOf(series),
    source: { table, series, knownAhead: periodValues(series.periods, series.knownAhead) },
    yieldToEventLoop: createYielder(context),
  };
  return await (series.periods.hierarchy ? measureHierarchy(measured) : measureEachSeries(measured));
}

async function measureEachSeries({
  folds,
  series,
  actualAt,
  scales,
  spreadAt,
  zeroPeriods,
  source,
  yieldToEventLoop,
}: Measured): Promise<ForecastEvaluation> {
  const trial = newTrial(series);
  const origins = chooseOrigins(folds, series);
  for (const [t, fold] of folds.entries()) {
    const starts = fold.heldOut.filter((row) => origins.has(row));
    const batch = series.forecasts ? 1 : BATCH_ROWS;
    const later = series.forecasts ? rowsBySeries(laterRows(fold), series) : undefined;
    for (let from = 0; from < starts.length; from += batch) {
      const rows = starts.subarray(from, from + batch);
      const steps = later ? continuedForecast(fold, { row: rows[0], later }, source) : laggedForecast(fold, rows, source);
      compareForecasts(trial, { rows, steps, series, actualAt, scales, spreadAt, zeroPeriods });
      const pending = yieldToEventLoop((t + from / starts.length) / folds.length);
      if (pending) await pending;
    }
  }
  return {
    ...withIntervals(evaluateForecasts(trial.compared, scales), trial.compared, {
      startOf: (row) => periodOfRow(row, series),
      periods: periodCount(series),
    }),
    backtest: keptForecasts(trial.made, series, actualAt),
  };
}

/** Returns the rows of each series, by its code. */
function rowsBySeries(rows: Int32Array, { periods, entries }: SeriesTrainingSet): number[][] {
  const bySeries = (periods.series ?? [""]).map((): number[] => []);
  for (const row of rows) bySeries[seriesCode(periods.index[entries[row]])].push(row);
  return bySeries;
}

/** Returns the numbers of the periods at a zero level of a column known ahead. */
function zeroPeriodsOf(series: SeriesTrainingSet): Set<number> {
  const { index, columns } = series.periods;
  const ones = zeroAtLevels(new Float64Array(index.length).fill(1), { nrow: index.length, columns }, zeroLevelsOf(series));
  return new Set(index.filter((_, entry) => ones[entry] === 0));
}

function actualValues({ periods, response }: SeriesTrainingSet): ActualValues {
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  return (number) => values[entryOf(periods, number)] ?? Number.NaN;
}

/**
 * Returns the unit of MASE of each series: the change over a season in the earlier half of its periods, or in all of them where the
 * half has fewer than two seasons; over one period where there are no two seasons or a season has no change.
 */
function seriesScales({ periods, response }: SeriesTrainingSet): number[] {
  const { index, period, series: names = [""] } = periods;
  const values = requireNumbers({ nrow: index.length, columns: periods.columns }, response);
  const season = calendarSeason(period);
  const scales = names.map(() => 1);
  for (const { code, from, to } of entriesOfSeries(index)) {
    const { series } = byPeriod(index.subarray(from, to), values.subarray(from, to));
    const half = series.subarray(0, Math.ceil(series.length / 2));
    const learned = [half, series].find(({ length }) => length >= 2 * season);
    const scale = (learned && seasonalDifference(learned, season)) || seasonalDifference(series, 1);
    if (scale > 0 || names.length === 1) scales[code] = scale;
  }
  return scales;
}
