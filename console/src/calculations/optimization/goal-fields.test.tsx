import "../../testing/dom.js";
import { cleanup, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { renderWithServices } from "../../testing/services.js";
import { newGoal } from "./draft.js";
import { GoalFields } from "./goal-fields.js";

afterEach(cleanup);

type Props = ComponentProps<typeof GoalFields>;

test.each<[string, string[], string]>([
  ["of a number is the prediction", [], "Prediction: verdict"],
  ["of classes is a probability", ["bad", "good"], "Probability: verdict"],
])("a goal for a model %s", async (_sentence, labels, expected) => {
  const info = { response: "verdict", classification: { labels } };
  const models = new Map([[undefined, { info }]]) as unknown as Props["models"];
  await renderWithServices(
    <GoalFields goals={[newGoal([], labels)]} models={models} others={[]} inputs={[]} problems={undefined} onGoals={() => undefined} />,
  );
  expect(screen.getByRole("combobox", { name: /Goal for/ }).textContent).toContain(expected);
});
