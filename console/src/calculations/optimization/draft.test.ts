import { type ModelInput, validateOptimization } from "@agatha/contracts";
import {
  draftFromRequest,
  exceedsTrainingRange,
  newConstraint,
  newOptimizationDraft,
  type OptimizationDraft,
  rangeOf,
  toOptimizationRequest,
  validateOptimizationDraft,
} from "./draft.js";

const heat: ModelInput = { name: "heat", type: "n", min: 100, max: 200, typical: 150, integer: false, levels: [] };
const count: ModelInput = { name: "__proto__", type: "n", min: 3, max: 8, typical: 4, integer: true, levels: [] };
const inputs = [heat, count];
const empty = newOptimizationDraft(inputs);

const withRange = (entered: Partial<ReturnType<typeof rangeOf>>): OptimizationDraft => ({
  ...empty,
  ranges: new Map(empty.ranges).set("heat", { ...rangeOf(empty, "heat"), ...entered }),
});
const rule = newConstraint([], "heat");

test("a new search maximizes the prediction within the training ranges, and counts move in whole steps", () => {
  expect(validateOptimizationDraft(empty, inputs).size).toBe(0);
  expect(toOptimizationRequest(empty, inputs)).toEqual({
    target: { goal: "max" },
    variables: [{ column: "__proto__", step: 1 }],
    constraints: [],
    solutions: 5,
    seed: 1,
  });
});

test.each<[string, OptimizationDraft, [string, string][]]>([
  ["an empty target value is an error", { ...empty, goal: "value" }, [["value", "needed"]]],
  ["a target value that is not a number is an error", { ...empty, goal: "value", value: "high" }, [["value", "notNumber"]]],
  ["other goals need no target value", { ...empty, goal: "min", value: "high" }, []],
  ["a limit that is not a number is an error", withRange({ to: "hot" }), [["range to heat", "notNumber"]]],
  ["a lower limit above the upper limit is an error", withRange({ from: "150", to: "140" }), [["range from heat", "order"]]],
  [
    "a lower limit above the training maximum is an error without an upper limit",
    withRange({ from: "201" }),
    [["range from heat", "order"]],
  ],
  ["equal limits are valid", withRange({ from: "150", to: "150" }), []],
  ["a step of zero is an error", withRange({ step: "0" }), [["range step heat", "step"]]],
  ["a fixed value that is not a number is an error", withRange({ fixed: "1 bar" }), [["range fixed heat", "notNumber"]]],
  ["the range is ignored where the value is fixed", withRange({ fixed: "150", from: "9", to: "1", step: "-1" }), []],
  [
    "a constraint without factors or a value is an error",
    { ...empty, constraints: [{ ...rule, terms: [{ coefficient: "", column: "heat" }] }] },
    [
      ["rule 0 0", "needed"],
      ["rule 0 value", "needed"],
    ],
  ],
  ["a fraction of a solution is an error", { ...empty, solutions: "2.5" }, [["solutions", "solutions"]]],
  ["fewer than one solution is an error", { ...empty, solutions: "0" }, [["solutions", "solutions"]]],
  ["more than twenty solutions are an error", { ...empty, solutions: "21" }, [["solutions", "solutions"]]],
  // @contract a-search-for-settings-sends-nothing-while
])("validation of a search: %s", (_rule, draft, problems) => {
  expect([...validateOptimizationDraft(draft, inputs)]).toEqual(problems);
});

const full: OptimizationDraft = {
  goal: "value",
  value: "1e3",
  ranges: new Map([
    ["heat", { from: "110", to: "190", step: "5", fixed: "" }],
    ["__proto__", { from: "", to: "", step: "", fixed: "4" }],
  ]),
  constraints: [{ key: 0, terms: [{ coefficient: "-2", column: "heat" }], relation: ">=", value: "0.5" }],
  solutions: "3",
};

test("the request holds what is entered, and the server's schema accepts it", () => {
  const request = toOptimizationRequest(full, inputs);
  expect(request).toEqual({
    target: { goal: "value", value: 1000 },
    variables: [
      { column: "heat", min: 110, max: 190, step: 5 },
      { column: "__proto__", fixed: 4 },
    ],
    constraints: [{ terms: [{ column: "heat", coefficient: -2 }], relation: ">=", value: 0.5 }],
    solutions: 3,
    seed: 1,
  });
  expect(() => validateOptimization(request, inputs)).not.toThrow();
});

test("a draft of an earlier search holds its settings", () => {
  const request = toOptimizationRequest(full, inputs);
  expect(toOptimizationRequest(draftFromRequest(request, inputs), inputs)).toEqual(request);
  expect(draftFromRequest(toOptimizationRequest(empty, inputs), inputs)).toEqual(empty);
});

test("a new rule gets a key that no remaining rule has", () => {
  expect(newConstraint([{ ...rule, key: 3 }, rule], "heat").key).toBe(4);
});

test.each([
  ["nothing entered", {}, false],
  ["a range inside the training range", { from: "100", to: "200" }, false],
  ["a lower limit below the training minimum", { from: "99" }, true],
  ["an upper limit above the training maximum", { to: "201" }, true],
  ["a lower limit above the training maximum", { from: "201" }, true],
  ["a fixed value outside the training range", { fixed: "250" }, true],
  ["a fixed value inside, although the entered range is outside", { fixed: "150", to: "300" }, false],
])("with %s, %j, the search may leave the training range: %j", (_what, entered, beyond) => {
  expect(exceedsTrainingRange(heat, rangeOf(withRange(entered), "heat"))).toBe(beyond);
});
