import { type ColumnType, ERRORS, InvalidInput } from "@agatha/contracts";
import type { DuckDBValue } from "@duckdb/node-api";
import { isNotBlankSql } from "../ingest/formats/number-formats.js";

/** Column of a relation. `sql` is a generated identifier, independent of the column's name. */
export interface RelationColumn {
  name: string;
  type: ColumnType;
  sql: string;
}

/** Input of a step. `rows` names a relation that has `columns` and the column ROW_ORDER. */
export interface Relation {
  rows: string;
  columns: RelationColumn[];
}

/** Column that holds the order of the rows. The other columns have generated names, so that none clashes with it. */
export const ROW_ORDER = "row_order";

/** Position of a step in the entries, and the parameters of its statement. */
export interface EditStepContext {
  values: StatementParameters;
  /** IANA name of the time zone that decides where a day begins. */
  timezone: string;
  /** Path of the step, such as `entries[3]`. */
  path: string;
}

/** Values that a statement binds, by position. */
export class StatementParameters {
  constructor(readonly all: DuckDBValue[]) {}

  /** Binds a number as text: the driver would bind whole numbers as integers, which the largest ones overflow. */
  number(value: number): string {
    return `$${this.all.push(String(value))}::VARCHAR::DOUBLE`;
  }

  text(value: string): string {
    return `$${this.all.push(value)}::VARCHAR`;
  }

  list(values: readonly (number | string | null)[], type: "DOUBLE" | "VARCHAR" | "BIGINT"): string {
    // An unpaired surrogate occurs in no table, and DuckDB does not accept it in JSON. Buffer replaces it.
    const whole = values.map((value) => (typeof value === "string" ? Buffer.from(value).toString() : value));
    return this.jsonList(JSON.stringify(whole), type);
  }

  /** Binds a list that is JSON already. */
  jsonList(json: string, type: "DOUBLE" | "VARCHAR" | "BIGINT"): string {
    return `$${this.all.push(json)}::VARCHAR::JSON::${type}[]`;
  }

  /** Binds a time in milliseconds since the epoch. */
  time(value: number): string {
    return `epoch_ms($${this.all.push(BigInt(value))}::BIGINT)`;
  }
}

/** Returns the column with this name. Throws InvalidInput (columnName). */
export function requireColumn({ columns }: Relation, name: string, path: string): RelationColumn {
  const found = columns.find((column) => column.name === name);
  if (!found) throw new InvalidInput(ERRORS.columnName, { path, message: `There is no column ${JSON.stringify(name)} at this step` });
  return found;
}

const TYPE_NAMES: Record<ColumnType, string> = { n: "numbers", s: "text", d: "times" };

/** Returns the column with this name if it has one of the types. Throws InvalidInput (columnName). */
export function requireColumnOfType(step: Relation, name: string, types: readonly ColumnType[], path: string): RelationColumn {
  const column = requireColumn(step, name, path);
  if (types.includes(column.type)) return column;
  throw new InvalidInput(ERRORS.columnName, {
    path,
    message: `The column ${JSON.stringify(name)} has ${TYPE_NAMES[column.type]}; here it must have ${types.map((type) => TYPE_NAMES[type]).join(" or ")}`,
  });
}

/** Turns text of blanks alone into NULL, as in a file. The expression occurs once. */
export const textOrNullSql = (sql: string): string => `list_transform([${sql}], lambda v: CASE WHEN ${isNotBlankSql("v")} THEN v END)[1]`;

/** Turns results that are not finite into NULL, and −0 into 0, so that zero is one group. */
export const finiteOrNullSql = (sql: string): string => `CASE WHEN ${sql} = 0 THEN 0 WHEN isfinite(${sql}) THEN ${sql} END`;
