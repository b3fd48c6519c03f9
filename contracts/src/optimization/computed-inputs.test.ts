import type { EditStepSpec } from "../edit-steps/index.js";
import { computedInputs } from "./computed-inputs.js";

const copy = { key: "k", title: "Ovens", types: [], rows: 2, at: "2024-01-01T00:00:00Z" };
const steps: EditStepSpec[] = [
  { type: "derived", name: "ratio", formula: { op: "divide", left: { column: "water" }, right: { column: "cement" } } },
  { type: "derived", name: "twice", formula: { op: "expression", expression: "2 * ratio" } },
  { type: "derived", name: "month", formula: { op: "part", column: "day", part: "month" } },
  { type: "join", dataset: "d", on: [{ column: "oven", other: "id" }], columns: ["heat"], prefix: "oven_", copy },
];

test.each<[string, string[], { column: string; from: string[] }[]]>([
  ["a formula of one input", ["ratio", "water"], [{ column: "ratio", from: ["water"] }]],
  ["a formula of a formula", ["cement", "twice"], [{ column: "twice", from: ["cement"] }]],
  ["a part of a time", ["day", "month"], [{ column: "month", from: ["day"] }]],
  ["a joined column beside its key", ["oven", "oven_heat"], [{ column: "oven_heat", from: ["oven"] }]],
  ["computed columns whose sources are no inputs", ["ratio", "month", "oven_heat"], []],
])("inputs that depend on others: %s", (_what, inputs, expected) => {
  expect(computedInputs(steps, inputs)).toEqual(expected);
});
