import type { EditStepSpec } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { draftOfSpec } from "./draft-of-spec.js";
import { stepProblems, stepSpecOf } from "./step-draft.js";

const column = (name: string, type: StepColumn["type"]): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });
const COLUMNS = [column("heat", "n"), column("oven", "s"), column("at", "d"), column("end", "d"), column("2024", "n")];
const filter = (...conditions: object[]) => ({ type: "filter", combine: "or", groups: [{ combine: "and", conditions }] });
const derived = (formula: object) => ({ type: "derived", name: "new", formula });
const replacement = (replace_col: string, action: object) => ({ type: "replacement", replace_col, action });

test.each<[string, object]>([
  [
    "a filter of all operators",
    filter(
      { column: "heat", op: "between", from: 0.5, to: 2 },
      { column: "heat", op: "between", from: 0.5 },
      { column: "oven", op: "in", values: ["A", "B"] },
      { column: "oven", op: "starts_with", value: "A" },
      { column: "oven", op: "not_empty" },
      { column: "at", op: "ge", value: "2024-05-01T13:00:05.250Z" },
      { column: "at", op: "time_of_day", from: "06:00", to: "14:00" },
    ),
  ],
  [
    "a sorting",
    {
      type: "sort",
      by: [
        { column: "heat", order: "desc" },
        { column: "oven", order: "asc" },
      ],
    },
  ],
  [
    "an aggregation",
    {
      type: "aggregation",
      by: ["oven"],
      window: { column: "at", every: 2, unit: "hour" },
      cols: [
        { name: "rows", function: "count" },
        { name: "mean heat", function: "mean", column: "heat" },
      ],
    },
  ],
  ["a replaced value", replacement("oven", { kind: "value", from: "a", to: "A" })],
  ["a value replaced by none", replacement("heat", { kind: "value", from: -1, to: null })],
  ["a filled time", replacement("at", { kind: "fill", value: "2024-05-01T00:00:00.000Z" })],
  ["a fill with the median", replacement("heat", { kind: "fill_with", with: "median" })],
  ["limits", replacement("heat", { kind: "clip", max: 5 })],
  ["a change of text", replacement("oven", { kind: "text", change: "upper" })],
  ["a formula of a column and a number", derived({ op: "divide", left: { column: "heat" }, right: { value: 1.5 } })],
  ["an expression", derived({ op: "expression", expression: "heat + 1" })],
  ["a function", derived({ op: "sqrt", of: { column: "heat" } })],
  ["a part of a time", derived({ op: "part", column: "at", part: "weekday" })],
  ["a difference of times", derived({ op: "difference", from: "at", to: "end", unit: "minute" })],
  ["columns that become rows of text", { type: "unpivot", columns: ["2024"], names: "year", values: "heat of it", as: "text" }],
  ["columns that become rows of times", { type: "unpivot", columns: ["2024"], names: "year", values: "heat of it", as: "time" }],
  ["joined texts", derived({ op: "join", columns: ["oven"], separator: "-" })],
])("the draft of %s has no problem and gives the step back", (_step, spec) => {
  const draft = draftOfSpec(spec as EditStepSpec, COLUMNS);
  expect(stepProblems(draft, COLUMNS)).toEqual({});
  expect(stepSpecOf(draft, COLUMNS)).toEqual(spec);
});
