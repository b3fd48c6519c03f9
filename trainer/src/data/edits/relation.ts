import { type ColumnType, ERRORS, InvalidInput } from "@agatha/contracts";
import type { DuckDBValue } from "@duckdb/node-api";

/** A column of a step: `sql` is an identifier of ours, whatever the column is called. */
export interface RelationColumn {
  name: string;
  type: ColumnType;
  sql: string;
}

/** What a step reads: `rows` is the name of a relation with `columns`, and with `ORDER` for the order of its rows. */
export interface Relation {
  rows: string;
  columns: RelationColumn[];
}

/** The column that holds the order of the rows; names of other columns are ours too, so that none can be the same. */
export const ROW_ORDER = "row_order";

/** Where in the entries a step is, and what its spec is held against. */
export interface EditStepContext {
  values: StatementParameters;
  /** IANA name: what a day is. */
  timezone: string;
  /** `entries[3]`. */
  path: string;
}

/** Values that go into a statement, by their places in it. */
export class StatementParameters {
  constructor(readonly all: DuckDBValue[]) {}

  /** As text: the driver binds whole numbers as integers, which the largest ones do not fit into. */
  number(value: number): string {
    return `$${this.all.push(String(value))}::VARCHAR::DOUBLE`;
  }

  text(value: string): string {
    return `$${this.all.push(value)}::VARCHAR`;
  }

  list(values: readonly (number | string | null)[], type: "DOUBLE" | "VARCHAR" | "BIGINT"): string {
    // Half of a character, which no table has, is no JSON to the database.
    const whole = values.map((value) => (typeof value === "string" ? Buffer.from(value).toString() : value));
    return `$${this.all.push(JSON.stringify(whole))}::VARCHAR::JSON::${type}[]`;
  }

  /** Milliseconds since the epoch. */
  time(value: number): string {
    return `epoch_ms($${this.all.push(BigInt(value))}::BIGINT)`;
  }
}

/** Throws InvalidInput (columnName). */
export function requireColumn({ columns }: Relation, name: string, path: string): RelationColumn {
  const found = columns.find((column) => column.name === name);
  if (!found) throw new InvalidInput(ERRORS.columnName, { path, message: `There is no column ${JSON.stringify(name)} at this step` });
  return found;
}

const TYPE_NAMES: Record<ColumnType, string> = { n: "numbers", s: "text", d: "times" };

/** The same of a column of one of these types. Throws InvalidInput (columnName). */
export function requireColumnOfType(step: Relation, name: string, types: readonly ColumnType[], path: string): RelationColumn {
  const column = requireColumn(step, name, path);
  if (types.includes(column.type)) return column;
  throw new InvalidInput(ERRORS.columnName, {
    path,
    message: `The column ${JSON.stringify(name)} has ${TYPE_NAMES[column.type]}; here it must have ${types.map((type) => TYPE_NAMES[type]).join(" or ")}`,
  });
}

/** Only what a number can be: results beyond are no value. Zero has no sign, so that it is one value to group by. */
export const finiteOrNullSql = (sql: string): string => `CASE WHEN ${sql} = 0 THEN 0 WHEN isfinite(${sql}) THEN ${sql} END`;
