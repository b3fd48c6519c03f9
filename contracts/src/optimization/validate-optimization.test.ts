import { optimizationRequest } from "../kinds/optimization.js";
import type { ModelInput } from "../results/model-input.js";
import { type OptimizedModel, validateOptimization } from "./validate-optimization.js";

const inputOf = (name: string, type: ModelInput["type"]): ModelInput => {
  const input = { name, type, integer: false, typical: null };
  return type === "s" ? { ...input, levels: ["4", "6"], min: null, max: null } : { ...input, levels: [], min: 4, max: 8 };
};
const modelOf = (...inputs: ModelInput[]): OptimizedModel => ({ type: "REGRESSION", algorithms: ["RF"], inputs, labels: [] });

const request = optimizationRequest.parse({ target: { goal: "max" }, goals: [{ goal: "min", model: "m2" }] });
const validate = (others: ModelInput[]) => () =>
  validateOptimization(
    request,
    new Map<string | undefined, OptimizedModel>([
      [undefined, modelOf(inputOf("Cylinders", "n"), inputOf("Horsepower", "n"))],
      ["m2", modelOf(...others)],
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
