import { autoModelSpec } from "../kinds/auto-model.js";
import { modelSpec } from "../kinds/model.js";
import { fieldsOf, modelRecipe, trainingOptions } from "../kinds/recipe.js";
import { createAutoModelRequest } from "./auto-models.js";
import { createModelRequest } from "./models.js";
import { optionsToRequest, optionsToSpec, requestedOptions } from "./training-options.js";

/** A value for each option; each has another one. */
const EVERY_OPTION: Required<ReturnType<typeof requestedOptions.parse>> = {
  semilabel: "broken",
  anomaly_value: "yes",
  other_rows: "normal",
  false_alarms: { atMost: 2, outOf: 1000, of: "rows" },
  error_costs: { weights: { yes: 3 } },
  response_limits: { lower: 0, upper: 100 },
  max_fpr: 0.25,
};

test("every option comes back unchanged from the spec of a request", () => {
  const spec = optionsToSpec(EVERY_OPTION);
  expect(Object.keys(spec)).toEqual(Object.keys(trainingOptions.shape));
  expect(optionsToRequest(trainingOptions.parse(spec))).toEqual(EVERY_OPTION);
});

test.each([
  ["a request for a model", createModelRequest, requestedOptions],
  ["a request for an automatic training", createAutoModelRequest, requestedOptions],
  ["the recipe, which the training receives", modelRecipe, trainingOptions],
  ["a Model, with the whole recipe", modelSpec, modelRecipe],
  ["an AutoModel", autoModelSpec, trainingOptions],
])("%s has every option", (_what, { shape }, { shape: options }) => {
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(Object.keys(options)));
});

test("an AutoModel has the options of its request", () => {
  const spec = autoModelSpec.parse({ owner: "amber", datasetRef: "d", mode: "AUTO_OCC", ...optionsToSpec(EVERY_OPTION) });
  expect(fieldsOf(trainingOptions, spec)).toEqual(optionsToSpec(EVERY_OPTION));
});
