import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { isRankedByLogLoss, isRankedByTrial, leaderboardEntries, rankingMetrics } from "./leaderboard-entries.js";

type Member = AutoModelAnswer["models"][number];
const member = (id: string, status: Member["status"], indicators: Member["indicators"] = {}): Member => ({
  id,
  name: id,
  title: id,
  algorithms: ["XGB"],
  status,
  indicators,
  earlier_rows: false,
  tied: false,
  before_decision: false,
  ended_early: null,
});

test("trained models have ranks in the server's order; the others have a progress or the reason of their failure", () => {
  const models = [
    member("best", "success", { RMSE: 1 }),
    member("second", "success", { RMSE: 2 }),
    member("running", "fitting"),
    member("broken", "fitting_fail"),
  ];
  const known = [
    { id: "best", name: "best", title: "Renamed", baseline: { RMSE: 7 }, progress: 1, reason: null, message: null },
    { id: "running", name: "running", baseline: {}, progress: 0.4, reason: null, message: null },
    { id: "broken", name: "broken", baseline: {}, progress: 0, reason: "010515", message: "Use more rows" },
  ] as ModelAnswer[];
  expect(leaderboardEntries({ models }, known)).toMatchObject([
    { id: "best", name: "Renamed", rank: 1, indicators: { RMSE: 1 }, baseline: { RMSE: 7 } },
    { id: "second", rank: 2, baseline: {} },
    { id: "running", rank: null, progress: 0.4 },
    { id: "broken", rank: null, reason: "010515", message: "Use more rows" },
  ]);
});

test("a model that was trained before the dataset's last change has no rank, whatever is known of it", () => {
  const models = ["best", "earlier", "second"].map((id) => ({ ...member(id, "success"), earlier_rows: id === "earlier" }));
  // The list of models may be from before their training.
  const untrained = models.map(({ id }) => ({ id, title: id, status: "init", rows_fingerprint: null })) as ModelAnswer[];
  for (const known of [[], untrained]) expect(leaderboardEntries({ models }, known).map(({ rank }) => rank)).toEqual([1, null, 2]);
});

test.each<[string, AutoModelAnswer["model_type"], Member["indicators"], string[]]>([
  ["none before the dataset is loaded", null, {}, []],
  ["regression by RMSE", "REGRESSION", { RMSE: 1 }, ["RMSE"]],
  ["time series by MASE, as the list of models", "REGRESSION", { RMSE: 1, MASE: 1 }, ["MASE"]],
  ["classification by accuracy, then by log loss", "CLASSIFICATION", { Accuracy: 1 }, ["Accuracy", "log_loss"]],
  ["outlier detection by silhouette score", "OCC", { silhouette_score: 1, true_positive: null }, ["silhouette_score"]],
  ["outlier detection by true positive rate where anomalies are known", "OCC", { true_positive: 0.5 }, ["true_positive", "contamination"]],
  ["outlier detection by ROC AUC where no known anomaly is found", "OCC", { true_positive: 0 }, ["roc_auc", "contamination"]],
  ["clustering by Calinski–Harabasz index", "CLUSTERING", {}, ["CH_index"]],
])("ranking metrics: %s", (_sentence, model_type, indicators, expected) => {
  expect(rankingMetrics({ model_type, rank_by: null, models: [member("a", "success", indicators)] })).toEqual(expected);
});

test.each<[string, AutoModelAnswer["model_type"], number[], boolean]>([
  ["decides between classifiers of like accuracy", "CLASSIFICATION", [0.7, 0.71, 0.5], true],
  ["is not needed where the first model has the highest accuracy", "CLASSIFICATION", [0.7, 0.7, 0.5], false],
  ["is not used for regression", "REGRESSION", [0.7, 0.71], false],
  ["is not used before a model is trained", "CLASSIFICATION", [], false],
  // @contract of-classifiers-that-the-held-out-rows
])("log loss %s", (_which, model_type, accuracies, isSurest) => {
  const models = accuracies.map((Accuracy, i) => member(`m${i}`, "success", { Accuracy }));
  expect(isRankedByLogLoss({ model_type, rank_by: "recommended", models: [...models, member("broken", "fitting_fail")] })).toBe(isSurest);
});

test.each<[string, AutoModelAnswer["rank_by"], (number | null)[], boolean]>([
  ["decides between forecasts of like error", "recommended", [1.9, 1.8, 2.6], true],
  ["is not needed where the first forecast errs least", "recommended", [1.8, 1.9, null], false],
  ["is not used where the figure alone was asked for", "MASE", [1.9, 1.8], false],
  ["is not used for models that forecast nothing", "recommended", [null, null], false],
])("the order of trial %s", (_which, rank_by, errors, isTrial) => {
  const models = errors.map((MASE, i) => member(`m${i}`, "success", { MASE }));
  expect(isRankedByTrial({ model_type: "REGRESSION", rank_by, models })).toBe(isTrial);
});

test("a batch that is ranked by a figure alone shows it first, and is not said to prefer the surest", () => {
  const models = [member("a", "success", { Accuracy: 0.8, macroF1: 0.7 }), member("b", "success", { Accuracy: 0.9, macroF1: 0.6 })];
  const batch = { model_type: "CLASSIFICATION", rank_by: "macroF1", models } as const;
  expect(rankingMetrics(batch)).toEqual(["macroF1", "log_loss"]);
  expect(isRankedByLogLoss(batch)).toBe(false);
});
