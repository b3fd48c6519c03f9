import { ERRORS, InvalidInput, type ModelWarning, pluralize, pluralizeShare } from "@agatha/contracts";
import { sampleRowNumbers } from "../../data/tables/sampling.js";
import { type NumberColumn, requireNumbers } from "../../data/tables/table.js";
import type { Periods } from "../../data/time-series/periods.js";
import { LEAVE_ONE_OUT_BELOW } from "../../numeric/assign-folds.js";
import type { Target } from "../../numeric/matrix.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { entriesOfSeries, inOrderOfTime, seriesCode } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { MIN_TRAINING_ROWS } from "../plan/require-variation.js";
import { readTarget } from "../plan/target.js";

/** Periods that a model of lags learns from at the most, over several series. A single one is used whole. */
const MAX_LEARNED_PERIODS = 100_000;

/** Error of a time series of too few periods. `counted` says which of its periods the count is of, where it is not of all. */
export function tooFewPeriods(count: number, counted = ""): InvalidInput {
  const message = `a time series needs ${MIN_TRAINING_ROWS} periods at the least, and has ${count}${counted}`;
  return new InvalidInput(ERRORS.modelTrainingFailed, { path: "timeSeries", message });
}

interface NeededPast {
  response: string;
  /** Number of the last values before a period that have to be known. */
  lags: number;
  /** Greatest lag beyond them, at which or before which a value has to be known. */
  reach?: number;
}

/**
 * Returns the entries with a response and a complete past, in order of time: all of them, or a random part where several series have
 * very many.
 */
export function usableEntries(periods: Periods, { response, lags, reach = 0 }: NeededPast) {
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  const isKnown = (entry: number) => Number.isFinite(values[entry]);
  const known = rowsWhere(values.length, isKnown);
  const before = countKnownBefore(periods.index, values);
  const since = periodsSinceFirstKnown(periods.index, values);
  const usable = rowsWhere(values.length, (entry) => isKnown(entry) && before[entry] >= lags && since[entry] >= reach);
  const learned = lags > 0 && (periods.series?.length ?? 1) > 1 ? atMost(MAX_LEARNED_PERIODS, usable) : usable;
  const entries = inOrderOfTime(learned, periods.index);
  if (lags === 0 && entries.length < MIN_TRAINING_ROWS) throw tooFewPeriods(entries.length);
  if (entries.length < MIN_TRAINING_ROWS) {
    const message = `a time series needs ${MIN_TRAINING_ROWS} rows at the least with a value of ${response} and of its ${pluralize(lags, "previous period")}, and has ${entries.length}`;
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "timeSeries.lags", message });
  }
  const column: NumberColumn = { name: response, type: "n", values: takeNumbers(values, entries) };
  const { target } = readTarget(column, "REGRESSION");
  return {
    entries,
    target: target as Target,
    warnings: entryWarnings(
      response,
      { all: values.length - countFuture(periods, values), known: known.length, usable: usable.length, used: entries.length },
      { lags: reach || lags, series: periods.series?.length ?? 1 },
    ),
  };
}

/** Returns for each entry how many periods just before it, one after the other, have a known value. */
function countKnownBefore(index: Float64Array, values: Float64Array): Int32Array {
  const counts = new Int32Array(index.length);
  for (let entry = 1; entry < counts.length; entry++) {
    if (index[entry - 1] === index[entry] - 1 && Number.isFinite(values[entry - 1])) counts[entry] = counts[entry - 1] + 1;
  }
  return counts;
}

/** Returns for each entry how many periods the first known value of its series lies before it; negative without one before it. */
function periodsSinceFirstKnown(index: Float64Array, values: Float64Array): Int32Array {
  const periods = new Int32Array(index.length).fill(-1);
  for (const { from, to } of entriesOfSeries(index)) {
    let first = from;
    while (first < to && !Number.isFinite(values[first])) first++;
    for (let entry = first; entry < to; entry++) periods[entry] = index[entry] - index[first];
  }
  return periods;
}

function atMost(count: number, entries: Int32Array): Int32Array {
  return Int32Array.from(sampleRowNumbers(count, entries.length), (place) => entries[place]);
}

/** Returns the number of entries after the last known response of their series. They are the future, and no gaps. */
function countFuture({ index }: Periods, values: Float64Array): number {
  let count = 0;
  const met = new Set<number>();
  for (let entry = values.length - 1; entry >= 0; entry--) {
    const code = seriesCode(index[entry]);
    if (Number.isFinite(values[entry])) met.add(code);
    else if (!met.has(code)) count++;
  }
  return count;
}

function entryWarnings(
  response: string,
  { all, known, usable, used }: Record<"all" | "known" | "usable" | "used", number>,
  { lags, series }: Record<"lags" | "series", number>,
): ModelWarning[] {
  const warnings: ModelWarning[] = [];
  if (used < usable)
    warnings.push({ code: "rows_sampled", message: `the model learned from ${used} of ${usable} periods, drawn at random` });
  if (known < all)
    warnings.push({ code: "target_missing", message: `${pluralizeShare(all - known, all, "period", ["has", "have"])} no ${response}` });
  // The first periods of a series never have a complete past.
  if (known - usable > lags * series) {
    const before = lags === 1 ? "the period before" : `all of the ${lags} periods before`;
    const message = `${pluralizeShare(known - usable, known, "period", ["was", "were"])} not learned from: ${response} is not known for ${before}`;
    warnings.push({ code: "history_missing", message });
  }
  if (used < LEAVE_ONE_OUT_BELOW) {
    const message = `${used} periods are few: the figures come from predicting the later half one by one, and may be far off`;
    warnings.push({ code: "few_rows", message });
  }
  return warnings;
}
