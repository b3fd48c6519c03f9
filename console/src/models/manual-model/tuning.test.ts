import { createModelRequest } from "@agatha/contracts/wire";
import { withTarget } from "../training-draft/draft.js";
import { choiceOf } from "../training-draft/testing/choice-of.js";
import { type ModelDraft, newModelDraft } from "./draft.js";
import type { NodeDraft } from "./layers.js";
import { toModelRequest } from "./model-request.js";
import { NO_TUNING, type TuningDraft } from "./tuning.js";
import { validateModelDraft } from "./validate-draft.js";

const choices = [choiceOf("yield", "n", 200), choiceOf("heat", "n", 200), choiceOf("grade", "s", 3)];
const context = { choices, existingNames: [], rows: 500 };
const searching = (target: string, tuning: Partial<TuningDraft> = {}): ModelDraft => ({
  ...withTarget(newModelDraft(choices, "predict"), choices, target),
  tuning: { ...NO_TUNING, enabled: true, ...tuning },
});
const withNode = (draft: ModelDraft, node: Partial<NodeDraft>): ModelDraft => ({
  ...draft,
  layers: [[{ ...draft.layers[0]![0]!, ...node }]],
});
const askedOf = (draft: ModelDraft) => createModelRequest.parse(toModelRequest(draft, context)).tuning;

test("a model is searched for settings only where that is asked for", () => {
  expect(askedOf(withTarget(newModelDraft(choices, "predict"), choices, "yield"))).toBeUndefined();
  expect(askedOf(searching("yield", { seconds: "20" }))).toEqual({ seconds: 20, candidates: 27, measure: "RMSE" });
});

test.each<[string, ModelDraft, string]>([
  ["a chosen figure of numbers", searching("yield", { measure: "MAE" }), "MAE"],
  ["a chosen figure of classes", searching("grade", { measure: "macroF1" }), "macroF1"],
  ["the accuracy where the chosen figure is of numbers", searching("grade", { measure: "MAE" }), "accuracy"],
  ["the cost where wrong answers have costs", { ...searching("grade"), errorCosts: { by: "classes", weights: {} } }, "cost"],
  ["the accuracy where they have none any more", searching("grade", { measure: "cost" }), "accuracy"],
])("the search follows %s", (_name, draft, measure) => {
  expect(askedOf(draft)?.measure).toBe(measure);
});

test.each<[string, ModelDraft]>([
  ["the method has no settings to search for", withNode(searching("yield"), { algorithm: "enet" })],
  ["all of them were typed", withNode(searching("yield"), { algorithm: "GLM", parameters: { ridge: "3" } })],
  ["clusters are found", { ...searching("yield"), goal: "clusters", columns: ["yield", "heat"] }],
])("there is no search where %s", (_name, draft) => {
  expect(askedOf(draft)).toBeUndefined();
  expect(validateModelDraft({ ...draft, tuning: { ...draft.tuning, seconds: "soon" } }, context)).toEqual({ nodes: {} });
});

test.each(["", "0", "1.5", "86401"])("a search of %j seconds is refused", (seconds) => {
  expect(validateModelDraft(searching("yield", { seconds }), context)).toEqual({ nodes: {}, tuning: "secondsRule" });
});
