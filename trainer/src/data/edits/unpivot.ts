import { columnTimes, ERRORS, InvalidInput, type UnpivotSpec } from "@agatha/contracts";
import { zonedTimeToUtc } from "../tables/zoned-time.js";
import { type EditStepContext, type Relation, type RelationColumn, ROW_ORDER, requireColumn, requireColumnOfType } from "./relation.js";
import { requireUnusedName } from "./unused-name.js";

/**
 * Returns a SELECT with a row for each of the columns of each row. Throws InvalidInput (columnName, duplicateColumnName,
 * reservedColumnName).
 */
export function unpivotQuery(step: Relation, spec: UnpivotSpec, context: EditStepContext): { columns: RelationColumn[]; select: string } {
  const { path, values } = context;
  const { type } = requireColumn(step, spec.columns[0], `${path}.columns[0]`);
  const melted = spec.columns.map((name, i) => requireColumnOfType(step, name, [type], `${path}.columns[${i}]`));
  const kept = step.columns.filter((column) => !melted.includes(column));
  const names = { name: spec.names, type: spec.as === "time" ? ("d" as const) : ("s" as const) };
  const cells = { name: spec.values, type };
  requireUnusedName(names.name, kept, `${path}.names`);
  requireUnusedName(cells.name, [...kept, names], `${path}.values`);
  const place = "place";
  const named =
    spec.as === "time"
      ? `epoch_ms(list_extract(${values.list(timesOf(spec, context), "BIGINT")}, ${place}))`
      : `list_extract(${values.list(spec.columns, "VARCHAR")}, ${place})`;
  const cell = `list_extract([${melted.map(({ sql }) => sql).join(", ")}], ${place})`;
  const expressions = [...kept.map(({ sql }) => sql), named, cell];
  // There are fewer columns than before, so all get new names.
  const columns = [...kept, names, cells].map(({ name, type }, i): RelationColumn => ({ name, type, sql: `u${i}` }));
  const listed = columns.map(({ sql }, i) => `${expressions[i]} AS ${sql}`);
  const places = `(SELECT unnest(range(1, ${melted.length + 1})) AS ${place})`;
  const order = `row_number() OVER (ORDER BY ${ROW_ORDER}, ${place}) AS ${ROW_ORDER}`;
  return { columns, select: `SELECT ${[...listed, order].join(", ")} FROM ${step.rows}, ${places}` };
}

/** Returns the instants that the columns are named after. Throws InvalidInput (columnName) for another name. */
function timesOf({ columns }: UnpivotSpec, { path, timezone }: EditStepContext): number[] {
  return columnTimes(columns).map((clock, i) => {
    if (clock !== undefined) return zonedTimeToUtc(clock, timezone);
    const message = `The name ${JSON.stringify(columns[i])} is no time such as 2024-01, Jan 24, Q1 2024 or 2024: leave the column out, or take the names as text`;
    throw new InvalidInput(ERRORS.columnName, { path: `${path}.columns[${i}]`, message });
  });
}
