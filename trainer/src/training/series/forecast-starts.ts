/** What the next periods of a series are forecast from. */
import type { NumberColumn, Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { lagsForNextPeriod } from "../../data/time-series/lags.js";
import { type ForecastStarts, proposedColumns, reachOf, valuesBefore } from "../../data/time-series/proposed-inputs.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

/** Returns what proposed inputs of forecasts are made from; undefined of a model without such. Periods are given by number and time. */
export function forecastStarts(
  { proposed, filled, periods, timezone }: SeriesTrainingSet,
  { numbers, times }: { numbers: Float64Array; times: Float64Array },
): ForecastStarts | undefined {
  if (!proposed || !filled) return undefined;
  const reach = reachOf(proposed);
  return { before: Array.from(numbers, (number) => valuesBefore(filled, number, reach)), times, period: periods.period, timezone };
}

/** Returns the inputs of the period after an entry, but for values known ahead and the names of series. */
export function nextInputs(series: SeriesTrainingSet, entry: number): Table {
  const { periods, lags, proposed } = series;
  const { nrow, columns } = lagsForNextPeriod(periods, entry, lags);
  const starts = nextStarts(series, entry);
  if (!proposed || !starts) return { nrow, columns };
  const further = [...proposedColumns(proposed, starts, [])].map(([name, values]): NumberColumn => ({ name, type: "n", values }));
  return { nrow, columns: [...columns, ...further] };
}

/** Returns what proposed inputs of the period after an entry are made from. */
export function nextStarts(series: SeriesTrainingSet, entry: number): ForecastStarts | undefined {
  const { periods, timezone } = series;
  return forecastStarts(series, {
    numbers: Float64Array.of((periods.index[entry] ?? Number.NaN) + 1),
    times: Float64Array.of(addPeriods(periods.times[entry] ?? Number.NaN, 1, periods.period, timezone)),
  });
}
