import { FORECAST_SERIES_LIMIT } from "@agatha/contracts";
import { addPeriods } from "../../../data/time-series/calendar.js";
import { dependentHalfWidth, laterHalfCoverage, MIN_INTERVAL_ERRORS, normalHalfWidth } from "../../../evaluation/conformal.js";
import { type ForecastMetrics, forecastMetrics, monotoneHalfWidths } from "../../../evaluation/metrics/forecast-metrics.js";
import { regressionMetrics } from "../../../evaluation/metrics/regression-metrics.js";
import { finiteOrNull } from "../../../numeric/finite-or-null.js";
import { rowsWhere } from "../../../numeric/rows-where.js";
import { seriesCode } from "../../../numeric/series/series-places.js";
import type { SeriesTrainingSet } from "../../plan/training-set.js";
import type { ForecastEvaluation } from "../forecast-evaluation.js";
import { type ErrorUnits, errorUnits } from "./error-units.js";
import { differenceInterval, type ForecastUnits, forecastErrorUnits, forecastIntervals } from "./forecast-intervals.js";
import { evenly } from "./origins.js";
import type { ActualValues, ForecastComparison, MadeForecast } from "./trial.js";

/** Forecasts of the backtest that are kept: largest numbers of each series, and of values of all series. */
const KEPT = { cutoffs: 12, values: 20_000 };

/** Returns the forecasts that repeat the last season, in place of those that were made. */
export function seasonalNaiveForecasts(compared: readonly ForecastComparison[]): ForecastComparison[] {
  return compared.map((step) => ({ ...step, predicted: step.seasonalNaive }));
}

/** What is known without the units that err together. */
type MeasuredErrors = Omit<ForecastEvaluation, "backtest" | "intervals" | "baselineIntervals" | "baselineDifferences" | "forecastErrors">;

/** Returns the 95 % intervals of the figures, of those of the baseline, of their difference, and of the errors by periods ahead. */
export function withIntervals(
  { errors, ...evaluation }: MeasuredErrors,
  compared: readonly ForecastComparison[],
  units: ForecastUnits,
): Omit<ForecastEvaluation, "backtest"> {
  const repeated = seasonalNaiveForecasts(compared);
  const difference = differenceInterval(compared, repeated, units);
  return {
    ...evaluation,
    errors: errors.map((error, i) => ({ ...error, intervals: forecastIntervals([compared[i]], units) })),
    intervals: forecastIntervals(compared, units),
    baselineIntervals: forecastIntervals(repeated, units),
    baselineDifferences: difference ? { MASE: difference } : {},
    forecastErrors: forecastErrorUnits(compared, units),
  };
}

/** `usual` is the mean error, in its scale, of series like this one. */
export function evaluateForecasts(
  compared: readonly ForecastComparison[],
  scales: readonly number[],
  usual?: (code: number) => number,
): MeasuredErrors {
  const unitsOf = (steps: readonly ForecastComparison[]): ErrorUnits => (scales.length > 1 ? errorUnits(steps, scales, usual) : () => 1);
  const uncertain = compared.map(withoutZeroLevels);
  const units = unitsOf(uncertain);
  // With few errors one period ahead there are even fewer of the later periods.
  const halfWidth = (uncertain[0]?.actual.length ?? 0) < MIN_INTERVAL_ERRORS ? normalHalfWidth : dependentHalfWidth;
  const widths = monotoneHalfWidths(
    uncertain.map((step) => ({
      rows: step.actual.length,
      width: halfWidth(errorsIn(units, step), step.codes) ?? null,
    })),
  );
  const earlierUnits = unitsOf(uncertain.map(earlierHalf));
  const [figures, baseline] = [compared, seasonalNaiveForecasts(compared)].map((forecasts) => {
    const { MASE, sMAPE } = pooledMetrics(forecasts, () => true);
    return { MASE, sMAPE };
  });
  return {
    errors: compared.map((step, i) => ({
      ...toForecastError(step, i + 1),
      coverage: coverageOf(uncertain[i], earlierUnits),
      half_width: widths[i],
    })),
    indicators: figures,
    baseline,
    ...(scales.length > 1 && {
      scales: scales.map((_, code) => units(code)),
      byCode: (code: number) => pooledMetrics(compared, (each) => each === code).MASE,
    }),
  };
}

/** Each error counts in the unit that its series has without it, by the spread of that time. */
const errorsIn = (units: ErrorUnits, { rows, codes, spreads, actual, predicted }: ForecastComparison) =>
  Float64Array.from(actual, (value, i) => (predicted[i] - value) / (spreads[i] * units(codes[i], rows[i])));

const earlierHalf = (step: ForecastComparison): ForecastComparison => pick(step, (i) => i < step.actual.length >> 1);

/** Forecasts at a zero level are certain: they have no interval, and no part in that of the others. */
const withoutZeroLevels = (step: ForecastComparison): ForecastComparison =>
  step.atZeroLevel.includes(true) ? pick(step, (i) => !step.atZeroLevel[i]) : step;

function pick(step: ForecastComparison, isWanted: (i: number) => boolean): ForecastComparison {
  const of = <T>(list: readonly T[]) => list.filter((_, i) => isWanted(i));
  return {
    rows: of(step.rows),
    codes: of(step.codes),
    scales: of(step.scales),
    spreads: of(step.spreads),
    atZeroLevel: of(step.atZeroLevel),
    actual: of(step.actual),
    predicted: of(step.predicted),
    naive: of(step.naive),
    seasonalNaive: of(step.seasonalNaive),
  };
}

/** Returns the metrics over all periods ahead of the wanted series. */
export function pooledMetrics(compared: readonly ForecastComparison[], isWanted: (code: number) => boolean): ForecastMetrics {
  const wanted = compared.map(({ codes }) => rowsWhere(codes.length, (i) => isWanted(codes[i])));
  const of = (part: "actual" | "predicted" | "scales") => compared.flatMap((step, k) => Array.from(wanted[k], (i) => step[part][i]));
  return forecastMetrics(of("actual"), of("predicted"), of("scales"));
}

/** Returns the share of the later half of the errors that the interval of the earlier half covers. */
const coverageOf = (step: ForecastComparison, units: ErrorUnits) =>
  laterHalfCoverage(errorsIn(units, step), (earlier) => dependentHalfWidth(earlier, step.codes));

function toForecastError(step: ForecastComparison, ahead: number) {
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
  };
}

/** Returns a function that returns some forecasts of a series with the actual values. */
export function keptForecasts(
  made: readonly MadeForecast[],
  { periods, timezone, horizon }: SeriesTrainingSet,
  actualAt: ActualValues,
): ForecastEvaluation["backtest"] {
  const described = Math.min(periods.series?.length ?? 1, FORECAST_SERIES_LIMIT);
  const most = Math.max(1, Math.min(KEPT.cutoffs, Math.floor(KEPT.values / (horizon * described))));
  return (code) => {
    const own = made.filter(({ entry }) => seriesCode(periods.index[entry]) === code);
    return evenly(own, most).map(({ entry, spread, values }) => {
      const timeAt = (step: number) => new Date(addPeriods(periods.times[entry], step, periods.period, timezone)).toISOString();
      const forecast = {
        cutoff: timeAt(-1),
        times: values.map((_, step) => timeAt(step)),
        values: values.map(finiteOrNull),
        actual: values.map((_, step) => finiteOrNull(actualAt(periods.index[entry] + step))),
      };
      return { forecast, spread, first: periods.index[entry] };
    });
  };
}
