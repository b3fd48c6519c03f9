import type { LinearConstraint, ModelInput } from "@agatha/contracts";
import { activeBound, activeConstraints } from "./active-constraints.js";

const heat: ModelInput = { name: "heat", type: "n", min: 100, max: 200, typical: 150, integer: false, levels: [] };

test.each([
  ["in the middle", 150, {}, null],
  ["at the training minimum", 100, {}, "lower"],
  ["at the training maximum within rounding", 199.999_999_9, {}, "upper"],
  ["at the lower limit of the search", 120, { min: 120 }, "lower"],
  ["at the upper limit of the search", 180, { max: 180 }, "upper"],
  ["at the last step below the upper limit", 190, { min: 100, max: 195, step: 10 }, "upper"],
  ["one step below that", 180, { min: 100, max: 195, step: 10 }, null],
  ["with a fixed value", 150, { fixed: 150 }, "fixed"],
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
