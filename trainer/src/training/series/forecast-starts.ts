/** The starts of forecasts of a series' next periods. */
import type { NumberColumn } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { lagsForNextPeriod } from "../../data/time-series/lags.js";
import { type ForecastStarts, firstProposedColumns, reachOf, valuesBefore } from "../../data/time-series/proposed-inputs.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

/** Returns how many periods back the lags of a model reach. Figures of the latest values take as many as there are. */
export const pastOf = ({ lags, proposed }: Pick<SeriesTrainingSet, "lags" | "proposed">): number =>
  Math.max(lags, ...(proposed?.lags ?? []));

/** Returns what proposed inputs of forecasts are made from; undefined of a model without such. Periods are given by number and time. */
export function forecastStarts(
  { proposed, filled, periods, timezone }: SeriesTrainingSet,
  { numbers, times }: { numbers: Float64Array; times: Float64Array },
): ForecastStarts | undefined {
  if (!proposed || !filled) return undefined;
  const reach = reachOf(proposed);
  return { before: Array.from(numbers, (number) => valuesBefore(filled, number, reach)), times, period: periods.period, timezone };
}

/**
 * Returns the inputs of the period after each of the entries, but for values known ahead and the names of series. They are missing
 * for the entry −1.
 */
export function nextInputs(series: SeriesTrainingSet, entries: Int32Array): { nrow: number; columns: NumberColumn[] } {
  const { periods, lags, proposed } = series;
  const { nrow, columns } = lagsForNextPeriod(periods, entries, lags);
  const starts = nextStarts(series, entries);
  return { nrow, columns: proposed && starts ? [...columns, ...firstProposedColumns(proposed, starts)] : columns };
}

/** Returns what proposed inputs of the period after each of the entries are made from. */
export function nextStarts(series: SeriesTrainingSet, entries: Int32Array): ForecastStarts | undefined {
  const { periods, timezone } = series;
  return forecastStarts(series, {
    numbers: takeNumbers(periods.index, entries).map((number) => number + 1),
    times: takeNumbers(periods.times, entries).map((time) => addPeriods(time, 1, periods.period, timezone)),
  });
}
