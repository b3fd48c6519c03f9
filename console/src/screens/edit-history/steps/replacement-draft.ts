/** Draft of a replacement of a column's values. */
import type { ColumnType, ReplacementSpec } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { parseNumber, parseValue, valueProblem } from "./parse-value.js";
import { type Problem, type Problems, withoutNull } from "./problems.js";

export type ReplacementKind = ReplacementSpec["action"]["kind"];
type FillStrategy = Extract<ReplacementSpec["action"], { kind: "fill_with" }>["with"];
type TextTransform = Extract<ReplacementSpec["action"], { kind: "text" }>["change"];

/** Replacements for each column type. */
export const REPLACEMENT_KINDS: Record<ColumnType, readonly ReplacementKind[]> = {
  n: ["fill_with", "fill", "value", "clip"],
  s: ["value", "fill", "fill_with", "text"],
  d: ["fill_with", "fill", "value"],
};
/** Strategies to fill missing values, for each column type. */
export const FILL_STRATEGIES: Record<ColumnType, readonly FillStrategy[]> = {
  n: ["mean", "median", "previous"],
  s: ["previous"],
  d: ["previous"],
};
export const TEXT_TRANSFORMS = ["trim", "lower", "upper"] as const satisfies readonly TextTransform[];

export interface ReplacementDraft {
  column: string | null;
  kind: ReplacementKind;
  from: string;
  to: string;
  /** Whether the value is replaced by a missing value. */
  toMissing: boolean;
  value: string;
  with: FillStrategy;
  min: string;
  max: string;
  change: TextTransform;
}

/** Returns a draft that replaces one value, without a column. */
export function newReplacementDraft(): ReplacementDraft {
  return { column: null, kind: "value", from: "", to: "", toMissing: false, value: "", with: "previous", min: "", max: "", change: "trim" };
}

/** Returns the draft for another column. The kind of replacement stays if it suits values of the column's type. */
export function setReplacedColumn(draft: ReplacementDraft, { name, type }: StepColumn): ReplacementDraft {
  const kinds = REPLACEMENT_KINDS[type];
  const kind = draft.column !== null && kinds.includes(draft.kind) ? draft.kind : kinds[0];
  return {
    ...newReplacementDraft(),
    change: draft.change,
    column: name,
    kind: kind ?? "value",
    with: FILL_STRATEGIES[type][0] ?? "previous",
  };
}

/** Problems by the names of the draft's fields. */
export function replacementProblems(draft: ReplacementDraft, columns: readonly StepColumn[]): Problems {
  const column = columns.find(({ name }) => name === draft.column);
  if (!column) return { column: "columnNeeded" };
  const { type } = column;
  switch (draft.kind) {
    case "value":
      return withoutNull({ from: valueProblem(draft.from, type), to: draft.toMissing ? null : valueProblem(draft.to, type) });
    case "fill":
      return withoutNull({ value: valueProblem(draft.value, type) });
    case "clip":
      return withoutNull(clipProblems(draft));
    default:
      return {};
  }
}

function clipProblems({ min, max }: ReplacementDraft): Record<string, Problem | null> {
  if (min.trim() === "" && max.trim() === "") return { min: "rangeNeeded" };
  const problemOf = (typed: string) => (typed.trim() === "" ? null : valueProblem(typed, "n"));
  const [low, high] = [parseNumber(min), parseNumber(max)];
  return { min: problemOf(min), max: low !== null && high !== null && low > high ? "rangeOrder" : problemOf(max) };
}

/** Returns the step that the draft describes. A valid draft gives a valid step. */
export function replacementSpecOf(draft: ReplacementDraft, columns: readonly StepColumn[]): ReplacementSpec {
  const type = columns.find(({ name }) => name === draft.column)?.type ?? "s";
  return { type: "replacement", replace_col: draft.column ?? "", action: actionOf(draft, type) };
}

function actionOf(draft: ReplacementDraft, type: ColumnType): ReplacementSpec["action"] {
  const given = (typed: string) => parseValue(typed, type) ?? "";
  switch (draft.kind) {
    case "value":
      return { kind: "value", from: given(draft.from), to: draft.toMissing ? null : given(draft.to) };
    case "fill":
      return { kind: "fill", value: given(draft.value) };
    case "fill_with":
      return { kind: "fill_with", with: draft.with };
    case "clip": {
      const [min, max] = [parseNumber(draft.min), parseNumber(draft.max)];
      return { kind: "clip", ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
    }
    case "text":
      return { kind: "text", change: draft.change };
  }
}
