import { DAY_MS } from "../../tables/zoned-time.js";
import { elapsedUnit, firstDay, formatElapsed } from "./durations.js";

/** The parts of a workbook's cell that are read. */
export interface Cell {
  t?: string;
  v?: unknown;
  /** Formula. */
  f?: string;
  /** Number format. */
  z?: unknown;
}

/** A cell's value as text; undefined for an empty cell. */
export type CellText = string | undefined;

/** Returns true for a formula without a stored result. */
export const isUncalculated = ({ f, t }: Cell): boolean => f !== undefined && t === "z";

/**
 * Returns true for a formula of an .xls file with an empty text as result, which xlwt stores for want of one (BIFFRecords.py,
 * FormulaRecord).
 */
export const isUncalculatedXls = ({ f, v }: Cell): boolean => f !== undefined && v === "";

/**
 * Returns a cell's text. A formula gives its last calculated value; errors such as #DIV/0! count as empty. Zero characters, which
 * fill up texts of a fixed length (`_x0000_`), are dropped.
 */
export function cellText(cell: Cell | undefined, is1904: boolean): CellText {
  const value = cell?.v;
  if (value === undefined || value === null || cell?.t === "e" || cell?.t === "z") return undefined;
  if (value instanceof Date) {
    const unit = elapsedUnit(cell?.z);
    const time = wholeTime(value);
    return unit === undefined ? formatTime(time, is1904) : formatElapsed(time, { unit, is1904 });
  }
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return Number.isFinite(value) ? numberText(value) : undefined;
  const text = String(value).replaceAll("\0", "").replaceAll(/\r\n?/g, "\n");
  return text.trim() === "" ? undefined : text;
}

/** Whole numbers from here on are read as text, whose digits identify something, unless they have an exponent. */
const IDENTIFIER_FROM = 9.007e15;

/** Formats a number so that a column of such texts is read as numbers. */
function numberText(value: number): string {
  return Math.abs(value) < IDENTIFIER_FROM ? String(value) : value.toExponential();
}

/** The reader cuts off parts of a millisecond, so that a whole second may lack one of them. */
function wholeTime(time: Date): Date {
  const next = new Date(time.getTime() + 1);
  return next.getUTCMilliseconds() === 0 ? next : time;
}

/**
 * Formats a time. Sheets have times without a zone, which the reader returns as if they were UTC. The first day of a sheet's calendar
 * stands for times of day alone. The reader returns the days before it a day late.
 */
function formatTime(time: Date, is1904: boolean): CellText {
  if (Number.isNaN(time.getTime())) return undefined;
  const first = firstDay(is1904);
  const isLate = !is1904 && time.getTime() < first;
  const [day, clock] = new Date(time.getTime() - (isLate ? DAY_MS : 0)).toISOString().slice(0, -1).split("T");
  const short = clock.endsWith(".000") ? clock.slice(0, -4) : clock;
  const isTimeOfDay = time.getTime() >= first && time.getTime() < first + DAY_MS;
  if (isTimeOfDay && !(is1904 && short === "00:00:00")) return short;
  return short === "00:00:00" ? day : `${day} ${short}`;
}
