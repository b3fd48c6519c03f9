import { type AggregateFunction, type AggregationSpec, type ColumnType, ERRORS, InvalidInput, type TimeUnit } from "@agatha/contracts";
import {
  type EditStepContext,
  finiteOrNullSql,
  type Relation,
  type RelationColumn,
  ROW_ORDER,
  requireColumn,
  requireColumnOfType,
} from "./relation.js";
import { toLocalTimeSql, toUtcSql } from "./time-zone.js";
import { requireUnusedName } from "./unused-name.js";

/** Returns a SELECT with one row for each group. */
export function aggregationQuery(
  step: Relation,
  spec: AggregationSpec,
  context: EditStepContext,
): { columns: RelationColumn[]; select: string } {
  const { by, window, cols } = spec;
  const { path } = context;
  const keys = by.map((name, i) => requireColumn(step, name, `${path}.by[${i}]`));
  const groups = keys.map(({ sql, ...column }) => ({ ...column, expression: sql }));
  if (window) {
    const column = requireColumnOfType(step, window.column, ["d"], `${path}.window.column`);
    groups.unshift({ name: column.name, type: "d", expression: windowStartSql(column.sql, window, context) });
  }
  const results = cols.map((each, i) => ({ name: each.name, ...aggregateExpression(step, each, `${path}.cols[${i}]`) }));
  const out = [...groups, ...results];
  for (const [i, { name }] of out.entries()) requireUnusedName(name, out.slice(0, i), pathOf(i - groups.length, path));

  const columns = out.map(({ name, type }, i) => ({ name, type, sql: `a${i}` }));
  const listed = out.map(({ expression }, i) => `${expression} AS a${i}`).join(", ");
  const grouped = groups.length > 0 ? `GROUP BY ${groups.map((_, i) => i + 1).join(", ")}` : "HAVING count(*) > 0";
  const inner = `SELECT ${listed}, min(${ROW_ORDER}) AS first_row FROM ${step.rows} ${grouped}`;
  const order = window ? "a0 NULLS LAST, first_row" : "first_row";
  return {
    columns,
    select: `SELECT ${columns.map(({ sql }) => sql).join(", ")}, row_number() OVER (ORDER BY ${order}) AS ${ROW_ORDER} FROM (${inner})`,
  };
}

/** Returns the path of a result column, or of the groups for a negative position. */
const pathOf = (result: number, path: string): string => (result < 0 ? `${path}.by` : `${path}.cols[${result}].name`);

/**
 * Length of each unit in DuckDB's months or seconds. Windows of months are aligned with 2000-01-01, all others with Monday
 * 2000-01-03.
 */
const WINDOW_UNITS: Record<TimeUnit, { make: "to_months" | "to_seconds"; of: number }> = {
  second: { make: "to_seconds", of: 1 },
  minute: { make: "to_seconds", of: 60 },
  hour: { make: "to_seconds", of: 3600 },
  day: { make: "to_seconds", of: 86_400 },
  week: { make: "to_seconds", of: 604_800 },
  month: { make: "to_months", of: 1 },
  quarter: { make: "to_months", of: 3 },
  year: { make: "to_months", of: 12 },
};

function windowStartSql(
  sql: string,
  { every, unit }: NonNullable<AggregationSpec["window"]>,
  { values, timezone }: EditStepContext,
): string {
  const { make, of } = WINDOW_UNITS[unit];
  const length = make === "to_months" ? `${values.number(every * of)}::INTEGER` : values.number(every * of);
  // Windows are cut in local time, whose days all have 24 hours. An hour that clocks show twice is one window.
  return toUtcSql(values, timezone, `time_bucket(${make}(${length}), ${toLocalTimeSql(values, timezone, sql)})`);
}

const ANY_TYPE: readonly ColumnType[] = ["n", "s", "d"];
const AGGREGATE_FUNCTIONS: Record<AggregateFunction, { of: readonly ColumnType[]; gives?: ColumnType; sql(column: string): string }> = {
  count: { of: ANY_TYPE, gives: "n", sql: (column) => `count(${column})::DOUBLE` },
  missing: { of: ANY_TYPE, gives: "n", sql: (column) => `(count(*) - count(${column}))::DOUBLE` },
  unique: { of: ANY_TYPE, gives: "n", sql: (column) => `count(DISTINCT ${column})::DOUBLE` },
  sum: { of: ["n"], sql: (column) => finiteOrNullSql(`sum(${column} ORDER BY ${ROW_ORDER})`) },
  mean: { of: ["n"], sql: (column) => finiteOrNullSql(`avg(${column} ORDER BY ${ROW_ORDER})`) },
  median: { of: ["n"], sql: (column) => finiteOrNullSql(`median(${column})`) },
  std: { of: ["n"], sql: (column) => finiteOrNullSql(`stddev_samp(${column} ORDER BY ${ROW_ORDER})`) },
  min: { of: ANY_TYPE, sql: (column) => `min(${column})` },
  max: { of: ANY_TYPE, sql: (column) => `max(${column})` },
  first: { of: ANY_TYPE, sql: (column) => `arg_min(${column}, ${ROW_ORDER})` },
  last: { of: ANY_TYPE, sql: (column) => `arg_max(${column}, ${ROW_ORDER})` },
};

function aggregateExpression(
  step: Relation,
  { function: name, column }: AggregationSpec["cols"][number],
  path: string,
): { type: ColumnType; expression: string } {
  if (column === undefined) {
    if (name === "count") return { type: "n", expression: "count(*)::DOUBLE" };
    throw new InvalidInput(ERRORS.columnName, { path: `${path}.column`, message: `Say which column the ${name} is of` });
  }
  const { of, gives, sql } = AGGREGATE_FUNCTIONS[name];
  const found = requireColumnOfType(step, column, of, `${path}.column`);
  return { type: gives ?? found.type, expression: sql(found.sql) };
}
