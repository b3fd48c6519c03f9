/**
 * Dates of which a spreadsheet has exchanged day and month, where all are written alike since: it took days up to the 12th for months,
 * and kept the others as text, which were corrected or read later.
 */
import type { DataFinding } from "@agatha/contracts";
import type { Column } from "../tables/table.js";

/** Fewest exchanged dates: of fewer, chance may put all times in order. */
const MIN_EXCHANGED = 6;
const LAST_MONTH = 12;

/**
 * Returns a finding if the times of a column are in the order of the rows, rising or falling, once day and month are exchanged in each of
 * them that permits it, and are not as they were read.
 */
export function findExchangedDays({ name, type, values }: Exclude<Column, { type: "s" }>): Omit<DataFinding, "message">[] {
  if (type !== "d") return [];
  const times = values.filter(Number.isFinite);
  if (isOrdered(times)) return [];
  const exchanged = times.map(exchangeDay);
  const changed = Array.from(times.keys()).filter((row) => times[row] !== exchanged[row]);
  if (changed.length < MIN_EXCHANGED || !isOrdered(exchanged)) return [];
  const [example, other] = [times, exchanged].map((of) => new Date(of[changed[0]]).toISOString().slice(0, 10));
  return [{ code: "exchanged_days", column: name, values: { count: changed.length, rows: times.length, example, other } }];
}

/** Returns the time with day and month exchanged, the same time for a day after the 12th. */
function exchangeDay(time: number): number {
  const date = new Date(time);
  const [day, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
  return day > LAST_MONTH ? time : date.setUTCMonth(day - 1, month);
}

const isOrdered = (times: Float64Array): boolean =>
  [1, -1].some((direction) => times.every((time, row) => row === 0 || direction * (time - times[row - 1]) >= 0));
