import { type CellValue, type ColumnType, ERRORS, InvalidInput } from "@agatha/contracts";
import { z } from "zod";
import type { RelationColumn, StatementParameters } from "./relation.js";

const isoDateTime = z.iso.datetime({ offset: true });

/**
 * Returns a condition that is true if the column has one of the values. The values are bound as one list: a parameter for each
 * would take kilobytes.
 */
export function inListSql(values: StatementParameters, column: RelationColumn, given: readonly CellValue[], path: string): string {
  const plain = given.map((value, i) => toStoredValue(column, value, `${path}[${i}]`));
  const found = column.type === "d" ? `epoch_ms(${column.sql})` : column.sql;
  return `list_contains(${values.list(plain, SQL_LIST_TYPES[column.type])}, ${found})`;
}

/** SQL type of a list of stored values. */
export const SQL_LIST_TYPES = { n: "DOUBLE", s: "VARCHAR", d: "BIGINT" } as const;

/** Binds a value in the form that the column stores. Throws InvalidInput (columnName) when a column of this type cannot have it. */
export function bindValue(values: StatementParameters, column: RelationColumn, value: CellValue, path: string): string {
  const plain = toStoredValue(column, value, path);
  if (typeof plain === "string") return values.text(plain);
  return column.type === "d" ? values.time(plain) : values.number(plain);
}

/**
 * Converts a value to the form that the column stores; times are milliseconds since the epoch. Throws InvalidInput (columnName)
 * when a column of this type cannot have it.
 */
export function toStoredValue(column: RelationColumn, value: CellValue, path: string): number | string {
  if (column.type === "n" && typeof value === "number") return value;
  if (column.type === "s" && typeof value === "string") return value;
  if (column.type === "d" && isoDateTime.safeParse(value).success) return Date.parse(String(value));
  throw new InvalidInput(ERRORS.columnName, {
    path,
    message: `${JSON.stringify(value)} cannot be compared with the column ${JSON.stringify(column.name)}: give ${EXPECTED_VALUE[column.type]}`,
  });
}

const EXPECTED_VALUE: Record<ColumnType, string> = {
  n: "a number",
  s: "text",
  d: "a time with its offset, such as 2024-05-01T08:00:00Z",
};

/** Error of a range whose last value, at this path, is below the first. */
export const rangeEndsEarly = (path: string): InvalidInput =>
  new InvalidInput(ERRORS.badRequest, { path, message: "The range ends before it begins: exchange its bounds" });
