/** Model infos of each type, for the tests of this folder. Names contain everything that must not become markup. */
import type { ModelGraph, ModelInfo } from "@agatha/contracts";

export const MARKUP_INJECTION = `<script>alert("1")</script> & 'é'`;

const common: Omit<ModelInfo, "type" | "response"> = {
  algorithms: ["XGB"],
  inputs: [
    { name: MARKUP_INJECTION, type: "n", min: 0, max: 10, typical: 5, integer: false, levels: [] },
    { name: "when", type: "d", min: 0, max: 86_400_000, typical: 0, integer: true, levels: [] },
    { name: "kind", type: "s", min: null, max: null, typical: "a", integer: false, levels: ["a", MARKUP_INJECTION] },
  ],
  validation: { method: "holdout", folds: 1, trainRows: 80, heldOutRows: 20 },
  indicators: { RMSE: 1.5 },
  spread: {},
  train_indicators: { RMSE: 1 },
  baseline: { RMSE: 3 },
  baseline_kind: "mean",
  importance: [{ column: MARKUP_INJECTION, importance: 0.75, spread: 0.1 }],
  importance_measure: "RMSE",
  warnings: [{ code: "few_rows", message: MARKUP_INJECTION }],
};
const error = { row: 4, actual: 3, predicted: 1, error: 2 };
const bins = [{ from: 0, to: 0.1, rows: 5, predicted: 0.05, actual: 0.2 }];

export const MODEL_INFOS: Record<ModelInfo["type"] | "series", ModelInfo> = {
  REGRESSION: {
    ...common,
    type: "REGRESSION",
    response: MARKUP_INJECTION,
    nodes: [
      { id: "1.1", algorithm: "iForest", layer: 1, indicators: {} },
      { id: "2.1", algorithm: "XGB", layer: 2, indicators: { RMSE: 1.625 }, intervals: { RMSE: { lower: 1.5, upper: 1.75 } } },
    ],
    partial_dependence: [
      { column: MARKUP_INJECTION, grid: [0, 5, 10], curves: [{ label: null, values: [1, null, 2] }] },
      { column: "kind", grid: ["a", MARKUP_INJECTION], curves: [{ label: null, values: [1, 2] }] },
      { column: "when", grid: [0, 86_400_000], curves: [{ label: null, values: [3, 3] }] },
    ],
    regression: {
      points: [
        { row: 1, actual: 2, predicted: 2.5 },
        { row: 4, actual: 3, predicted: 1 },
      ],
      largest_errors: [error],
      smallest_errors: [error],
      error_deciles: [0, 1, 2],
      interval: { nominal: 0.9, half_width: 2.75, rows: 20, measured: 0.895 },
    },
  },
  CLASSIFICATION: {
    ...common,
    type: "CLASSIFICATION",
    response: "grade",
    importance_measure: "Accuracy",
    partial_dependence: [
      {
        column: "when",
        grid: [0, 1],
        curves: [
          { label: "no", values: [0.5, 0.25] },
          { label: MARKUP_INJECTION, values: [0.5, 0.75] },
        ],
      },
    ],
    classification: {
      labels: ["no", MARKUP_INJECTION],
      confusion: [
        [11, 2],
        [3, 4],
      ],
      largest_errors: [{ ...error, actual: MARKUP_INJECTION, predicted: "no" }],
      smallest_errors: [{ ...error, actual: MARKUP_INJECTION, predicted: MARKUP_INJECTION }],
      calibration: {
        method: "temperature",
        temperature: 1.7,
        smoothing: 0.001,
        before: { log_loss: 0.5, brier: 0.2, ece: 0.1 },
        after: { log_loss: 0.4321, brier: 0.19, ece: 0.05 },
        bins_of: MARKUP_INJECTION,
        bins_before: bins,
        bins_after: bins,
      },
      calibration_intervals: { before: { lower: 0.02, upper: 0.18 }, after: { lower: 0.01, upper: 0.09 } },
      class_intervals: [{}, { auc: { lower: 0.7321, upper: 0.9432 } }],
      roc: [
        {
          label: MARKUP_INJECTION,
          auc: 0.8765,
          average_precision: 0.7654,
          points: [
            { fpr: 0, tpr: 0 },
            { fpr: 1, tpr: 1 },
          ],
        },
      ],
      thresholds: [
        { threshold: 0.5, true_positives: 4, false_positives: 2, true_negatives: 11, false_negatives: 3, precision: null, recall: 0.571 },
      ],
    },
  },
  OCC: {
    ...common,
    type: "OCC",
    response: null,
    outlier: { threshold: 0.75, scores: { from: 0, to: 1, counts: [5, 3, 1] }, most_anomalous: [{ row: 41, score: 0.9 }] },
  },
  CLUSTERING: {
    ...common,
    type: "CLUSTERING",
    response: null,
    clustering: {
      clusters: [
        {
          cluster: 1,
          rows: 7,
          center: [
            { column: "kind", value: MARKUP_INJECTION },
            { column: "when", value: 0 },
          ],
        },
        {
          cluster: 2,
          rows: 5,
          center: [
            { column: "kind", value: null },
            { column: "when", value: 86_400_000 },
          ],
        },
      ],
    },
  },
  series: {
    ...common,
    type: "REGRESSION",
    response: "y",
    baseline_kind: "naive",
    forecast: {
      time: "when",
      period: { unit: "day", size: 1 },
      lags: 1,
      nominal: 0.9,
      last: { time: "2024-01-01T00:00:00Z", value: 3 },
      steps: [{ step: 1, time: "2024-01-02T00:00:00Z", value: 4, lower: 3, upper: null }],
      errors: [{ step: 1, rows: 30, RMSE: 1.25, MAE: 1, naive_RMSE: 2, half_width: 1.5, coverage: 0.91 }],
      mean_baseline: {},
    },
  },
};

export const MODEL_GRAPH: ModelGraph = {
  nodes: [
    { id: "c", kind: "column", label: MARKUP_INJECTION, layer: 0 },
    { id: "1.1", kind: "algorithm", label: "XGB", layer: 1 },
    { id: "answer", kind: "answer", label: MARKUP_INJECTION, layer: 2 },
  ],
  edges: [
    { from: "c", to: "1.1" },
    { from: "1.1", to: "answer" },
  ],
};
