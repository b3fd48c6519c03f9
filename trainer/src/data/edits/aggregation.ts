import { type AggregateFunction, type AggregationSpec, type ColumnType, InvalidInput, type TimeUnit } from "@agatha/contracts";
import { ensureNewName } from "./new-name.js";
import { columnOf, columnOfType, finite, ORDER, type Step, type StepColumn, type StepContext } from "./statement.js";
import { localTime, universalTime } from "./time-zone.js";

/** A SELECT with a row for each group. */
export function aggregate(step: Step, spec: AggregationSpec, context: StepContext): { columns: StepColumn[]; select: string } {
  const { by, window, cols } = spec;
  const { path } = context;
  const keys = by.map((name, i) => columnOf(step, name, `${path}.by[${i}]`));
  const groups = keys.map(({ sql, ...column }) => ({ ...column, expression: sql }));
  if (window) {
    const column = columnOfType(step, window.column, ["d"], `${path}.window.column`);
    groups.unshift({ name: column.name, type: "d", expression: windowStart(column.sql, window, context) });
  }
  const results = cols.map((each, i) => ({ name: each.name, ...aggregateOf(step, each, `${path}.cols[${i}]`) }));
  const out = [...groups, ...results];
  for (const [i, { name }] of out.entries()) ensureNewName(name, out.slice(0, i), placeOf(i - groups.length, path));

  const columns = out.map(({ name, type }, i) => ({ name, type, sql: `a${i}` }));
  const listed = out.map(({ expression }, i) => `${expression} AS a${i}`).join(", ");
  const grouped = groups.length > 0 ? `GROUP BY ${groups.map((_, i) => i + 1).join(", ")}` : "HAVING count(*) > 0";
  const inner = `SELECT ${listed}, min(${ORDER}) AS first_row FROM ${step.rows} ${grouped}`;
  const order = window ? "a0 NULLS LAST, first_row" : "first_row";
  return {
    columns,
    select: `SELECT ${columns.map(({ sql }) => sql).join(", ")}, row_number() OVER (ORDER BY ${order}) AS ${ORDER} FROM (${inner})`,
  };
}

/** A result's place, or that of the groups before the results. */
const placeOf = (result: number, path: string): string => (result < 0 ? `${path}.by` : `${path}.cols[${result}].name`);

/** How many of what DuckDB counts in: windows of months begin with 2000-01-01, all others with Monday 2000-01-03. */
const UNITS: Record<TimeUnit, { make: "to_months" | "to_seconds"; of: number }> = {
  second: { make: "to_seconds", of: 1 },
  minute: { make: "to_seconds", of: 60 },
  hour: { make: "to_seconds", of: 3600 },
  day: { make: "to_seconds", of: 86_400 },
  week: { make: "to_seconds", of: 604_800 },
  month: { make: "to_months", of: 1 },
  quarter: { make: "to_months", of: 3 },
  year: { make: "to_months", of: 12 },
};

function windowStart(sql: string, { every, unit }: NonNullable<AggregationSpec["window"]>, { values, timezone }: StepContext): string {
  const { make, of } = UNITS[unit];
  const length = make === "to_months" ? `${values.number(every * of)}::INTEGER` : values.number(every * of);
  // Cut in local time, whose days all have 24 hours; an hour that clocks show twice is one.
  return universalTime(values, timezone, `time_bucket(${make}(${length}), ${localTime(values, timezone, sql)})`);
}

const ANY: readonly ColumnType[] = ["n", "s", "d"];
const FUNCTIONS: Record<AggregateFunction, { of: readonly ColumnType[]; gives?: ColumnType; sql(column: string): string }> = {
  count: { of: ANY, gives: "n", sql: (column) => `count(${column})::DOUBLE` },
  missing: { of: ANY, gives: "n", sql: (column) => `(count(*) - count(${column}))::DOUBLE` },
  unique: { of: ANY, gives: "n", sql: (column) => `count(DISTINCT ${column})::DOUBLE` },
  sum: { of: ["n"], sql: (column) => finite(`sum(${column} ORDER BY ${ORDER})`) },
  mean: { of: ["n"], sql: (column) => finite(`avg(${column} ORDER BY ${ORDER})`) },
  median: { of: ["n"], sql: (column) => finite(`median(${column})`) },
  std: { of: ["n"], sql: (column) => finite(`stddev_samp(${column} ORDER BY ${ORDER})`) },
  min: { of: ANY, sql: (column) => `min(${column})` },
  max: { of: ANY, sql: (column) => `max(${column})` },
  first: { of: ANY, sql: (column) => `arg_min(${column}, ${ORDER})` },
  last: { of: ANY, sql: (column) => `arg_max(${column}, ${ORDER})` },
};

function aggregateOf(
  step: Step,
  { function: name, column }: AggregationSpec["cols"][number],
  path: string,
): { type: ColumnType; expression: string } {
  if (column === undefined) {
    if (name === "count") return { type: "n", expression: "count(*)::DOUBLE" };
    throw new InvalidInput("010405", { path: `${path}.column`, message: `Say which column the ${name} is of` });
  }
  const { of, gives, sql } = FUNCTIONS[name];
  const found = columnOfType(step, column, of, `${path}.column`);
  return { type: gives ?? found.type, expression: sql(found.sql) };
}
