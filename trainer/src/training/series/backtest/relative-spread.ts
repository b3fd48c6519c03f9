import { toSeries } from "../../../algorithms/base/series-by-period.js";
import { requireNumbers } from "../../../data/tables/table.js";
import { calendarSeason } from "../../../data/time-series/calendar.js";
import { entriesOfSeries, seriesCode } from "../../../numeric/series/series-places.js";
import { deviationFollowsLevel } from "../../../numeric/series/transformation.js";
import { meanAndDeviation } from "../../../numeric/statistics.js";
import { takeNumbers } from "../../../numeric/take-numbers.js";
import type { SeriesTrainingSet } from "../../plan/training-set.js";
import { directionOf } from "../direction.js";

/** Least number of values whose mean is a level. */
const MIN_WINDOW = 4;

/** Returns the expected size of the errors of a series from the period of a number on ÷ the size at its end. */
export type RelativeSpread = (number: number) => number;

/**
 * Errors of a rising series whose deviations grow with its level count as growing with the root of the level (decision 81). A level
 * is the mean of the latest season. The spread of other series is 1 throughout.
 */
export function relativeSpread({ periods, response }: Pick<SeriesTrainingSet, "periods" | "response">): RelativeSpread {
  const { index, period } = periods;
  const values = requireNumbers({ nrow: index.length, columns: periods.columns }, response);
  const season = calendarSeason(period);
  const window = Math.max(MIN_WINDOW, season);
  const rising = new Map<number, { first: number; series: Float64Array; end: number }>();
  for (const { code, from, to } of entriesOfSeries(index)) {
    const known = Array.from({ length: to - from }, (_, i) => from + i).filter((entry) => Number.isFinite(values[entry]));
    if (known.length === 0) continue;
    const { first, series } = toSeries(takeNumbers(index, known), takeNumbers(values, known));
    if (directionOf(series, window) < 1 || !deviationFollowsLevel(series, season)) continue;
    rising.set(code, { first, series, end: meanOf(series.subarray(-window)) });
  }
  return (number) => {
    const own = rising.get(seriesCode(number));
    const before = own ? number - own.first : 0;
    return own && before > 0 ? Math.sqrt(meanOf(own.series.subarray(Math.max(0, before - window), before)) / own.end) : 1;
  };
}

const meanOf = (values: Float64Array) => meanAndDeviation(values).mean;
