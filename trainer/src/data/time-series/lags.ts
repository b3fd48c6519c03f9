import { lagName } from "@agatha/contracts";
import { seriesCode } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { NumberColumn, Table } from "../tables/table.js";
import { seriesColumns } from "./hierarchy.js";
import type { Periods } from "./periods.js";

/** Returns the values of each column 1 to `lags` periods before each of the entries, as columns `{name}_lag_k`; NaN where unknown. */
export function lagTable(
  { index, columns }: Pick<Periods, "index" | "columns">,
  lags: number,
  entries: Int32Array = Int32Array.from(index.keys()),
): Table {
  const before = Array.from({ length: lags }, (_, k) => entries.map((entry) => laggedEntry(index, entry, k + 1)));
  return {
    nrow: entries.length,
    columns: columns.flatMap(({ name, values }) =>
      before.map(
        (lagged, k): NumberColumn => ({
          name: lagName(name, k + 1),
          type: "n",
          values: takeNumbers(values, lagged),
        }),
      ),
    ),
  };
}

/** Returns the entry `k` periods before an entry, -1 where there is none. */
function laggedEntry(index: Float64Array, entry: number, k: number): number {
  // There is at most one entry for each of the periods between.
  let at = Math.max(0, entry - k);
  while (index[at] < index[entry] - k) at++;
  return index[at] === index[entry] - k ? at : -1;
}

/**
 * Returns the rows of the lag table for the period after each of the entries. A missing value is replaced by the last known one before
 * it, and one before the beginning of its series by the first known one.
 */
export function lagsForNextPeriod(
  { index, columns }: Pick<Periods, "index" | "columns">,
  entries: Int32Array,
  lags: number,
): { nrow: number; columns: NumberColumn[] } {
  return {
    nrow: entries.length,
    columns: columns.flatMap(({ name, values }) =>
      Array.from(
        { length: lags },
        (_, k): NumberColumn => ({
          name: lagName(name, k + 1),
          type: "n",
          values: Float64Array.from(entries, (entry) => {
            const last = lastObservation(index, values, entry, index[entry] - k);
            return Number.isNaN(last) ? firstObservation(index, values, entry) : last;
          }),
        }),
      ),
    ),
  };
}

/**
 * Returns the last known value of a column up to a period, NaN where its series has none. `entry` is the last one of the series to
 * be looked at.
 */
export function lastObservation(index: Float64Array, values: Float64Array, entry: number, period: number): number {
  let at = entry;
  const series = seriesCode(index[entry]);
  while (at >= 0 && seriesCode(index[at]) === series && (index[at] > period || Number.isNaN(values[at]))) at--;
  return at < 0 || seriesCode(index[at]) !== series ? Number.NaN : values[at];
}

/** Returns the first known value of a column in the series of an entry, up to the entry; NaN where there is none. */
function firstObservation(index: Float64Array, values: Float64Array, entry: number): number {
  let first = Number.NaN;
  for (let at = entry; at >= 0 && seriesCode(index[at]) === seriesCode(index[entry]); at--)
    if (!Number.isNaN(values[at])) first = values[at];
  return first;
}

/** Adds columns with their value of the entry's own period. */
export function withPeriodValues(table: Table, { columns }: Pick<Periods, "columns">, names: readonly string[]): Table {
  return { ...table, columns: [...table.columns, ...columns.filter(({ name }) => names.includes(name))] };
}

/** Adds the columns that name the series of each entry, where there are several. */
export function withSeriesColumn(
  table: Table,
  { index, series: names, hierarchy }: Pick<Periods, "index" | "series" | "hierarchy">,
  column: string | undefined,
): Table {
  if (column === undefined || !names) return table;
  return { ...table, columns: [...table.columns, ...seriesColumns({ column, names, hierarchy }, Int32Array.from(index, seriesCode))] };
}
