import type { LinearConstraint, ModelInput } from "@agatha/contracts";
import { activeBound, activeConstraints } from "./active-constraints.js";
import { unsupportedReason } from "./unsupported-reason.js";

const heat: ModelInput = { name: "heat", type: "n", min: 100, max: 200, typical: 150, integer: false, levels: [] };

test.each([
  ["in the middle", 150, {}, null],
  ["at the least in training", 100, {}, "lower"],
  ["at the greatest in training, but for rounding", 199.999_999_9, {}, "upper"],
  ["at a lower limit of the search's own", 120, { min: 120 }, "lower"],
  ["at an upper limit of the search's own", 180, { max: 180 }, "upper"],
  ["at the last step below the upper limit", 190, { min: 100, max: 195, step: 10 }, "upper"],
  ["a step below it", 180, { min: 100, max: 195, step: 10 }, null],
  ["fixed", 150, { fixed: 150 }, "fixed"],
] as const)("an input %s has the active bound %s", (_where, value, variable, limit) => {
  expect(activeBound(heat, { variables: [{ column: "heat", ...variable }] }, { heat: value })).toBe(limit);
});

const rule = (value: number): LinearConstraint => ({
  terms: [
    { column: "heat", coefficient: 1 },
    { column: "time", coefficient: -2 },
  ],
  relation: "<=",
  value,
});

test("only the rules that hold with equality are active", () => {
  expect(activeConstraints({ constraints: [rule(50), rule(60)] }, { heat: 150, time: 50 })).toEqual([rule(50)]);
});

test.each([
  ["one of numbers from numbers can be used", "REGRESSION", "n", null],
  ["one of classes cannot", "CLASSIFICATION", "n", { because: "target" }],
  ["one that learned from text cannot", "REGRESSION", "s", { because: "inputs", names: ["heat"] }],
  ["one that learned from times cannot", "REGRESSION", "d", { because: "inputs", names: ["heat"] }],
  // @contract it-has-no-form-where-a-predictor
] as const)("optimization of models: %s", (_which, type, inputType, expected) => {
  expect(unsupportedReason({ type, inputs: [{ ...heat, type: inputType }] })).toEqual(expected);
});
