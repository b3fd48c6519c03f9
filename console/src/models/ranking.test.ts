import type { ModelAnswer } from "@agatha/contracts/wire";
import { groupByTarget, rankingMetric } from "./ranking.js";

const model = (id: string, of: Partial<ModelAnswer>): ModelAnswer =>
  ({
    id,
    model_type: "CLASSIFICATION",
    response: "Origin",
    indicators: {},
    held_out_rows: null,
    model_created_at: id,
    ...of,
  }) as ModelAnswer;
const idsOf = (models: ModelAnswer[]) => groupByTarget(models).map((group) => group.models.map(({ id }) => id));

test("models of one question are ranked by the specification's figure, and those without metrics follow, newest first", () => {
  const accurate = model("accurate", { indicators: { Accuracy: 0.842, log_loss: 0.397 }, held_out_rows: 406 });
  const sure = model("sure", { indicators: { Accuracy: 0.837, log_loss: 0.394 }, held_out_rows: 406 });
  const poor = model("poor", { indicators: { Accuracy: 0.6, log_loss: 0.3 }, held_out_rows: 406 });
  expect(idsOf([model("2024", {}), poor, accurate, model("2025", {}), sure])).toEqual([["accurate", "sure", "poor", "2025", "2024"]]);
});

test("models of another type or target form a group of their own", () => {
  const other = model("other", { response: "Year" });
  const numbers = model("numbers", { model_type: "REGRESSION" });
  expect(idsOf([model("first", {}), other, numbers])).toEqual([["first"], ["other"], ["numbers"]]);
});

test.each<[string, Partial<ModelAnswer>, ReturnType<typeof rankingMetric>]>([
  ["RMSE for regression", { model_type: "REGRESSION", indicators: { RMSE: 2, R2: 0.5 } }, { indicator: "RMSE", value: 2 }],
  [
    "the true positive rate where anomalies are known",
    { model_type: "OCC", indicators: { true_positive: 0, silhouette_score: 0.4 } },
    { indicator: "true_positive", value: 0 },
  ],
  [
    "the silhouette score where no anomalies are known",
    { model_type: "OCC", indicators: { true_positive: null, silhouette_score: 0.4 } },
    { indicator: "silhouette_score", value: 0.4 },
  ],
  ["undefined before training ends", {}, null],
])("the ranking metric of a model: %s", (_which, of, value) => {
  expect(rankingMetric(model("one", of))).toEqual(value);
});
