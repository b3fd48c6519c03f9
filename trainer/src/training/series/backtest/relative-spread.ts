import { byPeriod } from "../../../algorithms/base/series-by-period.js";
import { requireNumbers } from "../../../data/tables/table.js";
import { calendarSeason } from "../../../data/time-series/calendar.js";
import { bisectLeft } from "../../../numeric/bisect.js";
import { rowsWhere } from "../../../numeric/rows-where.js";
import { fillGaps } from "../../../numeric/series/fill-gaps.js";
import { seriesCode, seriesPlace } from "../../../numeric/series/series-places.js";
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
  const findRising = (code: number): RisingSeries | undefined => {
    const [from, to] = [code - 0.5, code + 0.5].map((place) => bisectLeft(index, seriesPlace(place)));
    const { first, series } = seriesOf(index.subarray(from, to), values.subarray(from, to));
    const isRising = directionOf(series, window) > 0 && deviationFollowsLevel(series, season);
    return isRising ? { first, series, end: meanOf(series.subarray(-window)) } : undefined;
  };
  // Of many series, forecasts begin in some alone.
  const known = new Map<number, RisingSeries | undefined>();
  return (number) => {
    const code = seriesCode(number);
    if (!known.has(code)) known.set(code, findRising(code));
    const own = known.get(code);
    const before = own ? number - own.first : 0;
    return own && before > 0 ? Math.sqrt(meanOf(own.series.subarray(Math.max(0, before - window), before)) / own.end) : 1;
  };
}

interface RisingSeries {
  first: number;
  series: Float64Array;
  /** Level of its end. */
  end: number;
}

/**
 * Returns the values by period; a view of them where each period has one. Others lie on the line between their neighbours. Without any
 * value, the series is empty.
 */
function seriesOf(periods: Float64Array, values: Float64Array): { first: number; series: Float64Array } {
  const known = rowsWhere(values.length, (row) => Number.isFinite(values[row]));
  const [first, last] = [periods[known[0]], periods[known[known.length - 1]]];
  if (known.length === values.length && last - first === values.length - 1) return { first, series: values };
  if (known.length === 0) return { first: 0, series: values.subarray(0, 0) };
  return { first, series: fillGaps(byPeriod(takeNumbers(periods, known), takeNumbers(values, known)).series) };
}

const meanOf = (values: Float64Array) => meanAndDeviation(values).mean;
