import { MAX_EVALUATED_MODELS } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { compatibleModels, incompatibilityOf, MAX_COMPARED_MODELS } from "./comparability.js";

const aModel = (id: string, change: Partial<ModelAnswer> = {}) =>
  ({ id, model_type: "REGRESSION", response: "yield", status: "success", use_extraction: false, ...change }) as ModelAnswer;
const linear = aModel("linear");
const trees = aModel("trees");

test.each([
  ["a model with the same target can be added", [linear], trees, undefined],
  ["a model in training can be added", [linear], aModel("m", { status: "fitting" }), undefined],
  ["the first model can be of any type", [], aModel("m", { model_type: "OCC", response: null }), undefined],
  ["a model of the comparison can be removed", [linear], linear, undefined],
  ["a model that was not trained cannot be added", [], aModel("m", { status: "fitting_fail" }), "notTrained"],
  ["a failed model cannot be added", [linear], aModel("m", { status: "fail" }), "notTrained"],
  ["a model of another type cannot be added", [linear], aModel("m", { model_type: "CLASSIFICATION" }), "otherKind"],
  ["a model with another target cannot be added", [linear], aModel("m", { response: "speed" }), "otherTarget"],
  ["a model over the limit cannot be added", Array.from({ length: MAX_COMPARED_MODELS }, (_, i) => aModel(`m${i}`)), aModel("m"), "full"],
  // @contract models-that-are-compared-are-of-one
] as const)("adding a model to a comparison: %s", (_sentence, chosen, model, problem) => {
  expect(incompatibilityOf(chosen, model)).toBe(problem);
});

test("the console compares at most as many models as the server", () => {
  expect(MAX_COMPARED_MODELS).toBe(MAX_EVALUATED_MODELS);
});

test("a comparison starts with the models in the address, except those that are deleted or answer another question", () => {
  const other = aModel("other", { response: "speed" });
  expect(compatibleModels([linear, trees, other], ["trees", "gone", "other", "linear", "trees"])).toEqual([trees, linear]);
});
