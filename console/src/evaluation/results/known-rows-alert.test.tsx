import "../../testing/dom.js";
import type { EvaluationByModelAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { KnownRowsAlert } from "./known-rows-alert.js";

afterEach(cleanup);

test("a model that knows rows is named once, before what it knows of them", async () => {
  const line = {
    id: "a",
    model_title: "XGB",
    status: "success",
    indicators: { RMSE: 1 },
    baseline_differences: {},
    rows: 60,
    known: { rows: 48, groups: 12 },
  } as unknown as EvaluationByModelAnswer;
  await renderWithServices(<KnownRowsAlert type="REGRESSION" ranked={[line]} />);
  const item = await screen.findByRole("listitem");
  expect(item.textContent).toBe(
    "XGB: 48 of 60 test rows were in its training. 12 of 60 test rows are of groups that were in its training.",
  );
});
