/** Warnings about what the backtest of a time series could not measure. */
import type { ForecastError, ModelWarning } from "@agatha/contracts";
import { calendarSeason } from "../../data/time-series/calendar.js";
import { MIN_INTERVAL_ERRORS } from "../../evaluation/conformal.js";
import { median } from "../../numeric/statistics.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { knownSpans } from "./known-spans.js";

/** Seasons that a forecast has to know, so that it can repeat them, and the share of the history that the backtest begins after. */
const MIN_SEASONS = 2;
const BACKTEST_BEGIN = 0.5;

/**
 * Returns the warnings about periods ahead without a measured error, about a forecast without intervals, and about a backtest that
 * begins before a season is known.
 */
export function backtestWarnings(series: SeriesTrainingSet, errors: readonly ForecastError[]): ModelWarning[] {
  const first = errors.findIndex(({ rows }) => rows === 0);
  const made = errors[0]?.rows ?? 0;
  const season = calendarSeason(series.periods.period);
  const { index } = series.periods;
  const lengths = knownSpans(series.periods, series.response).map(({ first, last }) => index[last] - index[first] + 1);
  const usual = median(Float64Array.from(lengths.filter(Number.isFinite)));
  const known = Math.floor(BACKTEST_BEGIN * usual);
  const isUnknown = season > 1 && usual >= MIN_SEASONS * season && known < MIN_SEASONS * season;
  return [
    ...(first < 0
      ? []
      : [
          {
            code: "horizon_unmeasured" as const,
            values: { measured: first, horizon: errors.length },
            message: `errors more than ${first} of ${errors.length} periods ahead were not measured, since the history is too short: the intervals of those forecasts, where there are any, are extended from the others`,
          },
        ]),
    ...(errors.every(({ half_width }) => half_width === null)
      ? [
          {
            code: "intervals_missing" as const,
            values: { made, needed: MIN_INTERVAL_ERRORS },
            message: `the forecast has no intervals, which need ${MIN_INTERVAL_ERRORS} forecasts of the next period in the backtest, and it made ${made}: train again when more periods are known`,
          },
        ]
      : []),
    ...(isUnknown
      ? [
          {
            code: "season_unmeasured" as const,
            values: { known, season },
            message: `the backtest begins after ${known} periods, and a season has ${season}: where the values repeat by it, the errors of the forecasts to come are smaller than the measured ones`,
          },
        ]
      : []),
  ];
}
