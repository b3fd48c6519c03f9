import "../../testing/dom.js";
import { cleanup, screen } from "@testing-library/react";
import { newTrainingDraft, withTarget } from "../../models/training-draft/draft.js";
import { choiceOf } from "../../models/training-draft/testing/choice-of.js";
import { renderWithServices } from "../../testing/services.js";
import { LeakageExclusionNotice } from "./leakage-exclusion-notice.js";

afterEach(cleanup);

test.each([
  ["go where there are others", ["speed", "heat", "press"], /^speed, heat: will be left out/],
  ["stay where there are no others", ["speed", "heat"], /^speed, heat: the target is computed from two of these/],
])("two columns that give the target away together %s", async (_case, columns, told) => {
  const choices = ["duration", ...columns].map((name) => choiceOf(name, "n", 200));
  const pair = [
    ["speed", "heat"],
    ["heat", "speed"],
  ].map(([column, other]) => ({ code: "leaks_together", column, other, message: "" }));
  const draft = withTarget(newTrainingDraft(choices, "predict"), choices, "duration");
  const notice = { datasetId: "d1", draft, options: undefined, labelOf: (name: string) => name, onChooseColumns: () => {} };
  await renderWithServices(<LeakageExclusionNotice {...notice} />, { api: { leakage: (async () => ({ data: pair })) as never } });
  const texts = (await screen.findAllByText(/speed, heat|speed and heat/)).map(({ textContent }) => textContent);
  expect(texts).toEqual([expect.stringMatching(told)]);
});
