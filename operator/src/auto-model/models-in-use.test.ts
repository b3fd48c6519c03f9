import type { Resource } from "@agatha/contracts";
import { aCalculation, aModel, anEvaluation } from "../testing/objects.js";
import { isModelInUse } from "./models-in-use.js";

interface Case {
  spec?: Partial<Resource<"Model">["spec"]>;
  calculation?: Partial<Resource<"Calculation">["spec"]>;
  models?: string[];
}

test.each<[string, Case, boolean]>([
  ["nobody asks is free", {}, false],
  ["is published is in use", { spec: { apiEnabled: true } }, true],
  [
    "has a decision is in use",
    {
      spec: {
        decision: {
          labels: ["no", "yes"],
          costs: [
            [0, 1],
            [5, 0],
          ],
        },
      },
    },
    true,
  ],
  ["has a batch prediction is in use", { calculation: { modelRef: "hardness" } }, true],
  ["is compared is in use", { models: ["other", "hardness"] }, true],
])("a model that %s", (_what, { spec = {}, calculation = { modelRef: "other" }, models = ["other"] }, used) => {
  const listers = {
    Calculation: { list: () => [aCalculation({ spec: calculation })], get: () => undefined },
    Evaluation: { list: () => [anEvaluation({ spec: { models } })], get: () => undefined },
  };
  expect(isModelInUse(listers, aModel({ spec }))).toBe(used);
});
