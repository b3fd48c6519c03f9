import { SQL_LIST_TYPES } from "./bind-values.js";
import type { LoadedJoin } from "./joined-rows.js";
import { type EditStepContext, type Relation, type RelationColumn, ROW_ORDER, requireColumnOfType } from "./relation.js";
import { requireUnusedName } from "./unused-name.js";

/**
 * Returns a SELECT with the added columns. No two of the joined rows have the same keys, so that each row stays one row. Throws
 * InvalidInput (columnName, duplicateColumnName, reservedColumnName).
 */
export function joinQuery(step: Relation, spec: LoadedJoin, context: EditStepContext): { columns: RelationColumn[]; select: string } {
  const { values, path } = context;
  const { types } = spec.copy;
  const keys = spec.on.map(({ column }, i) => requireColumnOfType(step, column, [types[i]], `${path}.on[${i}].column`));
  const joined = types.map((type, i) => ({ type, sql: `j${i}` }));
  const added = spec.columns.map(
    (name, i): RelationColumn => ({ name: spec.prefix + name, type: types[keys.length + i], sql: `d${step.columns.length + i}` }),
  );
  for (const [i, { name }] of added.entries()) {
    requireUnusedName(name, [...step.columns, ...added.slice(0, i)], `${path}.columns[${i}]`);
  }
  const lists = joined.map(({ type, sql }, i) => `unnest(${values.jsonList(spec.lists[i], SQL_LIST_TYPES[type])}) AS ${sql}`);
  const stored = joined.map(({ type, sql }) => (type === "d" ? `epoch_ms(${sql}) AS ${sql}` : sql));
  const other = `(SELECT ${stored.join(", ")} FROM (SELECT ${lists.join(", ")}))`;
  const on = keys.map(({ sql }, i) => `${sql} = ${joined[i].sql}`).join(" AND ");
  const kept = [...step.columns.map(({ sql }) => sql), ROW_ORDER];
  if (spec.keepsUnmatched)
    return { columns: step.columns, select: `SELECT ${kept.join(", ")} FROM ${step.rows} ANTI JOIN ${other} ON ${on}` };
  const listed = [...kept, ...added.map(({ sql }, i) => `${joined[keys.length + i].sql} AS ${sql}`)];
  return { columns: [...step.columns, ...added], select: `SELECT ${listed.join(", ")} FROM ${step.rows} LEFT JOIN ${other} ON ${on}` };
}
