import type { BacktestForecast, ForecastError, ForecastErrorUnits, ForecastHierarchy, MetricIntervals, Metrics } from "@agatha/contracts";

/** Errors by periods ahead, and figures over all of them that compare models of one series. */
export interface ForecastEvaluation {
  errors: ForecastError[];
  indicators: Metrics;
  /** 95 % intervals of the figures. */
  intervals: MetricIntervals;
  /** The same figures of forecasts that repeat the last season, with their intervals. */
  baseline: Metrics;
  baselineIntervals: MetricIntervals;
  /** 95 % interval of the difference of MASE from the baseline's. */
  baselineDifferences: MetricIntervals;
  /** Errors that compare models of the same series. */
  forecastErrors: ForecastErrorUnits;
  /** How forecasts of a hierarchy add up. */
  hierarchy?: ForecastHierarchy;
  /** Several series: the unit of each, in which its half widths count, and the MASE of one. */
  scales?: readonly number[];
  byCode?(code: number): number | null;
  /** Some of the forecasts of a series beside what came, by cut-off. */
  backtest(code: number): KeptForecast[];
}

export interface KeptForecast {
  forecast: BacktestForecast;
  /** Expected size of the errors of its series at that time ÷ the size at the end, to which half widths refer. */
  spread: number;
  /** Number of its first period. */
  first: number;
}
