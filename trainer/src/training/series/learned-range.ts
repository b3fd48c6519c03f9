import type { LearnedRange } from "../../data/time-series/limited-forecast.js";
import { rangeOf } from "../../numeric/statistics.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { responseOf } from "./known-spans.js";

/** Returns the range of the responses of these rows of a training set of lags, or of all of them. */
export function learnedRange({ periods, response, entries }: SeriesTrainingSet, rows?: Int32Array): LearnedRange {
  const learned = rows ? rows.map((row) => entries[row]) : entries;
  return rangeOf(takeNumbers(responseOf(periods, response), learned));
}
