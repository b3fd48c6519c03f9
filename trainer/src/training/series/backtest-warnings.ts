/** Warnings about what the backtest of a time series could not measure. */
import type { ModelWarning } from "@agatha/contracts";
import { calendarSeason } from "../../data/time-series/calendar.js";
import { MIN_NORMAL_ERRORS } from "../../evaluation/conformal.js";
import { median } from "../../numeric/statistics.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import type { ForecastEvaluation } from "./forecast-evaluation.js";
import { knownSpans } from "./known-spans.js";

/** Seasons that a forecast has to know, so that it can repeat them, and the share of the history that the backtest begins after. */
const MIN_SEASONS = 2;
const BACKTEST_BEGIN = 0.5;
/** Times the error of the seasonal naive forecast from which a forecast is worse than it, whatever the chance. */
const WORSE_TIMES = 1.5;

type BacktestFigures = Pick<ForecastEvaluation, "errors" | "indicators" | "baseline">;

/**
 * Returns the warnings about periods ahead without a measured error, about a forecast without intervals, and about a backtest that
 * begins before a season is known, or whose errors are larger than those of the seasonal naive forecast.
 */
export function backtestWarnings(series: SeriesTrainingSet, evaluation: BacktestFigures): ModelWarning[] {
  const { errors } = evaluation;
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
            values: { made, needed: MIN_NORMAL_ERRORS },
            message: `the forecast has no intervals, which need ${MIN_NORMAL_ERRORS} forecasts of the next period in the backtest, and it made ${made}: train again when more periods are known`,
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
    ...naiveWarnings(evaluation),
  ];
}

function naiveWarnings({ indicators, baseline }: BacktestFigures): ModelWarning[] {
  const [found, naive] = [indicators.MASE, baseline.MASE];
  if (found == null || naive == null || naive === 0 || found < WORSE_TIMES * naive) return [];
  const [times, mase, repeated] = [found / naive, found, naive].map((figure) => Number(figure.toPrecision(3)));
  return [
    {
      code: "worse_than_naive",
      values: { times, mase, naive: repeated },
      message: `over all periods ahead the errors are ${times} times those of repeating the last season, or the last value where there is no season (MASE ${mase} against ${repeated}): do not rely on this forecast, and try a forecaster such as ETS, or automatic training`,
    },
  ];
}
