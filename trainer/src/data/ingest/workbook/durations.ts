import { DAY_MS } from "../../tables/zoned-time.js";

/** A cell, of which its number format `z` may be a duration's. */
interface TimeCell {
  v?: unknown;
  z?: unknown;
}

/** Milliseconds of the unit in the brackets of a format such as `[h]:mm`, which is how sheets write durations. */
const ELAPSED_UNITS = { h: 3_600_000, m: 60_000, s: 1000 };

/** Returns the unit of a format of durations in milliseconds (ECMA-376 part 1, 18.8.31), or undefined for other formats. */
export function elapsedUnit(format: unknown): number | undefined {
  const [, letter] = typeof format === "string" ? (/\[(h|m|s)\1*\]/i.exec(format) ?? []) : [];
  return letter ? ELAPSED_UNITS[letter.toLowerCase() as keyof typeof ELAPSED_UNITS] : undefined;
}

const MARCH_1900 = Date.UTC(1900, 2, 1);

/** Returns the first day of a sheet's calendar, as the reader returns it. A time of day lies on it. */
export const firstDay = (is1904: boolean): number => (is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31));

/**
 * Formats a duration as a number of the unit. The reader returns it as a time after the first day of the sheet's calendar, which has a
 * day that never was, 29 February 1900, unless the calendar begins in 1904.
 */
export function formatElapsed(time: Date, { unit, is1904 }: { unit: number; is1904: boolean }): string | undefined {
  const value = time.getTime();
  if (Number.isNaN(value)) return undefined;
  const start = firstDay(is1904) - (!is1904 && value >= MARCH_1900 ? DAY_MS : 0);
  return String(Number(((value - start) / unit).toPrecision(12)));
}

/**
 * Gives all durations of a column one format. Sheets format a duration below a day as a time of day when it is typed, and others as
 * `[h]:mm:ss`.
 */
export function unifyDurations(data: readonly (readonly (TimeCell | undefined)[])[], is1904: boolean): void {
  const formats = new Map<number, { unit: number; format: unknown }>();
  const secondDay = firstDay(is1904) + DAY_MS;
  const eachTime = (visit: (cell: TimeCell, column: number, unit: number | undefined) => void) => {
    for (const row of data)
      row?.forEach((cell, column) => {
        if (cell?.v instanceof Date) visit(cell, column, elapsedUnit(cell.z));
      });
  };
  eachTime(({ z: format }, column, unit) => {
    if (unit !== undefined && unit > (formats.get(column)?.unit ?? 0)) formats.set(column, { unit, format });
  });
  if (formats.size === 0) return;
  eachTime((cell, column, unit) => {
    const isTimeOfDay = (cell.v as Date).getTime() < secondDay;
    const found = formats.get(column);
    if (found && (unit !== undefined || isTimeOfDay)) cell.z = found.format;
  });
}
