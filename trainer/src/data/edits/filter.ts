import type { CellValue, FilterCondition, FilterSpec } from "@agatha/contracts";
import { bindValue, inListSql, rangeEndsEarly, toStoredValue } from "./bind-values.js";
import { type EditStepContext, type Relation, type RelationColumn, requireColumn, requireColumnOfType } from "./relation.js";
import { toLocalTimeSql } from "./time-zone.js";

/**
 * Returns the condition of a WHERE clause, which is true or false for every row, never NULL. Throws InvalidInput (badRequest,
 * columnName).
 */
export function filterClause(step: Relation, { groups, combine }: FilterSpec, context: EditStepContext): string {
  const clauses = groups.map(({ conditions, combine: within }, g) =>
    combineClauses(
      conditions.map((condition, c) =>
        conditionClause(step, condition, { ...context, path: `${context.path}.groups[${g}].conditions[${c}]` }),
      ),
      within,
    ),
  );
  return combineClauses(clauses, combine);
}

const combineClauses = (clauses: string[], combine: "and" | "or"): string => `(${clauses.join(combine === "and" ? " AND " : " OR ")})`;

const COMPARISON_OPERATORS = { lt: "<", le: "<=", gt: ">", ge: ">=" } as const;
const TEXT_FUNCTIONS = { contains: "contains", not_contains: "contains", starts_with: "starts_with", ends_with: "suffix" } as const;

function conditionClause(step: Relation, condition: FilterCondition, { values, timezone, path }: EditStepContext): string {
  const column = requireColumn(step, condition.column, `${path}.column`);
  const { sql } = column;
  const value = (given: number | string, at = "value") => bindValue(values, column, given, `${path}.${at}`);
  switch (condition.op) {
    case "empty":
      return `${sql} IS NULL`;
    case "not_empty":
      return `${sql} IS NOT NULL`;
    case "eq":
      return `${sql} IS NOT DISTINCT FROM ${value(condition.value)}`;
    case "ne":
      return `${sql} IS DISTINCT FROM ${value(condition.value)}`;
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return falseIfNull(`${sql} ${COMPARISON_OPERATORS[condition.op]} ${value(condition.value)}`);
    case "between": {
      const { from, to } = condition;
      requireOrderedRange(column, { from, to }, path);
      const bounds = [
        `${sql} IS NOT NULL`,
        ...(from === undefined ? [] : [`${sql} >= ${value(from, "from")}`]),
        ...(to === undefined ? [] : [`${sql} <= ${value(to, "to")}`]),
      ];
      return falseIfNull(bounds.join(" AND "));
    }
    case "time_of_day": {
      const { sql: time } = requireColumnOfType(step, condition.column, ["d"], `${path}.column`);
      const second = `(epoch_ms(${toLocalTimeSql(values, timezone, time)}) % 86400000 + 86400000) % 86400000 // 1000`;
      const [from, to] = [secondOfDay(condition.from), secondOfDay(condition.to)];
      const combine = from <= to ? "AND" : "OR";
      return falseIfNull(`(${second} >= ${values.number(from)} ${combine} ${second} <= ${values.number(to)})`);
    }
    case "in":
    case "not_in": {
      const found = falseIfNull(inListSql(values, column, condition.values, `${path}.values`));
      return condition.op === "in" ? found : `NOT ${found}`;
    }
    default: {
      requireColumnOfType(step, condition.column, ["s"], `${path}.column`);
      const found = falseIfNull(`${TEXT_FUNCTIONS[condition.op]}(${sql}, ${values.text(condition.value)})`);
      return condition.op === "not_contains" ? `NOT ${found}` : found;
    }
  }
}

/** Converts `22:00:00` to seconds after midnight; `22:00` is the first second of its minute. */
function secondOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Throws InvalidInput (badRequest) for a range that ends before it begins. */
function requireOrderedRange(column: RelationColumn, { from, to }: { from?: CellValue; to?: CellValue }, path: string): void {
  if (from === undefined || to === undefined) return;
  const [first, last] = [toStoredValue(column, from, `${path}.from`), toStoredValue(column, to, `${path}.to`)];
  const inOrder = typeof first === "number" ? first <= Number(last) : Buffer.compare(Buffer.from(first), Buffer.from(String(last))) <= 0;
  if (!inOrder) throw rangeEndsEarly(`${path}.to`);
}

/** A missing value meets no comparison, and therefore meets the comparison's negation. */
const falseIfNull = (sql: string): string => `coalesce(${sql}, false)`;
