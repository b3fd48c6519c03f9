import "../../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { ModelCharts } from "./model-charts.js";
import type { ModelPredictions } from "./model-predictions.js";

afterEach(cleanup);

test.each([
  [50_000, "These charts are of the first 3 of 50,000 test rows. The figures in the table above are of all of them."],
  [3, null],
])("charts of the first 3 of %i test rows say so where these are not all", async (rows, told) => {
  const answered = fromPartial<ModelPredictions>({ id: "a", name: "k-means", rows, prediction: { value: [1, 1, 2] } });
  await renderWithServices(<ModelCharts type="CLUSTERING" response="" answered={[answered]} />);
  await screen.findByRole("table");
  expect(screen.queryByText(/^These charts/)?.textContent ?? null).toBe(told);
});
