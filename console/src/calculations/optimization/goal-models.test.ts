import type { ModelInfo, OptimizationGoal } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { isAtResponseLimit } from "./goal-models.js";

const info = fromPartial<ModelInfo>({ regression: { limits: { lower: 0, upper: 100, requested: false, rows_beyond: 0 } } });
const models = new Map([
  [undefined, { title: "yield", info, past: [] }],
  ["free", { title: "free", info: fromPartial<ModelInfo>({ regression: {} }), past: [] }],
]);

test.each<[string, OptimizationGoal, number, boolean]>([
  ["the least value at the lower limit", { goal: "min" }, 0, true],
  ["the greatest value at the upper limit", { goal: "max" }, 100, true],
  ["the greatest value at the lower limit", { goal: "max" }, 0, false],
  ["a goal below the lower limit", { goal: "at_most", value: -5 }, 0, true],
  ["a goal above the upper limit", { goal: "at_least", value: 120 }, 100, true],
  ["a goal that other settings may meet", { goal: "at_least", value: 50 }, 0, false],
  ["a value below the lower limit", { goal: "value", value: -3 }, 0, true],
  ["a value that other settings may come nearer to", { goal: "value", value: 3 }, 0, false],
  ["a value within the limits", { goal: "min" }, 1, false],
  ["a value that is reached", { goal: "value", value: 0 }, 0, false],
  ["an input", { goal: "min", column: "heat" }, 0, false],
  ["a model without limits", { goal: "min", model: "free" }, 0, false],
])("no settings are better: %s", (_what, goal, answer, expected) => {
  expect(isAtResponseLimit(goal, answer, models)).toBe(expected);
});
