import type { FilterCondition, FilterSpec } from "@agatha/contracts";
import { columnOf, columnOfType, type Step, type StepContext } from "./statement.js";
import { boundValue, isAmong } from "./values.js";

/** The condition of a WHERE clause: true or false for every row, never unknown. */
export function filterClause(step: Step, { groups, combine }: FilterSpec, context: StepContext): string {
  const clauses = groups.map(({ conditions, combine: within }, g) =>
    joined(
      conditions.map((condition, c) =>
        conditionClause(step, condition, { ...context, path: `${context.path}.groups[${g}].conditions[${c}]` }),
      ),
      within,
    ),
  );
  return joined(clauses, combine);
}

const joined = (clauses: string[], combine: "and" | "or"): string => `(${clauses.join(combine === "and" ? " AND " : " OR ")})`;

const COMPARISONS = { lt: "<", le: "<=", gt: ">", ge: ">=" } as const;
const TEXT_TESTS = { contains: "contains", not_contains: "contains", starts_with: "starts_with", ends_with: "suffix" } as const;

function conditionClause(step: Step, condition: FilterCondition, { values, path }: StepContext): string {
  const column = columnOf(step, condition.column, `${path}.column`);
  const { sql } = column;
  const value = (given: number | string, at = "value") => boundValue(values, column, given, `${path}.${at}`);
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
      return known(`${sql} ${COMPARISONS[condition.op]} ${value(condition.value)}`);
    case "between": {
      const { from, to } = condition;
      const bounds = [
        `${sql} IS NOT NULL`,
        ...(from === undefined ? [] : [`${sql} >= ${value(from, "from")}`]),
        ...(to === undefined ? [] : [`${sql} <= ${value(to, "to")}`]),
      ];
      return known(bounds.join(" AND "));
    }
    case "in":
    case "not_in": {
      const found = known(isAmong(values, column, condition.values, `${path}.values`));
      return condition.op === "in" ? found : `NOT ${found}`;
    }
    default: {
      columnOfType(step, condition.column, ["s"], `${path}.column`);
      const found = known(`${TEXT_TESTS[condition.op]}(${sql}, ${values.text(condition.value)})`);
      return condition.op === "not_contains" ? `NOT ${found}` : found;
    }
  }
}

/** Rows without a value meet no comparison, and so do meet its opposite. */
const known = (sql: string): string => `coalesce(${sql}, false)`;
