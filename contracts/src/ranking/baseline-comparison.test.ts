import { compareChosenWithBaseline, compareWithBaseline } from "./baseline-comparison.js";

test.each([
  ["half the RMSE of the mean is better", { type: "REGRESSION", indicators: { RMSE: 5 }, baseline: { RMSE: 10 } }, "better"],
  ["95 % of the RMSE of the mean is little better", { type: "REGRESSION", indicators: { RMSE: 9.5 }, baseline: { RMSE: 10 } }, "little"],
  ["the RMSE of the mean is worse", { type: "REGRESSION", indicators: { RMSE: 10 }, baseline: { RMSE: 10 } }, "worse"],
  [
    "a forecast is worse whose errors at all periods ahead are above those of the last season, however well it tells the next period",
    { type: "REGRESSION", indicators: { RMSE: 5, MASE: 1.1 }, baseline: { RMSE: 10, MASE: 1 } },
    "worse",
  ],
  [
    "a forecast is better whose errors at all periods ahead are half those of the last season",
    {
      type: "REGRESSION",
      indicators: { RMSE: 10, MASE: 0.5 },
      baseline: { RMSE: 10, MASE: 1 },
      baseline_differences: { RMSE: { lower: -1, upper: 1 }, MASE: { lower: -0.7, upper: -0.3 } },
    },
    "better",
  ],
  [
    "a forecast is unclear without an interval of MASE, whatever that of the next period",
    {
      type: "REGRESSION",
      indicators: { RMSE: 5, MASE: 0.8 },
      baseline: { RMSE: 10, MASE: 1 },
      baseline_differences: { RMSE: { lower: -7, upper: -3 } },
    },
    "unclear",
  ],
  [
    "98.8 % accuracy against a majority of 96.6 % is better",
    { type: "CLASSIFICATION", indicators: { Accuracy: 0.988 }, baseline: { Accuracy: 0.966 } },
    "better",
  ],
  [
    "96.7 % accuracy against a majority of 96.6 % is little better",
    { type: "CLASSIFICATION", indicators: { Accuracy: 0.967 }, baseline: { Accuracy: 0.966 } },
    "little",
  ],
  [
    "74.5 % accuracy against a majority of 70 % is unclear where the difference may be chance",
    {
      type: "CLASSIFICATION",
      indicators: { Accuracy: 0.745 },
      baseline: { Accuracy: 0.7 },
      baseline_differences: { Accuracy: { lower: -0.01, upper: 0.1 } },
    },
    "unclear",
  ],
  [
    "the accuracy of the majority with an area under the ROC curve that is no chance only ranks rows",
    {
      type: "CLASSIFICATION",
      indicators: { Accuracy: 0.782, roc_auc: 0.69 },
      baseline: { Accuracy: 0.782, roc_auc: 0.495 },
      baseline_differences: { Accuracy: { lower: -0.03, upper: 0.03 }, roc_auc: { lower: 0.12, upper: 0.26 } },
    },
    "ranksOnly",
  ],
  [
    "an area under the ROC curve that is no chance beside a log loss that is clearly above that of the guess is worse",
    {
      type: "CLASSIFICATION",
      indicators: { Accuracy: 0.396, roc_auc: 0.64, log_loss: 1.51 },
      baseline: { Accuracy: 0.487, roc_auc: 0.5, log_loss: 1.2 },
      baseline_differences: {
        Accuracy: { lower: -0.27, upper: 0.06 },
        roc_auc: { lower: 0.04, upper: 0.24 },
        log_loss: { lower: 0.12, upper: 0.5 },
      },
    },
    "worse",
  ],
  [
    "half the cost of the cheapest class is better, however many answers are right",
    {
      type: "CLASSIFICATION",
      indicators: { Accuracy: 0.7, cost: 0.25 },
      baseline: { Accuracy: 0.94, cost: 0.5 },
      baseline_differences: { Accuracy: { lower: -0.3, upper: -0.2 }, cost: { lower: -0.35, upper: -0.15 } },
    },
    "better",
  ],
  [
    "the cost of the cheapest class is worse, however many answers are right",
    {
      type: "CLASSIFICATION",
      indicators: { Accuracy: 0.9, cost: 0.5, roc_auc: 0.7 },
      baseline: { Accuracy: 0.06, cost: 0.5, roc_auc: 0.5 },
      baseline_differences: {
        Accuracy: { lower: 0.8, upper: 0.9 },
        cost: { lower: -0.1, upper: 0.1 },
        roc_auc: { lower: 0.1, upper: 0.3 },
      },
    },
    "worse",
  ],
  [
    "half the RMSE of the mean is better where the interval of the difference excludes 0",
    { type: "REGRESSION", indicators: { RMSE: 5 }, baseline: { RMSE: 10 }, baseline_differences: { RMSE: { lower: -7, upper: -3 } } },
    "better",
  ],
  [
    "half the RMSE of the mean is unclear where one group was held out, so that no difference has an interval",
    { type: "REGRESSION", indicators: { RMSE: 5 }, baseline: { RMSE: 10 }, baseline_differences: {} },
    "unclear",
  ],
  [
    "a difference that is the same on all resamples has no interval and is no chance",
    {
      type: "CLASSIFICATION",
      indicators: { Accuracy: 1, log_loss: 0.1 },
      baseline: { Accuracy: 0.5, log_loss: 0.7 },
      baseline_differences: { log_loss: { lower: -0.7, upper: -0.5 } },
    },
    "better",
  ],
  [
    "a detector that flags no known anomaly is no better than chance where its scores tell nothing",
    { type: "OCC", indicators: { true_positive: 0, roc_auc: 0.48 }, baseline: {} },
    "worse",
  ],
  [
    "a detector that flags no known anomaly has no verdict where its scores tell them",
    { type: "OCC", indicators: { true_positive: 0, roc_auc: 0.99 }, baseline: {} },
    null,
  ],
  ["rows of one class tell nothing", { type: "CLASSIFICATION", indicators: { Accuracy: 0.98 }, baseline: { Accuracy: 1 } }, null],
  ["a single row tells nothing", { type: "REGRESSION", indicators: { RMSE: 0.1 }, baseline: { RMSE: 0 } }, null],
  ["outlier detection has no verdict", { type: "OCC", indicators: { silhouette_score: 0.4 }, baseline: {} }, null],
] as const)("verdict on a model: %s", (_sentence, info, verdict) => {
  expect(compareWithBaseline(info)).toBe(verdict);
});

const luckiest = {
  type: "CLASSIFICATION",
  indicators: { Accuracy: 0.625 },
  baseline: { Accuracy: 0.525 },
  baseline_differences: { Accuracy: { lower: 0.01, upper: 0.19 } },
} as const;

test.each([
  ["is better without a correction", null, "better"],
  ["is better where the corrected difference excludes chance", { indicator: "Accuracy", value: 0.62 }, "better"],
  ["is unclear where the corrected difference may be chance", { indicator: "Accuracy", value: 0.6 }, "unclear"],
  ["is worse where what is expected of it is no better than the trivial guess", { indicator: "Accuracy", value: 0.52 }, "worse"],
  ["is better where another figure is corrected", { indicator: "macroF1", value: 0.5 }, "better"],
] as const)("verdict on the best of several models: it %s", (_sentence, expected, verdict) => {
  expect(compareWithBaseline(luckiest)).toBe("better");
  expect(compareChosenWithBaseline(luckiest, expected)).toBe(verdict);
});

test("the best of several models of an earlier version, which has no intervals of differences, is judged without", () => {
  const { baseline_differences: _, ...earlier } = luckiest;
  expect(compareChosenWithBaseline(earlier, { indicator: "Accuracy", value: 0.6 })).toBe("better");
});
