import { canNameSeries } from "@agatha/contracts";
import { findColumn, hasFractions, type Table } from "../tables/table.js";
import { timesInOrder } from "./periods.js";
import { readSeriesNames } from "./series-names.js";

/** Least mean number of rows in a series, largest number of series, and largest share of rows of a time that its series has before. */
const MIN_ROWS = 3;
const MAX_SERIES = 20_000;
const MAX_REPEATED_SHARE = 0.01;

/**
 * Returns the column that names the series of a table in which times are repeated: in each of its series a time occurs once. Of
 * several such columns it is the one with the fewest series.
 */
export function findSeriesColumn(table: Table, time: string): string | undefined {
  const { order, distinct } = timesInOrder(table, time, { timezone: "UTC" });
  const times = findColumn(table, time);
  if (times?.type !== "d" || order.length - distinct.length <= MAX_REPEATED_SHARE * order.length) return undefined;
  const candidates = table.columns.filter((column) =>
    canNameSeries({ type: column.type, hasFractions: column.type === "n" && hasFractions(column) }),
  );
  const found = candidates.flatMap(({ name }) => {
    const { names, codes } = readSeriesNames(table, name);
    if (names.length < 2 || names.length > MAX_SERIES || order.length < MIN_ROWS * names.length) return [];
    if (order.some((row) => codes[row] < 0)) return [];
    const seen = new Set(Array.from(order, (row) => `${codes[row]} ${times.values[row]}`));
    return order.length - seen.size <= MAX_REPEATED_SHARE * order.length ? [{ name, count: names.length }] : [];
  });
  return found.sort((a, b) => a.count - b.count)[0]?.name;
}
