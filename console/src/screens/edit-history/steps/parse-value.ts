/** Parses what is typed for a column, as the server does. */
import type { CellValue, ColumnType } from "@agatha/contracts";
import { RESERVED_COLUMN_NAMES } from "@agatha/contracts/kinds/names";
import type { Problem } from "./problems.js";

/** Returns null if the text is empty or not a value of this type. */
export function parseValue(typed: string, type: ColumnType): CellValue | null {
  if (type === "s") return typed === "" ? null : typed;
  return type === "n" ? parseNumber(typed) : parseTime(typed);
}

/** Returns the finite number that was typed; null if it is none. */
export function parseNumber(typed: string): number | null {
  const text = typed.trim();
  const number = Number(text);
  return text !== "" && Number.isFinite(number) ? number : null;
}

const TIME_PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?$/;

/**
 * Parses `2024-05-01`, optionally followed by `13:00`, `13:00:05` or `13:00:05.250`: times as tables show them, in UTC. Returns
 * an ISO 8601 time, or null.
 */
export function parseTime(typed: string): string | null {
  const parts = TIME_PATTERN.exec(typed.trim());
  if (!parts) return null;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00", rest = ""] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${rest.padEnd(3, "0")}Z`;
  const time = new Date(iso);
  // JavaScript parses the 30th of February as a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString() === iso ? iso : null;
}

/** Hours and minutes, optionally with seconds. */
export function isTimeOfDay(typed: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(typed);
}

/** Problem of the text in a value field. */
export function valueProblem(typed: string, type: ColumnType): Problem | null {
  if (typed.trim() === "" && (type !== "s" || typed === "")) return "valueNeeded";
  if (parseValue(typed, type) !== null) return null;
  return type === "n" ? "numberNeeded" : "timeNeeded";
}

/**
 * Returns true if one value is greater than the other. Numbers and times are compared by size, text by its code points, as on the
 * server.
 */
export function isAfter(one: CellValue, other: CellValue): boolean {
  if (typeof one === "number" && typeof other === "number") return one > other;
  const [left, right] = [[...String(one)], [...String(other)]];
  const differs = left.findIndex((character, i) => character !== right[i]);
  if (differs === -1) return false;
  return (left[differs]?.codePointAt(0) ?? -1) > (right[differs]?.codePointAt(0) ?? -1);
}

/** Problem of the name of a new column. */
export function columnNameProblem(name: string, existingNames: readonly string[]): Problem | null {
  if (name.trim() === "") return "nameNeeded";
  if (RESERVED_COLUMN_NAMES.some((reserved) => reserved === name)) return "nameReserved";
  return existingNames.includes(name) ? "nameTaken" : null;
}

/** Returns the name, or the first free name with a number appended. */
export function uniqueColumnName(preferredName: string, existingNames: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? preferredName : `${preferredName}_${number}`;
    if (!existingNames.includes(name)) return name;
  }
}
