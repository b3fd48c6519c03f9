import "../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { newGoal } from "./draft.js";
import { GoalFields } from "./goal-fields.js";
import type { GoalModels } from "./goal-models.js";

afterEach(cleanup);

test.each<[string, string[], string]>([
  ["of a number is the prediction", [], "Prediction: verdict"],
  ["of classes is a probability", ["bad", "good"], "Probability: verdict"],
])("a goal for a model %s", async (_sentence, labels, expected) => {
  const info = fromPartial<ModelInfo>({ response: "verdict", classification: { labels } });
  const models: GoalModels = new Map([[undefined, { title: "", info, past: [] }]]);
  await renderWithServices(
    <GoalFields goals={[newGoal([], labels)]} models={models} others={[]} inputs={[]} problems={undefined} onGoals={() => undefined} />,
  );
  expect(screen.getByRole("combobox", { name: /Goal for/ }).textContent).toContain(expected);
});
