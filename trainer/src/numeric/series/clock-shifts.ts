/**
 * Periods by the clock. A day of 23 or 25 hours moves all later hours against a season of 24; on the clock each hour keeps its place
 * in the day. The hour that clocks show twice is one period there, and the one that they leave out is a gap.
 */
import { z } from "zod";
import { periodInSeries } from "./series-places.js";

export const clockShift = z.object({
  /** From the period of this number on, */
  from: z.number(),
  /** clocks are so many periods ahead of those at the origin. */
  periods: z.number(),
});
export type ClockShift = z.infer<typeof clockShift>;

/** Returns the numbers of periods as clocks count them. `shifts` are in order of time. */
export function onClock(numbers: Float64Array, shifts: readonly ClockShift[]): Float64Array {
  if (shifts.length === 0) return numbers;
  return numbers.map((number) => number + (shifts.findLast(({ from }) => periodInSeries(number) >= from)?.periods ?? 0));
}

/** Returns the number of a period that has this one on the clock; of an hour that clocks leave out, that of the next one. */
export function offClock(onClock: number, shifts: readonly ClockShift[]): number {
  const shift = shifts.findLast(({ from, periods }) => periodInSeries(onClock - periods) >= from);
  return onClock - (shift?.periods ?? 0);
}

/** Rows of periods: the number of each row's period, and its value in each column. */
interface PeriodRows {
  periods: Float64Array;
  columns: readonly Float64Array[];
}

/** Returns the rows by the clock, with the mean of those of one period. Without shifts, each period has one row already. */
export function meanOnClock(rows: PeriodRows, shifts: readonly ClockShift[]): PeriodRows {
  return shifts.length === 0 ? rows : meanByPeriod({ ...rows, periods: onClock(rows.periods, shifts) });
}

/** Returns one row for each period, with the mean of its rows; those without a value do not count. */
export function meanByPeriod({ periods, columns }: PeriodRows): PeriodRows {
  if (new Set(periods).size === periods.length) return { periods, columns };
  const rowsOf = new Map<number, number[]>();
  for (const [row, number] of periods.entries()) {
    const own = rowsOf.get(number);
    if (own) own.push(row);
    else rowsOf.set(number, [row]);
  }
  const mean = (column: Float64Array) =>
    Float64Array.from(rowsOf.values(), (own) => {
      const known = own.filter((row) => !Number.isNaN(column[row]));
      return known.reduce((sum, row) => sum + column[row], 0) / known.length;
    });
  return { periods: Float64Array.from(rowsOf.keys()), columns: columns.map(mean) };
}
