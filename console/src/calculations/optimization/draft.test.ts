import { type ModelInfo, type ModelInput, type OptimizedModel, validateOptimization } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import {
  draftFromRequest,
  exceedsTrainingRange,
  type GoalDraft,
  newConstraint,
  newGoal,
  newOptimizationDraft,
  type OptimizationDraft,
  rangeOf,
  toOptimizationRequest,
} from "./draft.js";
import { type GoalModels, pastOf, withPastFixed } from "./goal-models.js";
import { validateOptimizationDraft } from "./validate-draft.js";

const heat: ModelInput = { name: "heat", type: "n", min: 100, max: 200, typical: 150, integer: false, levels: [] };
const count: ModelInput = { name: "__proto__", type: "n", min: 3, max: 8, typical: 4, integer: true, levels: [] };
const wood: ModelInput = { ...heat, name: "wood", type: "s", min: null, max: null, levels: ["oak", "ash"] };
const day: ModelInput = { ...heat, name: "day", type: "d", min: Date.parse("2024-01-01"), max: Date.parse("2024-06-30") };
const inputs = [heat, count, wood, day];
const unchosen = newOptimizationDraft([]);
const goal: GoalDraft = { ...unchosen.goals[0]!, goal: "max" };
const empty: OptimizationDraft = { ...unchosen, goals: [goal] };
const withGoal = (entered: Partial<GoalDraft>): OptimizationDraft => ({ ...empty, goals: [{ ...goal, ...entered }] });

const withRange = (entered: Partial<ReturnType<typeof rangeOf>>): OptimizationDraft => ({
  ...empty,
  ranges: new Map(empty.ranges).set("heat", { ...rangeOf(empty, "heat"), ...entered }),
});
const rule = newConstraint([], "heat");

test.each([[[]], [["defect", "good"]]])("a new search for classes %j has no goal until one is chosen", (labels) => {
  const draft = newOptimizationDraft(labels);
  expect([...validateOptimizationDraft(draft, inputs)]).toEqual([["goal 0 goal", "goal"]]);
});

test("two goals that are not chosen yet are not the same goal", () => {
  const two = { ...unchosen, goals: [...unchosen.goals, newGoal(unchosen.goals, [])] };
  expect([...validateOptimizationDraft(two, inputs).values()]).toEqual(["goal", "goal"]);
});

test("a search with nothing entered but its goal stays within the training ranges", () => {
  expect(validateOptimizationDraft(empty, inputs).size).toBe(0);
  expect(toOptimizationRequest(empty, inputs)).toEqual({
    target: { goal: "max" },
    goals: [],
    variables: [],
    constraints: [],
    solutions: 5,
    apart: 0.5,
    seed: 1,
  });
});

test.each<[string, OptimizationDraft, [string, string][]]>([
  ["an empty target value is an error", withGoal({ goal: "value" }), [["goal 0 value", "needed"]]],
  ["a target value that is not a number is an error", withGoal({ goal: "value", value: "high" }), [["goal 0 value", "notNumber"]]],
  ["other goals need no target value", withGoal({ goal: "min", value: "high" }), []],
  ["a probability above 100 % is an error", withGoal({ goal: "at_least", label: "ok", value: "101" }), [["goal 0 value", "share"]]],
  ["the weight of a goal alone is ignored", withGoal({ weight: "0" }), []],
  [
    "a weight of zero is an error beside other goals",
    { ...empty, goals: [goal, { ...goal, key: 1, column: "heat", weight: "0" }] },
    [["goal 1 weight", "weight"]],
  ],
  ["a goal that is there twice is an error", { ...empty, goals: [goal, { ...goal, key: 1 }] }, [["goal 1 subject", "twice"]]],
  [
    "a lower and an upper limit of one prediction are two goals",
    {
      ...empty,
      goals: [
        { ...goal, goal: "at_least", value: "1" },
        { ...newGoal([goal], []), goal: "at_most", value: "2" },
      ],
    },
    [],
  ],
  ["a distance of eleven standard deviations is an error", { ...empty, apart: "11" }, [["apart", "apart"]]],
  [
    "a last day before the first day is an error",
    { ...empty, ranges: new Map([["day", { ...rangeOf(empty, "day"), from: "2024-03-01T00:00", to: "2024-02-01T00:00" }]]) },
    [["range from day", "order"]],
  ],
  [
    "a year of five digits is an error",
    { ...empty, ranges: new Map([["day", { ...rangeOf(empty, "day"), from: "20241-05-01T00:00", to: "202410-05-01T00:00" }]]) },
    [
      ["range from day", "year"],
      ["range to day", "year"],
    ],
  ],
  ["a limit that is not a number is an error", withRange({ to: "hot" }), [["range to heat", "notNumber"]]],
  ["a lower limit above the upper limit is an error", withRange({ from: "150", to: "140" }), [["range from heat", "order"]]],
  ["a lower limit above the training maximum needs an upper limit", withRange({ from: "201" }), [["range to heat", "upperNeeded"]]],
  ["an upper limit below the training minimum needs a lower limit", withRange({ to: "99" }), [["range from heat", "lowerNeeded"]]],
  [
    "a first day after the training needs a last day",
    { ...empty, ranges: new Map([["day", { ...rangeOf(empty, "day"), from: "2025-03-01T00:00" }]]) },
    [["range to day", "upperNeeded"]],
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

const none = rangeOf(empty, "heat");
const full: OptimizationDraft = {
  goals: [
    { ...goal, goal: "value", value: "1e3" },
    { ...goal, key: 1, model: "m2", label: "ok", goal: "at_least", value: "95" },
    { ...goal, key: 2, column: "heat", goal: "min", weight: "2" },
  ],
  ranges: new Map([
    ["heat", { ...none, from: "110", to: "190", step: "5" }],
    ["__proto__", { ...none, fixed: "4" }],
    ["wood", { ...none, choices: ["oak"] }],
    ["day", { ...none, to: "2024-02-01T12:00:30" }],
  ]),
  constraints: [{ key: 0, terms: [{ coefficient: "-2", column: "heat" }], relation: ">=", value: "0.5" }],
  solutions: "3",
  apart: "1",
};

test("the request holds what is entered, and the server accepts it", () => {
  const request = toOptimizationRequest(full, inputs);
  expect(request).toEqual({
    target: { goal: "value", value: 1000 },
    goals: [
      { goal: "at_least", value: 0.95, label: "ok", model: "m2" },
      { goal: "min", column: "heat", weight: 2 },
    ],
    variables: [
      { column: "heat", min: 110, max: 190, step: 5 },
      { column: "__proto__", fixed: 4 },
      { column: "wood", choices: ["oak"] },
      { column: "day", latest: "2024-02-01T12:00:30.000Z" },
    ],
    constraints: [{ terms: [{ column: "heat", coefficient: -2 }], relation: ">=", value: 0.5 }],
    solutions: 3,
    apart: 1,
    seed: 1,
  });
  const models = new Map<string | undefined, OptimizedModel>([
    [undefined, { type: "REGRESSION", response: "strength", algorithms: ["RF"], inputs, labels: [] }],
    ["m2", { type: "CLASSIFICATION", response: "passed", algorithms: ["RF"], inputs, labels: ["bad", "ok"] }],
  ]);
  expect(() => validateOptimization(request, models)).not.toThrow();
});

test("a draft of an earlier search holds its settings", () => {
  const request = toOptimizationRequest(full, inputs);
  expect(toOptimizationRequest(draftFromRequest(request), inputs)).toEqual(request);
  expect(draftFromRequest(toOptimizationRequest(empty, inputs))).toEqual(empty);
});

test("of two classes a new goal is about the second, of more about the first", () => {
  expect([newGoal([], ["bad", "ok"]).label, newGoal([], ["a", "b", "c"]).label]).toEqual(["ok", "a"]);
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

test("a limit that is no time yet does not leave the training range", () => {
  expect(exceedsTrainingRange(day, { ...rangeOf(empty, "day"), from: "20241-05-01T00:00" })).toBe(false);
});

describe("a model of lags", () => {
  const lagged = [
    { ...heat, name: "load_lag_1", next: 123.456 },
    { ...heat, name: "load_mean_7", next: 150 },
    { ...wood, name: "shop", typical: "ash" },
  ];
  const past = lagged.map(({ name }) => name);
  const known = [...lagged, heat];
  const models: GoalModels = new Map([[undefined, { title: "Loads", info: fromPartial<ModelInfo>({ inputs: known }), past }]]);
  const fixed = withPastFixed(new Map(), models);

  test("has its past fixed at the next period, and the server takes the request", () => {
    const draft = { ...empty, ranges: fixed };
    expect(validateOptimizationDraft(draft, known, pastOf(models)).size).toBe(0);
    const request = toOptimizationRequest(draft, known);
    expect(request.variables).toEqual([
      { column: "load_lag_1", fixed: 123.456 },
      { column: "load_mean_7", fixed: 150 },
      { column: "shop", choices: ["ash"] },
    ]);
    const model: OptimizedModel = { type: "REGRESSION", response: "load", algorithms: ["GLM"], inputs: known, labels: [], past };
    expect(() => validateOptimization(request, new Map([[undefined, model]]))).not.toThrow();
  });

  test.each<[string, string, Partial<ReturnType<typeof rangeOf>>, [string, string][]]>([
    ["a number that is cleared", "load_lag_1", { fixed: "" }, [["range fixed load_lag_1", "needed"]]],
    ["a series that is cleared", "shop", { choices: [] }, [["range choices shop", "one"]]],
    ["a second series", "shop", { choices: ["oak", "ash"] }, [["range choices shop", "one"]]],
    ["another series", "shop", { choices: ["oak"] }, []],
  ])("keeps %s, and wants each input of its past fixed", (_what, name, entered, expected) => {
    const changed = new Map(fixed).set(name, { ...rangeOf({ ranges: fixed }, name), ...entered });
    const ranges = withPastFixed(changed, models);
    expect(ranges.get(name)).toMatchObject(entered);
    expect([...validateOptimizationDraft({ ...empty, ranges }, known, pastOf(models))]).toEqual(expected);
  });

  test("without values of the next period wants them entered", () => {
    const earlier: GoalModels = new Map([[undefined, { title: "", info: fromPartial<ModelInfo>({ inputs: [heat] }), past: ["heat"] }]]);
    const draft = { ...empty, ranges: withPastFixed(new Map(), earlier) };
    expect([...validateOptimizationDraft(draft, [heat], pastOf(earlier))]).toEqual([["range fixed heat", "needed"]]);
  });
});
