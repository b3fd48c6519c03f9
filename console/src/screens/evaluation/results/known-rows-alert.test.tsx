import "../../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { AnalysisProvider } from "../../../routing/analysis-context.js";
import { aModelAnswer, anEvaluatedModel } from "../../../testing/answers.js";
import { renderWithServices } from "../../../testing/services.js";
import { ComparisonTable } from "./comparison-table.js";
import { KnownRowsAlert } from "./known-rows-alert.js";

afterEach(cleanup);

test("a model that knows rows is named once, before what it knows of them", async () => {
  const line = anEvaluatedModel({
    id: "a",
    model_title: "XGB",
    status: "success",
    indicators: { RMSE: 1 },
    baseline_differences: {},
    rows: 60,
    known: { rows: 48, groups: 12 },
  });
  await renderWithServices(<KnownRowsAlert type="REGRESSION" ranked={[line]} decide={false} />);
  const item = await screen.findByRole("listitem");
  expect(item.textContent).toBe(
    "XGB: 48 of 60 test rows were in its training. 12 of 60 test rows are of groups that were in its training.",
  );
});

const analysis = fromPartial<ComponentProps<typeof AnalysisProvider>["value"]>({
  product: "all",
  datasetId: "d1",
  modelId: null,
  dataset: {},
});

test.each([
  ["of a model that answers by costs", 2, /^Figures on rows that a model has learned from are too good/],
  ["of one that does not", undefined, /^The verdict rests on rows that a model has learned from/],
])("known rows decide a verdict only where there is one: %s", async (_which, cost, hint) => {
  const line = anEvaluatedModel({
    id: "a",
    model_id: "a",
    model_title: "GLM",
    algorithms: ["GLM"],
    status: "success",
    indicators: { Accuracy: 0.9 },
    intervals: {},
    baseline: { Accuracy: 0.6 },
    baseline_differences: {},
    warnings: [],
    rows: 60,
    known: { rows: 60, groups: 0, new_rows: { rows: 0, indicators: {}, intervals: {}, baseline_differences: {} } },
  });
  const model = aModelAnswer({ id: "a", title: "GLM", indicators: { Accuracy: 0.9, ...(cost !== undefined && { cost }) } });
  await renderWithServices(
    <AnalysisProvider value={analysis}>
      <ComparisonTable type="CLASSIFICATION" ranked={[line]} models={[model]} />
    </AnalysisProvider>,
    { api: { modelInfo: () => new Promise(() => {}) } },
  );
  const alerts = (await screen.findAllByRole("alert")).map(({ textContent }) => textContent);
  expect(alerts.at(-1)).toMatch(hint);
});
