import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { bestOf, groupByTarget, isByShownMetric, modelsOf, type RankingTraining, rankingMetric } from "./ranking.js";

const model = (id: string, of: Partial<ModelAnswer>): ModelAnswer =>
  ({
    id,
    model_type: "CLASSIFICATION",
    response: "Origin",
    algorithms: ["GLM"],
    indicators: {},
    baseline: {},
    baseline_differences: {},
    held_out_rows: null,
    held_out_by: null,
    time_series_params: null,
    dataset_id: "cars",
    rows_fingerprint: "read",
    edit_steps: null,
    model_created_at: id,
    ...of,
  }) as ModelAnswer;
const idsOf = (models: ModelAnswer[]) => groupByTarget(models).map((group) => modelsOf(group).map(({ id }) => id));

test("models of one question are ranked as automatic training recommends, and those without metrics follow, newest first", () => {
  const accurate = model("accurate", { indicators: { Accuracy: 0.842, log_loss: 0.397 }, held_out_rows: 406 });
  const sure = model("sure", { indicators: { Accuracy: 0.837, log_loss: 0.394 }, held_out_rows: 406 });
  const poor = model("poor", { indicators: { Accuracy: 0.6, log_loss: 0.3 }, held_out_rows: 406 });
  expect(idsOf([model("2024", {}), poor, accurate, model("2025", {}), sure])).toEqual([["sure", "accurate", "poor", "2025", "2024"]]);
});

test("a combination of forecasts is recommended before a forecast that errs hardly less, though it was made later", () => {
  const forecast = (id: string, algorithm: string, MASE: number) =>
    model(id, { model_type: "REGRESSION", response: "load", algorithms: [algorithm], indicators: { MASE, RMSE: 1 }, held_out_rows: 60 });
  const forecasts = [forecast("2023", "ETS", 1.1), forecast("2024", "ARIMA", 1), forecast("2025", "Combination", 1.2)];
  expect(idsOf(forecasts)).toEqual([["2025", "2024", "2023"]]);
  expect(idsOf(forecasts.slice(0, 2))).toEqual([["2023", "2024"]]);
  const quickFirst = [forecast("2022", "GLM", 1.15), forecast("2023", "SNaive", 1.2), forecast("2024", "ETS", 1)];
  expect(idsOf(quickFirst)).toEqual([["2024", "2022", "2023"]]);
});

test("models are ranked as their training ranks them, the first given training before others, and by its figure", () => {
  const forecast = (id: string, algorithm: string, indicators: ModelAnswer["indicators"]) =>
    model(id, { model_type: "REGRESSION", response: "load", algorithms: [algorithm], indicators, held_out_rows: 60 });
  const ofTraining = [
    forecast("2023", "Combination", { MASE: 1.1, RMSE: 3, MAE: 2 }),
    forecast("2024", "ARIMA", { MASE: 1, RMSE: 2, MAE: 3 }),
  ];
  const byHand = forecast("2025", "ETS", { MASE: 1.05, RMSE: 1, MAE: 1.5 });
  const training = (rank_by: RankingTraining["rank_by"], ...ids: string[]) =>
    ({ rank_by, model_id: null, expected: null, models: ids.map((id) => ({ id })) }) as RankingTraining;
  const ranked = (...trainings: RankingTraining[]) => {
    const [set] = groupByTarget([...ofTraining, byHand], trainings)[0]!.ranked;
    return { best: bestOf(set!)?.id, metric: rankingMetric(set!.models[0]!, set!.basis)?.indicator, isByShown: isByShownMetric(set!) };
  };
  expect(ranked()).toEqual({ best: "2023", metric: "MASE", isByShown: false });
  expect(ranked(training("MASE", "2024", "2023"))).toEqual({ best: "2024", metric: "MASE", isByShown: true });
  expect(ranked(training("RMSE", "2024", "2023"))).toEqual({ best: "2025", metric: "RMSE", isByShown: true });
  expect(ranked(training("recommended", "another"), training("MASE", "2024", "2023"))).toMatchObject({ best: "2024" });
  expect(ranked(training("recommended", "2024", "2023"), training("RMSE", "2023"))).toMatchObject({ best: "2024" });
});

test("the best model of a training is judged by the figure to expect of it", () => {
  const metrics = (RMSE: number) => ({ model_type: "REGRESSION", indicators: { RMSE }, baseline: { RMSE: 5 } }) as const;
  const training = { rank_by: "RMSE", model_id: "1", expected: { indicator: "RMSE", value: 5.5 }, models: [{ id: "1" }, { id: "2" }] };
  const best = (of: object) =>
    groupByTarget([model("1", metrics(4)), model("2", metrics(6))], [{ ...training, ...of } as RankingTraining])[0]!.ranked.map(
      (set) => bestOf(set)?.id ?? null,
    );
  expect(best({})).toEqual([null]);
  expect(best({ expected: null })).toEqual(["1"]);
});

test("models that learned from other rows are not ranked together, and the rows with the newest model come first", () => {
  const metrics = (RMSE: number) => ({ model_type: "REGRESSION", indicators: { RMSE } }) as const;
  const [group] = groupByTarget([
    model("1", { ...metrics(1), rows_fingerprint: "before" }),
    model("2", metrics(9)),
    model("3", { ...metrics(8), dataset_fingerprint: "labelled" }),
    model("4", { ...metrics(2), edit_steps: "steps" }),
  ]);
  expect(group?.ranked.map(({ rows, models }) => [rows, models.map(({ id }) => id)])).toEqual([
    ["edited", ["4"]],
    ["file", ["3", "2"]],
    ["earlier", ["1"]],
  ]);
  expect(group?.ranked.map((set) => bestOf(set)?.id)).toEqual([undefined, "3", undefined]);
});

test("no model is recommended where the first is no better than the baseline", () => {
  const recommended = (baseline: number) => {
    const metrics = (RMSE: number) => ({ model_type: "REGRESSION", indicators: { RMSE }, baseline: { RMSE: baseline } }) as const;
    const [group] = groupByTarget([model("1", metrics(4)), model("2", metrics(5))]);
    return group?.ranked.map((set) => bestOf(set)?.id ?? null);
  };
  expect(recommended(6)).toEqual(["1"]);
  expect(recommended(3.9)).toEqual([null]);
});

test("models judged by held-out rows of another kind are not ranked together", () => {
  const metrics = (RMSE: number, held_out_by: ModelAnswer["held_out_by"]) =>
    ({ model_type: "REGRESSION", indicators: { RMSE }, held_out_by }) as const;
  const [group] = groupByTarget([
    model("1", metrics(1, { rows: "random" })),
    model("2", metrics(2, { rows: "random", groupColumns: ["batch"] })),
    model("3", metrics(5, { rows: "groups", groupColumns: ["batch", "line"] })),
    model("4", metrics(4, { rows: "groups", groupColumns: ["line", "batch"] })),
    model("5", metrics(3, { rows: "time", timeColumn: "day" })),
  ]);
  expect(group?.ranked.map(({ heldOutBy, models }) => [heldOutBy?.rows, models.map(({ id }) => id)])).toEqual([
    ["time", ["5"]],
    ["groups", ["4", "3"]],
    ["random", ["1", "2"]],
  ]);
});

test("models of other costs of wrong answers are not ranked together, and each best is named", () => {
  const cell = (actual: string, predicted: string) => ({ actual, predicted, cost: 9 });
  const weighed = { weights: { USA: 50, Japan: 2 } };
  const costing = (id: string, cost: number, error_costs: ModelAnswer["error_costs"]) =>
    model(id, { indicators: { Accuracy: 0.7 + cost / 10, cost }, held_out_rows: 406, error_costs });
  const training = (...ids: string[]) =>
    fromPartial<RankingTraining>({ rank_by: "cost", model_id: null, expected: null, models: ids.map((id) => ({ id })) });
  const models = [
    costing("1", 1.9, weighed),
    costing("2", 2.2, { weights: { Japan: 2, USA: 50 } }),
    costing("3", 0.5, {}),
    costing("4", 0.35, {}),
    costing("6", 0.2, { cells: [cell("USA", "Japan"), cell("Japan", "USA")] }),
    costing("7", 0.1, { cells: [cell("Japan", "USA"), cell("USA", "Japan")] }),
    model("5", { indicators: { Accuracy: 0.95 }, held_out_rows: 406, error_costs: null }),
  ];
  const trainings = [training("1", "2"), training("3", "4"), training("6", "7")];
  // Models that were trained by hand are ranked by their costs, too.
  for (const [group] of [groupByTarget(models, trainings), groupByTarget(models)]) {
    expect(group?.ranked.map((set) => [set.basis.rankBy, set.models.map(({ id }) => id), bestOf(set)?.id])).toEqual([
      ["cost", ["7", "6"], "7"],
      ["recommended", ["5"], undefined],
      ["cost", ["4", "3"], "4"],
      ["cost", ["1", "2"], "1"],
    ]);
  }
});

test("forecasts of another horizon are not ranked together", () => {
  const forecast = (id: string, horizon: number, MASE: number) =>
    model(id, {
      model_type: "REGRESSION",
      indicators: { MASE },
      held_out_by: { rows: "series" },
      time_series_params: { time: "day", lags: 1, horizon } as ModelAnswer["time_series_params"],
    });
  const [group] = groupByTarget([forecast("1", 1, 0.5), forecast("2", 12, 1.5), forecast("3", 12, 0.8)]);
  expect(group?.ranked.map(({ horizon, models }) => [horizon, models.map(({ id }) => id)])).toEqual([
    [12, ["3", "2"]],
    [1, ["1"]],
  ]);
});

test("an order that is not that of the shown figure is told", () => {
  const accurate = model("accurate", { indicators: { Accuracy: 0.842, log_loss: 0.397 }, held_out_rows: 406 });
  const sure = model("sure", { indicators: { Accuracy: 0.837, log_loss: 0.394 }, held_out_rows: 406 });
  const poor = model("poor", { indicators: { Accuracy: 0.6, log_loss: 0.3 }, held_out_rows: 406 });
  expect(isByShownMetric(groupByTarget([poor, accurate])[0]!.ranked[0]!)).toBe(true);
  expect(isByShownMetric(groupByTarget([poor, accurate, sure])[0]!.ranked[0]!)).toBe(false);
  const error = (id: string, RMSE: number) => model(id, { model_type: "REGRESSION", indicators: { RMSE } });
  const basis = { rankBy: "recommended", noneFound: false } as const;
  expect(isByShownMetric({ basis, models: [error("a", 1), error("b", 2)] })).toBe(true);
  expect(isByShownMetric({ basis, models: [error("a", 2), error("b", 1)] })).toBe(false);
});

test("detectors of which none flags a known anomaly show the area under the ROC curve, by which they are ordered", () => {
  const detector = (id: string, true_positive: number, roc_auc: number) =>
    model(id, { model_type: "OCC", indicators: { true_positive, roc_auc, contamination: 0.1 } });
  const shown = (...models: ModelAnswer[]) => {
    const set = groupByTarget(models)[0]!.ranked[0]!;
    expect(isByShownMetric(set)).toBe(true);
    return set.models.map((each) => rankingMetric(each, set.basis));
  };
  expect(shown(detector("1", 0, 0.6), detector("2", 0, 0.9))).toEqual([
    { indicator: "roc_auc", value: 0.9 },
    { indicator: "roc_auc", value: 0.6 },
  ]);
  expect(shown(detector("1", 0, 0.9), detector("2", 0.5, 0.6))).toEqual([
    { indicator: "true_positive", value: 0.5 },
    { indicator: "true_positive", value: 0 },
  ]);
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
