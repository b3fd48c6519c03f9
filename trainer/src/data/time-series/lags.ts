import { lagName } from "@agatha/contracts";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { NumberColumn, Table } from "../tables/table.js";
import { seriesColumns } from "./hierarchy.js";
import type { Periods } from "./periods.js";

/** Returns the values of each column 1 to `lags` periods before each entry, as columns `{name}_lag_k`; NaN where unknown. */
export function lagTable({ index, columns }: Pick<Periods, "index" | "columns">, lags: number): Table {
  const before = Array.from({ length: lags }, (_, k) => laggedEntries(index, k + 1));
  return {
    nrow: index.length,
    columns: columns.flatMap(({ name, values }) =>
      before.map(
        (entries, k): NumberColumn => ({
          name: lagName(name, k + 1),
          type: "n",
          values: Float64Array.from(entries, (entry) => (entry < 0 ? Number.NaN : values[entry])),
        }),
      ),
    ),
  };
}

/** Returns for each entry the one `k` periods before it, -1 where there is none. */
function laggedEntries(index: Float64Array, k: number): Int32Array {
  const found = new Int32Array(index.length);
  for (let i = 0, j = 0; i < index.length; i++) {
    while (index[j] < index[i] - k) j++;
    found[i] = index[j] === index[i] - k ? j : -1;
  }
  return found;
}

/** Returns the row of the lag table for the period after `entry`. A missing value is replaced by the last known one before it. */
export function lagsForNextPeriod({ index, columns }: Pick<Periods, "index" | "columns">, entry: number, lags: number): Table {
  return {
    nrow: 1,
    columns: columns.flatMap(({ name, values }) =>
      Array.from(
        { length: lags },
        (_, k): NumberColumn => ({
          name: lagName(name, k + 1),
          type: "n",
          values: Float64Array.of(lastObservation(index, values, entry, index[entry] - k)),
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
