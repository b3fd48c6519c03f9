import type { Indicators, ModelType } from "./kinds/model.js";
import { compareIndicators } from "./ranking.js";

test.each<[string, ModelType, Indicators, Indicators]>([
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
    "whose flagged rows lie further apart, where none are known",
    "OCC",
    { true_positive: null, silhouette_score: 0.4, contamination: 0.2 },
    { true_positive: null, silhouette_score: 0.3, contamination: 0.1 },
  ],
  ["that has a figure at all", "REGRESSION", { RMSE: 9 }, { RMSE: null }],
])("better is the model %s", (_which, type, better, worse) => {
  expect(compareIndicators(type, better, worse)).toBeLessThan(0);
  expect(compareIndicators(type, worse, better)).toBeGreaterThan(0);
  expect(compareIndicators(type, better, { ...better })).toBe(0);
});
