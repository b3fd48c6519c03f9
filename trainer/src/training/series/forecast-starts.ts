import { type ForecastStarts, reachOf, valuesBefore } from "../../data/time-series/proposed-inputs.js";
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
