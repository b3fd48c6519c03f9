import "../testing/dom.js";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { aModelAnswer, anAutoModelAnswer, aTrainedMember } from "../testing/answers.js";
import { renderWithServices } from "../testing/services.js";
import { TrainingOutcome } from "./training-outcome.js";

afterEach(cleanup);

const training = anAutoModelAnswer({
  model_id: "m1",
  model_type: null,
  expected: { indicator: "RMSE", value: 6.3, interval: { lower: 5.8, upper: 6.9 }, models: 9 },
});

test.each<[string, ModelAnswer["held_out_by"], string]>([
  ["random rows", { rows: "random" }, "new rows"],
  ["whole groups", { rows: "groups", groupColumns: ["Batch"] }, "rows of new groups"],
  ["the latest rows", { rows: "time", timeColumn: "day" }, "later rows"],
])("the expected figure says for which rows it holds where %s were held out", async (_which, held_out_by, rows) => {
  const best = aModelAnswer({ title: "Best", indicators: { RMSE: 6.2 }, held_out_by });
  await renderWithServices(<TrainingOutcome training={training} models={[best]} addressOf={(id) => `/models/${id}`} />);
  expect(
    screen.getByText(`RMSE 6.2 on held-out rows; 6.3 (95% interval 5.8 –\u2060 6.9) expected on ${rows} for a model chosen among 9.`),
  ).toBeTruthy();
});

test("a difference from the baseline that may be chance asks for more groups where whole groups were held out", async () => {
  const intervals = { baseline: { RMSE: 8 }, baseline_differences: { RMSE: { lower: -4, upper: 1 } } };
  const render = (held_out_by: ModelAnswer["held_out_by"]) => {
    const best = aModelAnswer({ title: "Best", indicators: { RMSE: 6.2 }, ...intervals, held_out_by });
    return renderWithServices(<TrainingOutcome training={training} models={[best]} addressOf={(id) => id} />);
  };
  await render({ rows: "groups", groupColumns: ["Batch"] });
  expect(screen.getByText(/the difference may be chance. More groups would tell.$/)).toBeTruthy();
  await render({ rows: "random" });
  expect(screen.getByText(/the difference may be chance. More rows would tell.$/)).toBeTruthy();
});

test("the best of several models is not called clearly better where its corrected figure may be chance", async () => {
  const metrics = { indicators: { RMSE: 6.2 }, baseline: { RMSE: 7 }, baseline_differences: { RMSE: { lower: -1.5, upper: -0.05 } } };
  const best = aModelAnswer({ title: "Best", ...metrics, held_out_by: { rows: "random" } });
  await renderWithServices(<TrainingOutcome training={training} models={[best]} addressOf={(id) => id} />);
  expect(screen.getByText(/the difference may be chance/)).toBeTruthy();
  expect(screen.queryByText(/Clearly better/)).toBeNull();
});

test("the outcome tells that no known anomaly is found where only a model of earlier rows found one", async () => {
  const detector = (id: string, true_positive: number) => aTrainedMember({ id, indicators: { true_positive, roc_auc: 0.8 } });
  const models = [detector("m1", 0), { ...detector("m2", 0.5), earlier_rows: true }];
  const ranked = anAutoModelAnswer({ model_id: "m1", model_type: "OCC", rank_by: "true_positive", models });
  await renderWithServices(<TrainingOutcome training={ranked} models={[]} addressOf={(id) => id} />);
  expect(screen.getByText(/^No model flags a known anomaly/)).toBeTruthy();
});

test("the verdict on forecasts is by MASE, and names it where the models are ranked by another figure", async () => {
  const indicators = { RMSE: 254, MASE: 0.52 };
  const metrics = { indicators, baseline: { RMSE: 264, MASE: 1.95 }, baseline_differences: { MASE: { lower: -3, upper: 0.2 } } };
  const best = aModelAnswer({ title: "Best", ...metrics, held_out_by: { rows: "time" } });
  const render = (rank_by: AutoModelAnswer["rank_by"]) => {
    const ranked = anAutoModelAnswer({ model_id: "m1", rank_by, models: [aTrainedMember({ indicators })] });
    return renderWithServices(<TrainingOutcome training={ranked} models={[best]} addressOf={(id) => id} />);
  };
  await render("RMSE");
  expect(screen.getByText(/^MASE is 0.52, and that of the baseline 1.95. Not clearly better/)).toBeTruthy();
  cleanup();
  await render(null);
  expect(screen.getByText(/^Not clearly better/)).toBeTruthy();
});
