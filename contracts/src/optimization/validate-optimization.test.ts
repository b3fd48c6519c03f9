import { optimizationRequest } from "../kinds/optimization.js";
import { pastInputs } from "../model-rules/series-input-names.js";
import type { ModelInput } from "../results/model-input.js";
import { type OptimizedModel, validateOptimization } from "./validate-optimization.js";

const inputOf = (name: string, type: ModelInput["type"]): ModelInput => {
  const input = { name, type, integer: false, typical: null };
  return type === "s" ? { ...input, levels: ["4", "6"], min: null, max: null } : { ...input, levels: [], min: 4, max: 8 };
};
const modelOf = (response: string, ...inputs: ModelInput[]): OptimizedModel => ({
  type: "REGRESSION",
  response,
  algorithms: ["RF"],
  inputs,
  labels: [],
});

const request = optimizationRequest.parse({ target: { goal: "max" }, goals: [{ goal: "min", model: "m2" }] });
const validate = (others: ModelInput[]) => () =>
  validateOptimization(
    request,
    new Map<string | undefined, OptimizedModel>([
      [undefined, modelOf("Miles_per_Gallon", inputOf("Cylinders", "n"), inputOf("Horsepower", "n"))],
      ["m2", modelOf("Acceleration", ...others)],
    ]),
  );

test.each<[ModelInput["type"], string]>([
  ["s", '"Cylinders" is a number in one model and text in another: give the column one type'],
  ["d", '"Cylinders" is a number in one model and a time in another: give the column one type'],
])("an input that has another type in another model is refused: %s", (type, message) => {
  expect(validate([inputOf("Cylinders", type), inputOf("Horsepower", "n")])).toThrow(message);
});

test("models whose inputs have one type are searched together", () => {
  expect(validate([inputOf("Cylinders", "n"), inputOf("Origin", "s")])).not.toThrow();
});

test("the past of the response is fixed, and no input that the search chooses", () => {
  const inputs = ["load_lag_1", "load_mean_7", "when_weekday", "heat_lag_1", "heat"].map((name) => inputOf(name, "n"));
  const past = pastInputs(inputs, { response: "load", time: "when" });
  expect(past).toEqual(["load_lag_1", "load_mean_7", "when_weekday"]);
  const model = { ...modelOf("load", ...inputs), past };
  const search = (...fixed: string[]) =>
    validateOptimization(
      optimizationRequest.parse({ target: { goal: "max" }, variables: fixed.map((column) => ({ column, fixed: 5 })) }),
      new Map([[undefined, model]]),
    );
  expect(() => search("load_lag_1")).toThrow('cannot be set: fix "load_mean_7", "when_weekday", or train');
  expect(() => search(...past)).not.toThrow();
});

test("the name of the series is fixed to one text, since the past is that of one series", () => {
  const inputs = [inputOf("load_lag_1", "n"), inputOf("heat_lag_1", "n"), inputOf("shop", "s")];
  const past = pastInputs(inputs, { response: "load", time: "when", series: "shop" });
  expect(past).toEqual(["load_lag_1", "shop"]);
  const search = (shop: object) => {
    const variables = [
      { column: "load_lag_1", fixed: 5 },
      { column: "shop", ...shop },
    ];
    const models = new Map([[undefined, { ...modelOf("load", ...inputs), past }]]);
    validateOptimization(optimizationRequest.parse({ target: { goal: "max" }, variables }), models);
  };
  const message = 'the past of "load", the calendar and the name of the series cannot be set: fix "shop", or train';
  for (const free of [{}, { choices: ["4", "6"] }]) expect(() => search(free)).toThrow(message);
  expect(() => search({ choices: ["4"] })).not.toThrow();
});

test("a goal of a model that predicts an input of another model is refused", () => {
  const predicted = '"Miles_per_Gallon" is predicted for this goal and is an input of another model';
  const inputs = [inputOf("Cylinders", "n"), inputOf("Miles_per_Gallon", "n")];
  expect(validate(inputs)).toThrow(
    expect.objectContaining({ problems: [{ path: "target", message: expect.stringContaining(predicted) }] }),
  );
});

test("an input that is computed from what a goal predicts is fixed, and not searched apart from it", () => {
  const names = ["Acceleration", "Cylinders", "Log_MPG"] as const;
  const steps = [{ type: "derived" as const, name: "Log_MPG", formula: { op: "log" as const, of: { column: "Miles_per_Gallon" } } }];
  const search = (...variables: object[]) =>
    validateOptimization(
      optimizationRequest.parse({ ...request, variables }),
      new Map<string | undefined, OptimizedModel>([
        [undefined, { ...modelOf("Miles_per_Gallon", inputOf("Cylinders", "n")), steps }],
        ["m2", { ...modelOf("Horsepower", ...names.map((name) => inputOf(name, "n"))), steps }],
      ]),
    );
  const message = expect.stringContaining('"Log_MPG" is computed from "Miles_per_Gallon", which is predicted for this goal');
  expect(() => search()).toThrow(expect.objectContaining({ problems: [{ path: "target", message }] }));
  expect(() => search({ column: "Log_MPG", fixed: 3 })).not.toThrow();
});
