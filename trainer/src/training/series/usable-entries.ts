import { ERRORS, InvalidInput, lagName, type ModelWarning, pluralize, pluralizeShare } from "@agatha/contracts";
import { type NumberColumn, requireNumbers, type Table } from "../../data/tables/table.js";
import type { Periods } from "../../data/time-series/periods.js";
import { LEAVE_ONE_OUT_BELOW } from "../../numeric/assign-folds.js";
import type { Target } from "../../numeric/matrix.js";
import { periodInSeries, seriesCode } from "../../numeric/series/series-places.js";
import { MIN_TRAINING_ROWS } from "../plan/require-variation.js";
import { readTarget } from "../plan/target.js";

/** Error of a time series of too few periods. */
export function tooFewPeriods(count: number): InvalidInput {
  const message = `a time series needs ${MIN_TRAINING_ROWS} periods at the least, and has ${count}`;
  return new InvalidInput(ERRORS.modelTrainingFailed, { path: "timeSeries", message });
}

/** Returns the entries with a response and a complete past, in order of time. `further` are lags beyond the last ones. */
export function usableEntries(
  periods: Periods,
  lagged: Table,
  { response, lags, further = [] }: { response: string; lags: number; further?: readonly number[] },
) {
  const values = requireNumbers({ nrow: periods.index.length, columns: periods.columns }, response);
  const needed = [...Array.from({ length: lags }, (_, k) => k + 1), ...further];
  const past = needed.map((lag) => requireNumbers(lagged, lagName(response, lag)));
  const known = Int32Array.from(values.keys()).filter((entry) => Number.isFinite(values[entry]));
  const periodOf = (entry: number) => periodInSeries(periods.index[entry]);
  const entries = known
    .filter((entry) => past.every((lag) => Number.isFinite(lag[entry])))
    .sort((a, b) => periodOf(a) - periodOf(b) || a - b);
  if (lags === 0 && entries.length < MIN_TRAINING_ROWS) throw tooFewPeriods(entries.length);
  if (entries.length < MIN_TRAINING_ROWS) {
    const message = `a time series needs ${MIN_TRAINING_ROWS} rows at the least with a value of ${response} and of its ${pluralize(lags, "previous period")}, and has ${entries.length}`;
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "timeSeries.lags", message });
  }
  const column: NumberColumn = { name: response, type: "n", values: Float64Array.from(entries, (entry) => values[entry]) };
  const { target } = readTarget(column, "REGRESSION");
  return {
    entries,
    target: target as Target,
    warnings: entryWarnings(
      response,
      { all: values.length - countFuture(periods, values), known: known.length, used: entries.length },
      { lags: Math.max(0, ...needed), series: periods.series?.length ?? 1 },
    ),
  };
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
  { all, known, used }: Record<"all" | "known" | "used", number>,
  { lags, series }: Record<"lags" | "series", number>,
): ModelWarning[] {
  const warnings: ModelWarning[] = [];
  if (known < all)
    warnings.push({ code: "target_missing", message: `${pluralizeShare(all - known, all, "period", ["has", "have"])} no ${response}` });
  // The first periods of a series never have a complete past.
  if (known - used > lags * series) {
    const before = lags === 1 ? "the period before" : `all of the ${lags} periods before`;
    const message = `${pluralizeShare(known - used, known, "period", ["was", "were"])} not learned from: ${response} is not known for ${before}`;
    warnings.push({ code: "history_missing", message });
  }
  if (used < LEAVE_ONE_OUT_BELOW) {
    const message = `${used} periods are few: the figures come from predicting the later half one by one, and may be far off`;
    warnings.push({ code: "few_rows", message });
  }
  return warnings;
}
