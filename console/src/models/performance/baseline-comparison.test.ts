import { compareWithBaseline } from "./baseline-comparison.js";

test.each([
  ["half the error of the mean is better", { type: "REGRESSION", indicators: { RMSE: 5 }, baseline: { RMSE: 10 } }, "better"],
  ["a twentieth less error is little", { type: "REGRESSION", indicators: { RMSE: 9.5 }, baseline: { RMSE: 10 } }, "little"],
  ["the error of the mean is worse", { type: "REGRESSION", indicators: { RMSE: 10 }, baseline: { RMSE: 10 } }, "worse"],
  [
    "98.8 % where the majority has 96.6 % is better",
    { type: "CLASSIFICATION", indicators: { Accuracy: 0.988 }, baseline: { Accuracy: 0.966 } },
    "better",
  ],
  [
    "96.7 % where the majority has 96.6 % is little",
    { type: "CLASSIFICATION", indicators: { Accuracy: 0.967 }, baseline: { Accuracy: 0.966 } },
    "little",
  ],
  ["outliers have no trivial guess", { type: "OCC", indicators: { silhouette_score: 0.4 }, baseline: {} }, null],
] as const)("verdict on a model: %s", (_sentence, info, verdict) => {
  expect(compareWithBaseline(info)).toBe(verdict);
});
