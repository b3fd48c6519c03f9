import type { RankBy } from "../kinds/auto-model.js";
import type { Metrics } from "../kinds/metrics.js";
import type { ModelType } from "../kinds/model-type.js";
import { compareMetrics, rankingChoices, rankModels } from "./ranking.js";

test.each<[string, ModelType, Metrics, Metrics]>([
  ["of numbers with the lower RMSE", "REGRESSION", { RMSE: 1, R2: 0.1 }, { RMSE: 2, R2: 0.9 }],
  ["of classes with the higher Accuracy", "CLASSIFICATION", { Accuracy: 0.9, Kappa: 0 }, { Accuracy: 0.8, Kappa: 0.5 }],
  [
    "of classes with the lower log loss, where the Accuracy is the same",
    "CLASSIFICATION",
    { Accuracy: 1, log_loss: 0.01 },
    { Accuracy: 1, log_loss: 0.2 },
  ],
  [
    "of classes with the higher Accuracy, however high its log loss",
    "CLASSIFICATION",
    { Accuracy: 0.9, log_loss: 2 },
    { Accuracy: 0.8, log_loss: 0.1 },
  ],
  ["of clusters with the higher CH index", "CLUSTERING", { CH_index: 20, silhouette_score: 0.1 }, { CH_index: 10, silhouette_score: 0.2 }],
  ["that finds more known anomalies", "OCC", { true_positive: 0.9, contamination: 0.5 }, { true_positive: 0.8, contamination: 0.1 }],
  ["that flags fewer rows to find as many", "OCC", { true_positive: 0.9, contamination: 0.1 }, { true_positive: 0.9, contamination: 0.2 }],
  [
    "that ranks known anomalies higher, where neither flags any",
    "OCC",
    { true_positive: 0, contamination: 0.1, roc_auc: 0.99 },
    { true_positive: 0, contamination: 0, roc_auc: 0.79 },
  ],
  [
    "whose flagged rows lie further apart, where none are known",
    "OCC",
    { true_positive: null, silhouette_score: 0.4, contamination: 0.2 },
    { true_positive: null, silhouette_score: 0.3, contamination: 0.1 },
  ],
  ["that has a figure at all", "REGRESSION", { RMSE: 9 }, { RMSE: null }],
  // @contract indicators-have-their-names-and-models-are
])("ranks the model %s above another", (_which, type, better, worse) => {
  expect(compareMetrics(type, better, worse)).toBeLessThan(0);
  expect(compareMetrics(type, worse, better)).toBeGreaterThan(0);
  expect(compareMetrics(type, better, { ...better })).toBe(0);
});

test.each<[RankBy, ModelType, Metrics, Metrics]>([
  ["macroF1", "CLASSIFICATION", { macroF1: 0.6, Accuracy: 0.7 }, { macroF1: 0.5, Accuracy: 0.9 }],
  ["log_loss", "CLASSIFICATION", { log_loss: 0.3, Accuracy: 0.7 }, { log_loss: 0.4, Accuracy: 0.9 }],
  ["roc_auc", "CLASSIFICATION", { roc_auc: 0.9, Accuracy: 0.7 }, { roc_auc: 0.8, Accuracy: 0.9 }],
  ["kappa", "CLASSIFICATION", { Kappa: 0.6, Accuracy: 0.7 }, { Kappa: 0.5, Accuracy: 0.9 }],
  ["MAE", "REGRESSION", { MAE: 1, RMSE: 3 }, { MAE: 2, RMSE: 2 }],
  ["MAAPE", "REGRESSION", { MAAPE: 0.1, RMSE: 3 }, { MAAPE: 0.2, RMSE: 2 }],
  ["min_distance", "OCC", { min_distance: 0.1, true_positive: 0.9 }, { min_distance: 0.2, true_positive: 1 }],
  ["contamination", "OCC", { contamination: 0.1, silhouette_score: 0.1 }, { contamination: 0.2, silhouette_score: 0.9 }],
  ["silhouette_score", "CLUSTERING", { silhouette_score: 0.5, CH_index: 1 }, { silhouette_score: 0.4, CH_index: 9 }],
])("ranks by %s where that is chosen (%s)", (rankBy, type, better, worse) => {
  expect(compareMetrics(type, better, worse, rankBy)).toBeLessThan(0);
  expect(rankModels(type, [worse, better], (indicators) => ({ indicators, heldOutRows: 100 }), { rankBy })).toEqual([better, worse]);
});

test.each<[ModelType, boolean, RankBy, number]>([
  ["REGRESSION", false, "RMSE", 4],
  ["CLASSIFICATION", false, "accuracy", 6],
  ["OCC", true, "true_positive", 5],
  ["OCC", false, "silhouette_score", 3],
  ["CLUSTERING", false, "CH_index", 3],
])("the default of %s (known anomalies: %s) is the specification's %s", (type, labelled, first, count) => {
  const choices = rankingChoices(type, { labelled });
  expect([choices[0], choices.length, choices.at(-1)]).toEqual([first, count, "recommended"]);
});

describe("ranking of several classifiers", () => {
  const RANDOM_FOREST = { Accuracy: 0.7, log_loss: 0.68 };
  const BOOSTED = { Accuracy: 0.72, log_loss: 0.7 };
  const BAYES = { Accuracy: 0.6, log_loss: 0.5 };
  const all = [BAYES, RANDOM_FOREST, BOOSTED];
  // The standard error of 0.72 is 0.029 on 240 rows, and 0.010 on 2,000.
  test.each<[string, number, Metrics[]]>([
    ["few rows cannot tell two apart: the surer of them comes first", 240, [RANDOM_FOREST, BOOSTED, BAYES]],
    ["many rows tell them apart: the more accurate comes first", 2000, [BOOSTED, RANDOM_FOREST, BAYES]],
    ["nothing is known of the rows: the more accurate comes first", 0, [BOOSTED, RANDOM_FOREST, BAYES]],
  ])("orders classifiers by held-out rows: %s", (_which, heldOutRows, ranked) => {
    expect(rankModels("CLASSIFICATION", all, (indicators) => ({ indicators, heldOutRows }), { rankBy: "recommended" })).toEqual(ranked);
  });

  test("unless it is asked for, accuracy decides strictly, however few the rows", () => {
    for (const rankBy of [undefined, "accuracy"] as const) {
      const ranked = rankModels("CLASSIFICATION", all, (indicators) => ({ indicators, heldOutRows: 240 }), { rankBy });
      expect(ranked).toEqual([BOOSTED, RANDOM_FOREST, BAYES]);
    }
  });

  test("a classifier without a log loss does not precede the most accurate one", () => {
    const models: Metrics[] = [BOOSTED, { Accuracy: 0.71 }, { Accuracy: 0.71, log_loss: null }];
    expect(rankModels("CLASSIFICATION", models, (indicators) => ({ indicators, heldOutRows: 240 }), { rankBy: "recommended" })[0]).toBe(
      BOOSTED,
    );
    expect(
      rankModels("CLASSIFICATION", models.slice(1), (indicators) => ({ indicators, heldOutRows: 240 }), { rankBy: "recommended" }),
    ).toEqual(models.slice(1));
  });
});

test("models of other types are ranked by their first figure alone, however few the rows", () => {
  const models: Metrics[] = [
    { RMSE: 2, log_loss: 0 },
    { RMSE: 1, log_loss: 9 },
  ];
  expect(rankModels("REGRESSION", models, (indicators) => ({ indicators, heldOutRows: 10 })).map(({ RMSE }) => RMSE)).toEqual([1, 2]);
  expect(rankModels("REGRESSION", [], (indicators: Metrics) => ({ indicators, heldOutRows: 10 }))).toEqual([]);
});

describe("recommended puts the first created of the forecasts that are hardly worse than the best first", () => {
  const models = [1.25, 1.23, 0.99, 1.0].map((MASE) => ({ MASE }));
  const rank = (list: { MASE: number }[], heldOutRows: number, hasSeveralSeries = false) =>
    rankModels("REGRESSION", list, (indicators) => ({ indicators, heldOutRows }), { rankBy: "recommended", hasSeveralSeries }).map(
      ({ MASE }) => MASE,
    );

  test.each([
    ["of few held-out rows, whose figures differ by chance", 50, false, [1.25, 0.99, 1.0, 1.23]],
    ["of many held-out rows", 256, false, [1.23, 0.99, 1.0, 1.25]],
    ["of very many, only those that are about equal", 20_000, false, [0.99, 1.0, 1.23, 1.25]],
    ["of several series, whose figures tell more", 50, true, [0.99, 1.0, 1.23, 1.25]],
    ["of an unknown number, only the best", 0, false, [0.99, 1.0, 1.23, 1.25]],
  ])("%s", (_, heldOutRows, hasSeveralSeries, ranked) => {
    expect(rank(models, heldOutRows, hasSeveralSeries)).toEqual(ranked);
  });

  test("and keeps the order of the others: ranking what is ranked changes nothing", () => {
    const ranked = rank(models, 256).map((MASE) => ({ MASE }));
    expect(rank(ranked, 256)).toEqual([1.23, 0.99, 1.0, 1.25]);
  });

  test("and MASE alone decides where it is asked for", () => {
    const ranked = rankModels("REGRESSION", models, (indicators) => ({ indicators, heldOutRows: 50 }), { rankBy: "MASE" });
    expect(ranked.map(({ MASE }) => MASE)).toEqual([0.99, 1.0, 1.23, 1.25]);
  });
});

test("time series are ranked by MASE, whatever their RMSE of the next period is", () => {
  expect(compareMetrics("REGRESSION", { MASE: 0.8, RMSE: 3 }, { MASE: 0.9, RMSE: 2 })).toBeLessThan(0);
  expect(compareMetrics("REGRESSION", { MASE: 0.8, RMSE: 3 }, { MASE: 0.9, RMSE: 2 }, "RMSE")).toBeGreaterThan(0);
  expect(rankingChoices("REGRESSION", { series: true })[0]).toBe("MASE");
  expect(rankingChoices("REGRESSION")).not.toContain("MASE");
});

test("models are ranked by cost where wrong answers have costs, and the lowest is the best", () => {
  expect(rankingChoices("CLASSIFICATION", { costs: true })).toContain("cost");
  expect(rankingChoices("CLASSIFICATION")).not.toContain("cost");
  expect(compareMetrics("CLASSIFICATION", { cost: 0.2, Accuracy: 0.6 }, { cost: 0.3, Accuracy: 0.9 }, "cost")).toBeLessThan(0);
});
