import "../../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen, within } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { NodeTable } from "./node-table.js";
import { ValidationMetrics } from "./validation-metrics.js";

afterEach(cleanup);

const around = (RMSE: number) => ({ RMSE: { lower: RMSE - 0.5, upper: RMSE + 0.5 } });

const INFO = fromPartial<ModelInfo>({
  type: "REGRESSION",
  validation: {
    method: "cross_validation",
    folds: 10,
    trainRows: 90,
    heldOutRows: 100,
    rows: "groups",
    groupColumns: ["oven"],
    groups: 20,
    other: { rows: "random", heldOutRows: 100, indicators: { RMSE: 3 }, intervals: around(3) },
  },
  indicators: { RMSE: 5 },
  intervals: around(5),
  spread: {},
  train_indicators: { RMSE: 2 },
  baseline: { RMSE: 9 },
  baseline_intervals: around(9),
  baseline_kind: "mean",
  warnings: [],
});

test("the figures of new groups, of known groups and of the baseline each have their interval", async () => {
  await renderWithServices(<ValidationMetrics info={INFO} />);
  const table = await screen.findByRole("region", { name: "Performance" });
  const cells = within(table).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    "5(4.5\u00a0–\u2060\u00a05.5)",
    "2",
    "3(2.5\u00a0–\u2060\u00a03.5)",
    "9(8.5\u00a0–\u2060\u00a09.5)",
  ]);
  expect(screen.getByText(/In brackets: the 95% interval \(bootstrap over the groups of these rows\)/)).toBeTruthy();
});

test("a model for new groups that leaves out their name says that one for known groups may be better for these", async () => {
  const warnings: ModelInfo["warnings"] = [{ code: "names_the_group", column: "oven", message: "" }];
  await renderWithServices(<ValidationMetrics info={{ ...INFO, warnings }} />);
  expect(await screen.findByText(/It does not learn from the name of the group\./)).toBeTruthy();
  cleanup();
  await renderWithServices(<ValidationMetrics info={INFO} />);
  await screen.findByRole("region", { name: "Performance" });
  expect(screen.queryByText(/It does not learn from the name/)).toBeNull();
});

test("a model for later groups says that its figures are about whole groups that come later", async () => {
  const validation = { ...INFO.validation, method: "rolling_origin" as const, rows: "time" as const, timeColumn: "at" };
  await renderWithServices(<ValidationMetrics info={{ ...INFO, validation }} />);
  expect(await screen.findByRole("columnheader", { name: "Later groups" })).toBeTruthy();
  expect(
    screen.getByText(/Whole groups of oven were held out, the latest of 20, so the figures hold for groups that come later\./),
  ).toBeTruthy();
});

test("a model that was chosen among several tells the figure to expect, and its verdict is about it", async () => {
  const differences = { baseline_differences: { RMSE: { lower: -6, upper: -0.5 } } };
  await renderWithServices(<ValidationMetrics info={{ ...INFO, ...differences }} />);
  expect(await screen.findByText(/Clearly better than the baseline/)).toBeTruthy();
  cleanup();
  const expected = { indicator: "RMSE" as const, value: 5.8, interval: { lower: 5.3, upper: 6.3 }, models: 14 };
  const chosen = { expected, heldOutBy: { rows: "groups" as const, groupColumns: ["oven"] } };
  await renderWithServices(<ValidationMetrics info={{ ...INFO, ...differences }} chosen={chosen} />);
  expect(
    await screen.findByText(
      "RMSE 5 on held-out rows; 5.8 (95% interval 5.3 –\u2060 6.3) expected on rows of new groups for a model chosen among 14.",
    ),
  ).toBeTruthy();
  expect(screen.queryByText(/Clearly better than the baseline/)).toBeNull();
  expect(screen.getByText(/the difference may be chance/)).toBeTruthy();
});

test("a model whose wrong answers have costs is compared with the baseline by them", async () => {
  const metrics = { indicators: { Accuracy: 0.7, cost: 0.2 }, baseline: { Accuracy: 0.94, cost: 0.5 } };
  const differences = { Accuracy: { lower: -0.3, upper: -0.2 }, cost: { lower: -0.4, upper: -0.2 } };
  const info = {
    ...INFO,
    type: "CLASSIFICATION" as const,
    baseline_kind: "majority" as const,
    ...metrics,
    baseline_differences: differences,
  };
  await renderWithServices(<ValidationMetrics info={info} />);
  expect(await screen.findByText(/Clearly better than the baseline/)).toBeTruthy();
  expect(screen.getByText(/The comparison with the baseline is by cost\./)).toBeTruthy();
  cleanup();
  await renderWithServices(<ValidationMetrics info={INFO} />);
  await screen.findByRole("region", { name: "Performance" });
  expect(screen.queryByText(/by cost/)).toBeNull();
});

test("intervals of a share are said to end at its limits", async () => {
  const interval = { nominal: 0.9, half_width: 0.2, rows: 100, measured: 0.9, limits: { lower: 0, upper: 1 } };
  await renderWithServices(<ValidationMetrics info={{ ...INFO, regression: { interval } } as ModelInfo} />);
  expect(await screen.findByText(/Intervals of predictions end at 0 and 1: by its name and values, the target is a share\./)).toBeTruthy();
});

test("a forecast is compared with the baseline by MASE, also where too few forecasts are independent for an interval", async () => {
  const validation: ModelInfo["validation"] = { method: "rolling_origin", folds: 2, trainRows: 90, heldOutRows: 2 };
  const both = { indicators: { RMSE: 5, MASE: 0.8 }, baseline: { RMSE: 9, MASE: 1.2 }, baseline_differences: {} };
  await renderWithServices(<ValidationMetrics info={{ ...INFO, validation, ...both }} />);
  expect(await screen.findByText(/The comparison with the baseline is by MASE/)).toBeTruthy();
  cleanup();
  const intervals = { ...around(5), MASE: { lower: 0.5, upper: 1 } };
  await renderWithServices(<ValidationMetrics info={{ ...INFO, validation, ...both, baseline: { RMSE: 9 }, intervals }} />);
  expect(await screen.findByText(/MASE and sMAPE are those of Student’s t/)).toBeTruthy();
  expect(screen.queryByText(/by MASE/)).toBeNull();
});

test("rows whose copies were held out together are not called groups", async () => {
  const validation = { ...INFO.validation, groupColumns: [], groupedBy: "copies" as const };
  await renderWithServices(<ValidationMetrics info={{ ...INFO, validation }} />);
  expect(await screen.findByRole("columnheader", { name: "Rows without a copy in training" })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Rows with a copy in training" })).toBeTruthy();
});

test("a forecast says that MASE has the interval of Student's t, beside the bootstrap of the others", async () => {
  const series = { ...INFO, validation: { method: "rolling_origin", folds: 5, trainRows: 90, heldOutRows: 100 } };
  await renderWithServices(
    <ValidationMetrics info={{ ...series, intervals: { ...around(5), MASE: { lower: 0.5, upper: 1 } } } as ModelInfo} />,
  );
  expect(await screen.findByText(/MASE and sMAPE are those of Student’s t/)).toBeTruthy();
  cleanup();
  await renderWithServices(<ValidationMetrics info={INFO} />);
  await screen.findByRole("region", { name: "Performance" });
  expect(screen.queryByText(/Student’s t/)).toBeNull();
});

test("the figures of each algorithm alone have their interval", async () => {
  const nodes = [{ id: "1.1", algorithm: "XGB", layer: 1, indicators: { RMSE: 6 }, intervals: around(6) }];
  await renderWithServices(<NodeTable nodes={nodes} names={["RMSE"]} />);
  expect((await screen.findByRole("cell", { name: /^6/ })).textContent).toBe("6(5.5\u00a0–\u2060\u00a06.5)");
});

test.each([
  [
    { lower: 0, requested: false, rows_beyond: 0 },
    /Predictions are not below 0\. The values of the target in the training, and its name, say so\./,
  ],
  [{ upper: 90, requested: true, rows_beyond: 3 }, /Predictions are not above 90\. Rows of the training with values beyond: 3\./],
  [{ lower: 0, upper: 100, requested: true, rows_beyond: 0 }, /Predictions stay between 0 and 100\.$/],
])("a regression tells the limits of its predictions: %j", async (limits, sentence) => {
  const regression = fromPartial<ModelInfo["regression"]>({ limits });
  await renderWithServices(<ValidationMetrics info={{ ...INFO, regression }} />);
  expect(await screen.findByText(sentence)).toBeTruthy();
});
