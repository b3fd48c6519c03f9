/** Draft of an existing step, so that it can be edited. `stepSpecOf` gives the step back. */
import type { CellValue, EditStepSpec, FilterCondition, Operand } from "@agatha/contracts";
import { formatTime } from "../../../i18n/format.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { newDerivedDraft, type OperandDraft } from "./derived-draft.js";
import type { ConditionDraft } from "./filter-draft.js";
import { newReplacementDraft } from "./replacement-draft.js";
import type { StepDraft } from "./step-draft.js";

/** Returns the draft of a step, so that it can be changed in the form. */
export function draftOfSpec(spec: EditStepSpec, columns: readonly StepColumn[]): StepDraft {
  switch (spec.type) {
    case "filter":
      return filterDraftOf(spec, columns);
    case "sort":
      return { type: "sort", by: spec.by.map(({ column, order }, key) => ({ key, column, order })) };
    case "aggregation":
      return {
        type: "aggregation",
        by: spec.by,
        window: spec.window ? { column: spec.window.column, every: String(spec.window.every), unit: spec.window.unit } : null,
        aggregates: spec.cols.map(({ name, function: aggregate, column = null }, key) => ({ key, function: aggregate, column, name })),
      };
    case "replacement":
      return replacementDraftOf(spec, columns);
    case "derived":
      return derivedDraftOf(spec, columns);
    case "unpivot":
      return { type: "unpivot", columns: spec.columns, names: spec.names, values: spec.values, readsTimes: spec.as === "time" };
    case "join":
      return {
        type: "join",
        other: { id: spec.dataset, title: spec.copy.title },
        on: spec.on.map((pair, key) => ({ key, ...pair })),
        columns: spec.columns,
        prefix: spec.prefix,
      };
  }
}

type SpecOf<T extends EditStepSpec["type"]> = Extract<EditStepSpec, { type: T }>;

function filterDraftOf({ combine, groups }: SpecOf<"filter">, columns: readonly StepColumn[]): StepDraft {
  let key = 0;
  const conditionOf = (condition: FilterCondition): ConditionDraft => {
    const text = (value: CellValue | undefined) => (value === undefined ? "" : valueText(value, condition.column, columns));
    return {
      key: key++,
      column: condition.column,
      op: condition.op,
      value: "value" in condition ? text(condition.value) : "",
      from: "from" in condition ? text(condition.from) : "",
      to: "to" in condition ? text(condition.to) : "",
      values: "values" in condition ? condition.values.map(text) : [],
    };
  };
  return {
    type: "filter",
    combine,
    groups: groups.map((group) => ({ key: key++, combine: group.combine, conditions: group.conditions.map(conditionOf) })),
  };
}

function replacementDraftOf({ replace_col: column, action }: SpecOf<"replacement">, columns: readonly StepColumn[]): StepDraft {
  const draft = { type: "replacement" as const, ...newReplacementDraft(), column, kind: action.kind };
  const text = (value: CellValue) => valueText(value, column, columns);
  const boundText = (bound: number | undefined) => (bound === undefined ? "" : String(bound));
  switch (action.kind) {
    case "value":
      return { ...draft, from: text(action.from), to: action.to === null ? "" : text(action.to), toMissing: action.to === null };
    case "fill":
      return { ...draft, value: text(action.value) };
    case "fill_with":
      return { ...draft, with: action.with };
    case "clip":
      return { ...draft, min: boundText(action.min), max: boundText(action.max) };
    case "text":
      return { ...draft, change: action.change };
  }
}

function derivedDraftOf({ name, formula }: SpecOf<"derived">, columns: readonly StepColumn[]): StepDraft {
  const draft = { type: "derived" as const, ...newDerivedDraft(columns), name, op: formula.op };
  switch (formula.op) {
    case "expression":
      return { ...draft, expression: formula.expression };
    case "part":
      return { ...draft, time: formula.column, part: formula.part };
    case "difference":
      return { ...draft, from: formula.from, to: formula.to, unit: formula.unit };
    case "join":
      return { ...draft, columns: formula.columns, separator: formula.separator };
    default:
      return "of" in formula
        ? { ...draft, left: operandDraftOf(formula.of) }
        : { ...draft, left: operandDraftOf(formula.left), right: operandDraftOf(formula.right) };
  }
}

function operandDraftOf(operand: Operand): OperandDraft {
  return "column" in operand
    ? { kind: "column", column: operand.column, value: "" }
    : { kind: "value", column: null, value: String(operand.value) };
}

/** Text that parseValue reads back. Times of day and texts stay as they are. */
function valueText(value: CellValue, column: string, columns: readonly StepColumn[]): string {
  const isTime = columns.some(({ name, type }) => name === column && type === "d") && typeof value === "string" && value.includes("T");
  return isTime ? formatTime(new Date(value).toISOString()) : String(value);
}
