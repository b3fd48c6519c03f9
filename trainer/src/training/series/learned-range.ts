import { requireNumbers, type Table, takeRows } from "../../data/tables/table.js";
import type { LearnedRange, ResponseRange } from "../../data/time-series/limited-forecast.js";
import { areZerosAtLevels, findZeroLevels, type ZeroLevel } from "../../data/time-series/zero-levels.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { rangeOf } from "../../numeric/statistics.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { responseOf } from "./known-spans.js";

/** Returns the range of the responses of a training set of lags. `entries` are those that count: all that it has, when left out. */
function rangeOfEntries({ periods, response, entries }: SeriesTrainingSet, counted = entries): ResponseRange {
  return rangeOf(takeNumbers(responseOf(periods, response), counted));
}

/** Returns the range of the responses of each series of a training set of lags; null without any, and undefined for a single series. */
export function seriesRanges({ periods, response, entries }: SeriesTrainingSet, counted = entries): (ResponseRange | null)[] | undefined {
  const values = responseOf(periods, response);
  const ranges = periods.series?.map((): ResponseRange | null => null);
  if (!ranges) return undefined;
  for (const entry of counted) {
    const code = seriesCode(periods.index[entry]);
    const range = ranges[code] ?? { min: values[entry], max: values[entry] };
    ranges[code] = range;
    range.min = Math.min(range.min, values[entry]);
    range.max = Math.max(range.max, values[entry]);
  }
  return ranges;
}

/** Returns the values of columns known ahead at which all responses of a training set are 0. */
export function zeroLevelsOf(set: SeriesTrainingSet, counted = set.entries): ZeroLevel[] {
  if (set.knownAhead.length === 0) return [];
  const learned = learnedPeriods(set, counted);
  return findZeroLevels(requireNumbers(learned, set.response), learned, set.knownAhead);
}

/** Returns true if columns known ahead tell of each response of 0, so that none stands for a missing value. */
export function areZerosKnownAhead(set: SeriesTrainingSet): boolean {
  const levels = zeroLevelsOf(set);
  if (levels.length === 0) return false;
  const learned = learnedPeriods(set, set.entries);
  return areZerosAtLevels(requireNumbers(learned, set.response), learned, levels);
}

const learnedPeriods = ({ periods: { index, columns } }: SeriesTrainingSet, counted: Int32Array): Table =>
  takeRows({ nrow: index.length, columns }, counted);

/** Returns the range that forecasts of these entries' series stay near, learned from these rows, or from all of them. */
export function learnedRange(set: SeriesTrainingSet, forecast: Int32Array, rows?: Int32Array): LearnedRange {
  const counted = rows?.map((row) => set.entries[row]);
  const ranges = seriesRanges(set, counted);
  const ofRows = ranges && Array.from(forecast, (entry) => ranges[seriesCode(set.periods.index[entry])]);
  return { ...rangeOfEntries(set, counted), ofRows, zeroLevels: zeroLevelsOf(set, counted) };
}
