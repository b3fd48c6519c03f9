/** Which rows of a table are a series over time. The rules are those by which the server proposes the column of the series. Pure. */
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { groupRows, numericColumn, type TableRows } from "./table-rows.js";

/** Largest share of rows whose time is there before, and least mean number of rows in a series. */
const MAX_REPEATED_SHARE = 0.01;
const MIN_ROWS = 3;

/** Returns true if many of the times are there before, so that a line through them would go up and down at one time. */
export function repeatsTimes(times: readonly (number | null)[]): boolean {
  const known = times.filter((time) => time !== null);
  return known.length - new Set(known).size > MAX_REPEATED_SHARE * known.length;
}

/**
 * Returns the text column that names the series of a table with repeated times. In each of its series a time occurs once. Of several
 * such columns it is the one with the fewest series. Returns null if there is none.
 */
export function findSeriesColumn(table: TableRows, time: string, columns: readonly StepColumn[]): StepColumn | null {
  const times = numericColumn(table, time);
  if (!repeatsTimes(times)) return null;
  const timed = times.filter((value) => value !== null).length;
  const found = columns.flatMap((column) => {
    if (column.type !== "s") return [];
    const groups = groupRows(table, column.name, Number.POSITIVE_INFINITY).map(({ rows }) => rows.filter((row) => times[row] !== null));
    const named = groups.reduce((sum, rows) => sum + rows.length, 0);
    if (groups.length < 2 || named < timed || timed < MIN_ROWS * groups.length) return [];
    const distinct = groups.reduce((sum, rows) => sum + new Set(rows.map((row) => times[row])).size, 0);
    return timed - distinct <= MAX_REPEATED_SHARE * timed ? [{ column, count: groups.length }] : [];
  });
  return found.sort((one, other) => one.count - other.count)[0]?.column ?? null;
}
