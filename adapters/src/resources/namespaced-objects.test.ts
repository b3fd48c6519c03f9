import { API_VERSION, optimizationRequest } from "@agatha/contracts";
import { withNamespacedNames, withPlainNames } from "./namespaced-objects.js";

const goals = (model: string) =>
  optimizationRequest.parse({ target: { goal: "max", model }, goals: [{ goal: "min", model }, { goal: "min" }] });
const calculation = (name: string, model: string) => ({
  apiVersion: API_VERSION,
  kind: "Calculation",
  metadata: { name, namespace: "team-a", uid: "u", resourceVersion: "1", generation: 1, creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: { owner: "amber", modelRef: model, type: "optimization", optimization: goals(model) },
});

test("the models of an optimization's goals are of its namespace", () => {
  const plain = calculation("search", "wear");
  const named = calculation("search_team-a", "wear_team-a");
  expect(withNamespacedNames("Calculation", plain, "team-a")).toEqual(named);
  expect(withPlainNames("Calculation", named)).toEqual(plain);
});

test("a goal that asks a model of another namespace is refused, with what to do", () => {
  const optimization = goals("wear_team-b");
  const { spec, ...named } = calculation("search_team-a", "wear_team-a");
  expect(() => withPlainNames("Calculation", { ...named, spec: { ...spec, optimization } })).toThrow("use objects of one namespace");
});
