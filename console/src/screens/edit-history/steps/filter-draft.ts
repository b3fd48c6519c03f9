/** Draft of a filter. Pure, so that the form only displays it. */
import type { ColumnType, FilterCondition, FilterSpec } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { isAfter, isTimeOfDay, parseValue, valueProblem } from "./parse-value.js";
import { type Problem, type Problems, withoutNull } from "./problems.js";

export type FilterOperator = FilterCondition["op"];

/** Operators for each column type, the most common first. */
export const FILTER_OPERATORS: Record<ColumnType, readonly FilterOperator[]> = {
  n: ["between", "eq", "ne", "gt", "ge", "lt", "le", "in", "not_in", "empty", "not_empty"],
  s: ["eq", "ne", "in", "not_in", "contains", "not_contains", "starts_with", "ends_with", "between", "empty", "not_empty"],
  d: ["between", "ge", "gt", "le", "lt", "time_of_day", "eq", "ne", "in", "not_in", "empty", "not_empty"],
};

/** Operands of an operator: none, a value, two bounds, two times of day, or several values. */
type OperandShape = "none" | "one" | "range" | "clock" | "many";

/** Returns how many values the operator compares with. */
export function operandShapeOf(op: FilterOperator): OperandShape {
  if (op === "empty" || op === "not_empty") return "none";
  if (op === "between") return "range";
  if (op === "time_of_day") return "clock";
  return op === "in" || op === "not_in" ? "many" : "one";
}

export interface ConditionDraft {
  /** Unique among all conditions and groups of the filter. */
  key: number;
  column: string | null;
  op: FilterOperator;
  value: string;
  from: string;
  to: string;
  values: readonly string[];
}

export interface ConditionGroupDraft {
  key: number;
  combine: "and" | "or";
  conditions: readonly ConditionDraft[];
}

export interface FilterDraft {
  combine: "and" | "or";
  groups: readonly ConditionGroupDraft[];
}

const emptyCondition = (key: number): ConditionDraft => ({ key, column: null, op: "between", value: "", from: "", to: "", values: [] });

/** Returns a draft with one group of one condition, without a column. */
export function newFilterDraft(): FilterDraft {
  return { combine: "and", groups: [{ key: 0, combine: "and", conditions: [emptyCondition(1)] }] };
}

const nextKey = ({ groups }: FilterDraft): number =>
  1 + Math.max(0, ...groups.flatMap((group) => [group.key, ...group.conditions.map(({ key }) => key)]));

/** Returns the draft with one more group, which has one empty condition. */
export function addGroup(draft: FilterDraft): FilterDraft {
  const key = nextKey(draft);
  return { ...draft, groups: [...draft.groups, { key, combine: "and", conditions: [emptyCondition(key + 1)] }] };
}

/** Returns the draft with one more empty condition in the group. */
export function addCondition(draft: FilterDraft, groupKey: number): FilterDraft {
  const added = emptyCondition(nextKey(draft));
  return updateGroup(draft, groupKey, (group) => ({ ...group, conditions: [...group.conditions, added] }));
}

/** Returns the draft with the group of the key changed. */
export function updateGroup(draft: FilterDraft, key: number, change: (group: ConditionGroupDraft) => ConditionGroupDraft): FilterDraft {
  return { ...draft, groups: draft.groups.map((group) => (group.key === key ? change(group) : group)) };
}

/** Returns the draft with the condition of the key changed. Keys are unique over all groups. */
export function updateCondition(draft: FilterDraft, key: number, changes: Partial<ConditionDraft>): FilterDraft {
  return {
    ...draft,
    groups: draft.groups.map((group) => ({
      ...group,
      conditions: group.conditions.map((condition) => (condition.key === key ? { ...condition, ...changes } : condition)),
    })),
  };
}

/** Removes the condition, and its group if the group becomes empty. Replaces the last condition of the filter by an empty one. */
export function removeCondition(draft: FilterDraft, key: number): FilterDraft {
  const groups = draft.groups
    .map((group) => ({ ...group, conditions: group.conditions.filter((condition) => condition.key !== key) }))
    .filter(({ conditions }) => conditions.length > 0);
  return groups.length === 0 ? newFilterDraft() : { ...draft, groups };
}

/** Sets the column of a condition. Clears the operands, and an operator that the new type does not have. */
export function setConditionColumn(draft: FilterDraft, key: number, column: StepColumn): FilterDraft {
  const present = draft.groups.flatMap(({ conditions }) => conditions).find((condition) => condition.key === key);
  const ops = FILTER_OPERATORS[column.type];
  const op = present && present.column !== null && ops.includes(present.op) ? present.op : ops[0];
  return updateCondition(draft, key, { column: column.name, ...(op ? { op } : {}), value: "", from: "", to: "", values: [] });
}

const columnTypeOf = (columns: readonly StepColumn[], name: string | null): ColumnType | undefined =>
  columns.find((column) => column.name === name)?.type;

/** Problems by `${key}.column`, `.value`, `.values`, `.from` and `.to`. */
export function filterProblems(draft: FilterDraft, columns: readonly StepColumn[]): Problems {
  const problems: Record<string, Problem | null> = {};
  for (const condition of draft.groups.flatMap(({ conditions }) => conditions)) {
    const type = columnTypeOf(columns, condition.column);
    if (type === undefined) problems[`${condition.key}.column`] = "columnNeeded";
    else for (const [field, problem] of Object.entries(operandProblems(condition, type))) problems[`${condition.key}.${field}`] = problem;
  }
  return withoutNull(problems);
}

function operandProblems({ op, value, values, from, to }: ConditionDraft, type: ColumnType): Record<string, Problem | null> {
  switch (operandShapeOf(op)) {
    case "none":
      return {};
    case "one":
      return { value: valueProblem(value, type) };
    case "many":
      return {
        values:
          values.length === 0
            ? "valueNeeded"
            : (values.map((value) => valueProblem(value, type)).find((problem) => problem !== null) ?? null),
      };
    case "clock":
      return { from: isTimeOfDay(from) ? null : "timeOfDayNeeded", to: isTimeOfDay(to) ? null : "timeOfDayNeeded" };
    case "range":
      return rangeProblems({ from, to }, type);
  }
}

/** Either bound may be left out, but not both. */
function rangeProblems({ from, to }: { from: string; to: string }, type: ColumnType): Record<string, Problem | null> {
  if (from.trim() === "" && to.trim() === "") return { from: "rangeNeeded" };
  const problems = {
    from: from.trim() === "" ? null : valueProblem(from, type),
    to: to.trim() === "" ? null : valueProblem(to, type),
  };
  const [first, last] = [parseValue(from, type), parseValue(to, type)];
  return first !== null && last !== null && isAfter(first, last) ? { ...problems, to: "rangeOrder" } : problems;
}

/** Filter to send for a draft without problems. */
export function filterSpecOf({ combine, groups }: FilterDraft, columns: readonly StepColumn[]): FilterSpec {
  return {
    type: "filter",
    combine,
    groups: groups.map((group) => ({
      combine: group.combine,
      conditions: group.conditions.map((condition) => conditionOf(condition, columnTypeOf(columns, condition.column) ?? "s")),
    })),
  };
}

function conditionOf({ column: name, op, value, values, from, to }: ConditionDraft, type: ColumnType): FilterCondition {
  const column = name ?? "";
  const given = (typed: string) => parseValue(typed, type) ?? "";
  switch (op) {
    case "empty":
    case "not_empty":
      return { column, op };
    case "between": {
      const bounds = { from: parseValue(from, type), to: parseValue(to, type) };
      return { column, op, ...(bounds.from === null ? {} : { from: bounds.from }), ...(bounds.to === null ? {} : { to: bounds.to }) };
    }
    case "time_of_day":
      return { column, op, from, to };
    case "in":
    case "not_in":
      return { column, op, values: values.map(given) };
    case "contains":
    case "not_contains":
    case "starts_with":
    case "ends_with":
      return { column, op, value };
    default:
      return { column, op, value: given(value) };
  }
}
