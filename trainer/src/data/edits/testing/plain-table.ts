/** Tables as plain JavaScript rows, for the tests of this folder. */
import type { ColumnType } from "@agatha/contracts";

/** Value of a cell. Times are milliseconds since the epoch. */
export type Value = number | string | null;
export interface PlainTable {
  columns: { name: string; type: ColumnType }[];
  rows: Value[][];
}

export function compareValues(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** Returns null for text of blanks alone. */
export const textOrNull = <T extends Value | boolean>(value: T): T | null =>
  typeof value === "string" && value.trim() === "" ? null : value;

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

/** Length of each unit in milliseconds. */
export const UNIT_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/**
 * Returns a matcher for a value. Fractions and large numbers may differ in the tenth digit, since logarithms and powers differ
 * between libraries.
 */
export function approximately(value: Value): unknown {
  if (typeof value !== "number" || (Number.isInteger(value) && Math.abs(value) < 2 ** 40)) return value;
  return expect.closeTo(value, 9 - Math.ceil(Math.log10(Math.abs(value) + 1)));
}
