import { type ColumnType, type ExtractionValue, InvalidInput } from "@agatha/contracts";
import { z } from "zod";
import type { BoundValues, StepColumn } from "./statement.js";

const time = z.iso.datetime({ offset: true });

/** Whether the column has one of the values: one bound list, as a parameter for each would take kilobytes. */
export function isAmong(values: BoundValues, column: StepColumn, given: readonly ExtractionValue[], path: string): string {
  const plain = given.map((value, i) => plainValue(column, value, `${path}[${i}]`));
  const found = column.type === "d" ? `epoch_ms(${column.sql})` : column.sql;
  return `list_contains(${values.list(plain, LIST_TYPES[column.type])}, ${found})`;
}

const LIST_TYPES = { n: "DOUBLE", s: "VARCHAR", d: "BIGINT" } as const;

/** A value as the column has them, bound. Throws InvalidInput (010405) when a column of this type cannot have it. */
export function boundValue(values: BoundValues, column: StepColumn, value: ExtractionValue, path: string): string {
  const plain = plainValue(column, value, path);
  if (typeof plain === "string") return values.text(plain);
  return column.type === "d" ? values.time(plain) : values.number(plain);
}

/** Times in milliseconds since the epoch. Throws InvalidInput (010405) when a column of this type cannot have it. */
export function plainValue(column: StepColumn, value: ExtractionValue, path: string): number | string {
  if (column.type === "n" && typeof value === "number") return value;
  if (column.type === "s" && typeof value === "string") return value;
  if (column.type === "d" && time.safeParse(value).success) return Date.parse(String(value));
  throw new InvalidInput("010405", {
    path,
    message: `${JSON.stringify(value)} cannot be compared with the column ${JSON.stringify(column.name)}: give ${WANTED[column.type]}`,
  });
}

const WANTED: Record<ColumnType, string> = {
  n: "a number",
  s: "text",
  d: "a time with its offset, such as 2024-05-01T08:00:00Z",
};
