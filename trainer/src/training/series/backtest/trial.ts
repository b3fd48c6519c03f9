import { calendarSeason } from "../../../data/time-series/calendar.js";
import { seriesCode } from "../../../numeric/series/series-places.js";
import type { YieldToEventLoop } from "../../../numeric/yield-to-event-loop.js";
import type { FoldModel } from "../../hold-out/cross-validate.js";
import type { SeriesTrainingSet } from "../../plan/training-set.js";
import type { ForecastSource } from "./forecasts.js";
import type { RelativeSpread } from "./relative-spread.js";

/** Returns the response in the period of a number, NaN where it is not known. */
export type ActualValues = (number: number) => number;

/** The models that forecast, and the series that forecasts are compared with. */
export interface Measured {
  folds: readonly FoldModel[];
  series: SeriesTrainingSet;
  actualAt: ActualValues;
  scales: readonly number[];
  spreadAt: RelativeSpread;
  /** Numbers of the periods at a zero level, whose forecasts have no error. */
  zeroPeriods: ReadonlySet<number>;
  source: ForecastSource;
  yieldToEventLoop: YieldToEventLoop;
}

/** Forecasts for one number of periods ahead, in order of time. */
export interface ForecastComparison {
  /** Row that each forecast begins at. */
  rows: number[];
  /** Its series. */
  codes: number[];
  /** Unit of MASE in its series. */
  scales: number[];
  /** Expected size of the errors of its series at that time ÷ the size at the end. */
  spreads: number[];
  /** Whether its period is at a zero level of a column known ahead. */
  atZeroLevel: boolean[];
  actual: number[];
  predicted: number[];
  naive: number[];
  seasonalNaive: number[];
}

/** A forecast of the periods from an entry on. */
export interface MadeForecast {
  entry: number;
  /** Expected size of the errors of its series at that time ÷ the size at the end. */
  spread: number;
  values: number[];
}

/** Forecasts of the backtest by one method. */
export interface Trial {
  compared: ForecastComparison[];
  made: MadeForecast[];
}

/** Returns a trial without any forecasts, with a list for each period ahead. */
export const newTrial = ({ horizon }: SeriesTrainingSet): Trial => ({
  compared: Array.from({ length: horizon }, () => ({
    rows: [],
    codes: [],
    scales: [],
    spreads: [],
    atZeroLevel: [],
    actual: [],
    predicted: [],
    naive: [],
    seasonalNaive: [],
  })),
  made: [],
});

interface ForecastBatch {
  rows: Int32Array;
  steps: readonly Float64Array[];
  series: SeriesTrainingSet;
  actualAt: ActualValues;
  scales: readonly number[];
  spreadAt: RelativeSpread;
  zeroPeriods: ReadonlySet<number>;
}

/** Adds forecasts and what came to the trial. */
export function compareForecasts(
  { compared: into, made }: Trial,
  { rows, steps, series, actualAt, scales, spreadAt, zeroPeriods }: ForecastBatch,
): void {
  const season = calendarSeason(series.periods.period);
  rows.forEach((row, i) => {
    const entry = series.entries[row];
    made.push({ entry, spread: spreadAt(series.periods.index[entry]), values: steps.map((values) => values[i]) });
  });
  steps.forEach((values, step) => {
    rows.forEach((row, i) => {
      const period = series.periods.index[series.entries[row]];
      const actual = actualAt(period + step);
      const naive = lastKnownBefore(period, actualAt);
      if (!Number.isFinite(actual) || !Number.isFinite(naive) || !Number.isFinite(values[i])) return;
      const code = seriesCode(period);
      into[step].rows.push(row);
      into[step].codes.push(code);
      into[step].scales.push(scales[code]);
      into[step].spreads.push(spreadAt(period));
      into[step].atZeroLevel.push(zeroPeriods.has(period + step));
      into[step].actual.push(actual);
      into[step].predicted.push(values[i]);
      into[step].naive.push(naive);
      const before = actualAt(period - season + (step % season));
      into[step].seasonalNaive.push(Number.isNaN(before) ? naive : before);
    });
  });
}

/** Most periods without a value before a forecast that is still compared, such as a closed day or holidays. */
const MAX_GAP = 31;

function lastKnownBefore(period: number, actualAt: ActualValues): number {
  for (let before = 1; before <= MAX_GAP; before++) {
    const value = actualAt(period - before);
    if (Number.isFinite(value)) return value;
  }
  return Number.NaN;
}
