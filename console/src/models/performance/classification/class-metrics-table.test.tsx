import "../../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { ClassMetricsTable } from "./class-metrics-table.js";

afterEach(cleanup);

test("precision, recall and F1 stand beside what they mean", async () => {
  const confusion = [
    [8, 2],
    [1, 9],
  ];
  const result = fromPartial<NonNullable<ModelInfo["classification"]>>({ labels: ["NG", "OK"], confusion });
  await renderWithServices(<ClassMetricsTable result={result} units="rows" />, { api: {} });
  expect(screen.getByText(/^Precision: share of the answers with this class that are right\. Recall: .+ F1: /)).toBeTruthy();
  expect(screen.getByRole("row", { name: /^NG 10 88\.9% 80%/ })).toBeTruthy();
});
