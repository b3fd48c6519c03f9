import type { Metrics } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { EvaluationByModelAnswer, EvaluationByModelDetail } from "@agatha/contracts/wire";
import { curveSets, type ScoredModel } from "./curve-sets.js";
import { besideTestRows, bestModel, hasOneActualValue, judgeModels, metricNames, rankModels } from "./judge-comparison.js";
import { modelPredictionsOf } from "./model-predictions.js";
import {
  actualVsPredicted,
  applyThreshold,
  classLabels,
  clusterSizes,
  confusionMatrix,
  flaggingScore,
  MAX_POINTS,
  predictionErrors,
  rowsByError,
  scoreHistogram,
  valueRange,
} from "./prediction-analysis.js";
import { rocCurve } from "./roc-curve.js";

const line = (id: string, indicators: EvaluationByModelAnswer["indicators"], status: "success" | "fail" = "success") =>
  ({ id, indicators, status }) as EvaluationByModelAnswer;

describe("compared models", () => {
  test.each([
    ["regression by the lowest RMSE", "REGRESSION", { RMSE: 2 }, { RMSE: 1 }],
    ["classification by the highest accuracy", "CLASSIFICATION", { Accuracy: 0.8 }, { Accuracy: 0.9 }],
    [
      "classification of equal accuracy by the lowest log loss",
      "CLASSIFICATION",
      { Accuracy: 0.9, log_loss: 0.4 },
      { Accuracy: 0.9, log_loss: 0.3 },
    ],
    ["outlier detection by the highest true positive rate", "OCC", { true_positive: 0.5 }, { true_positive: 0.6 }],
    ["clustering by the highest Calinski–Harabasz index", "CLUSTERING", { CH_index: 10 }, { CH_index: 20 }],
    // @contract models-stand-side-by-side-with-a
  ] as const)("ranking of compared models: %s", (_sentence, type, worse, better) => {
    const ranked = rankModels(type, [line("worse", worse), line("failed", {}, "fail"), line("better", better)]);
    expect(ranked.map(({ id }) => id)).toEqual(["better", "worse"]);
    expect(bestModel(type, ranked)?.id).toBe("better");
  });

  test("there is no best model if it is alone or tied with another", () => {
    expect(bestModel("REGRESSION", [line("a", { RMSE: 1 })])).toBeNull();
    expect(bestModel("REGRESSION", [line("a", { RMSE: 1 }), line("b", { RMSE: 1 })])).toBeNull();
  });

  test.each<[string, EvaluationByModelAnswer["model_type"] & string, EvaluationByModelAnswer["indicators"][], Metrics | undefined]>([
    ["is no better than the mean of the test rows", "REGRESSION", [{ RMSE: 4 }, { RMSE: 5 }], { RMSE: 3 }],
    ["is right no more often than the most frequent class", "CLASSIFICATION", [{ Accuracy: 0.7 }, { Accuracy: 0.6 }], { Accuracy: 0.7 }],
    [
      "ranks known anomalies no better than chance, and none flags any",
      "OCC",
      [
        { true_positive: 0, roc_auc: 0.5 },
        { true_positive: 0, roc_auc: 0.4 },
      ],
      undefined,
    ],
  ])("there is no best model if the first %s", (_why, type, [first, second], baseline) => {
    const lines = [line("first", first!), line("second", second!)];
    expect(bestModel(type, lines, baseline)).toBeNull();
  });

  test("the first of detectors of which none flags a known anomaly is the best if its scores tell more than chance", () => {
    const lines = [line("first", { true_positive: 0, roc_auc: 0.8 }), line("second", { true_positive: 0, roc_auc: 0.4 })];
    expect(bestModel("OCC", lines)?.id).toBe("first");
  });

  test.each([
    ["models of the likeliest class: the first has a verdict and is the best", {}, ["better", "a"], ["better", "b"]],
    [
      "a model with a stored decision has no verdict, and none is the best",
      { before_decision: true },
      [null, undefined],
      ["better", undefined],
    ],
    ["a model of costs has no verdict, and none is the best", { indicators: { cost: 1.5 } }, [null, undefined], ["better", undefined]],
  ] as const)("%s", (_what, of, asFirst, asSecond) => {
    const models = [
      { id: "a", indicators: {}, before_decision: false, ...of },
      { id: "b", indicators: {}, before_decision: false },
    ];
    const judged = (first: string, second: string) => {
      const lines = [line(first, { Accuracy: 0.9 }), line(second, { Accuracy: 0.8 })];
      const { best, verdict } = judgeModels("CLASSIFICATION", lines, { models, baseline: { Accuracy: 0.5 } });
      return [verdict, best?.id];
    };
    expect([judged("a", "b"), judged("b", "a")]).toEqual([asFirst, asSecond]);
  });

  test("the index of a clustering stands beside that of the test rows as one of as many rows", () => {
    const trained = { n_clusters: 3, silhouette_score: 0.7, CH_index: 8970 };
    expect(besideTestRows(trained, { learned: 900, tested: 63 })).toEqual({ ...trained, CH_index: 600 });
    expect(besideTestRows(trained, { learned: undefined, tested: 63 })).toEqual({ ...trained, CH_index: null });
    expect(besideTestRows(trained, { learned: 900, tested: 3 })).toEqual({ ...trained, CH_index: null });
    expect(besideTestRows({ RMSE: 1 }, { learned: 900, tested: 63 })).toEqual({ RMSE: 1 });
    expect(besideTestRows(undefined, { learned: 900, tested: 63 })).toBeUndefined();
  });

  test("the metrics shown are those that any of the models has", () => {
    expect(metricNames([line("a", { RMSE: 1, R2: null }), line("b", { RMSE: 2, R2: null })])).toEqual(["RMSE"]);
  });
});

describe("a trivial guess on the test rows", () => {
  test.each([
    ["the most frequent class is always right", { Accuracy: 1 }, [], true],
    ["the mean is always right, as on one row", { RMSE: 0 }, [], true],
    ["the trainer says so of numbers", {}, ["target_constant"], true],
    ["not otherwise", { Accuracy: 0.9 }, ["unseen_class"], false],
  ] as const)("all test rows have one actual value: %s", (_when, baseline, codes, hasOne) => {
    const warnings = codes.map((code) => ({ code, column: "y", message: "" }));
    expect(hasOneActualValue({ warnings }, baseline)).toBe(hasOne);
  });
});

describe("ROC curve", () => {
  const rows = [true, true, false, false];
  test.each([
    ["of a perfect ranking is 1", [0.9, 0.8, 0.2, 0.1], 1],
    ["of the reverse ranking is 0", [0.1, 0.2, 0.8, 0.9], 0],
    ["of equal scores is a half", [0.5, 0.5, 0.5, 0.5], 0.5],
    // Three of the four pairs are right and one is a tie.
    ["of two scores tied across the classes counts half a pair", [0.9, 0.5, 0.5, 0.1], 0.875],
    ["leaves out rows without a score", [0.9, null, 0.2, 0.1], 1],
    // @contract models-stand-side-by-side-with-a
  ])("the area under the ROC curve: %s", (_sentence, scores, area) => {
    const { auc, points } = rocCurve(scores, (row) => rows[row] ?? false);
    expect(auc).toBeCloseTo(area, 12);
    expect([points[0], points.at(-1)]).toEqual([
      { fpr: 0, tpr: 0 },
      { fpr: 1, tpr: 1 },
    ]);
  });

  const scored = (id: string): ScoredModel => ({
    id,
    name: id,
    areaOf: () => undefined,
    rows: 0,
    scoreOf: () => null,
    isPositive: () => false,
  });
  test.each<[string, string[], string[] | null, string, string[][]]>([
    ["known anomalies have one curve of each model", ["a", "b"], null, "anomalies", [["a", "b"]]],
    [
      "two classes have one set each, and the rarer is first",
      ["a", "b"],
      ["no", "yes"],
      "class yes",
      [
        ["a", "b"],
        ["a", "b"],
      ],
    ],
    [
      "more than two classes also have a set of each model with a curve of each class",
      ["a", "b"],
      ["x", "y", "z"],
      "class x",
      [
        ["a", "b"],
        ["a", "b"],
        ["a", "b"],
        ["x", "y", "z"],
        ["x", "y", "z"],
      ],
    ],
    ["a model alone shows all of its classes first", ["a"], ["x", "y", "z"], "model a", [["a"], ["a"], ["a"], ["x", "y", "z"]]],
  ])("the ROC curves that are shown together: %s", (_sentence, ids, labels, shown, curves) => {
    const { sets, first } = curveSets(ids.map(scored), labels);
    expect(sets[first]?.key).toBe(shown);
    expect(sets.map((set) => set.curves.map(({ name }) => name))).toEqual(curves);
  });

  test("there is no area under the curve if all rows are of one kind", () => {
    expect(rocCurve([0.3, 0.4], () => true).auc).toBeNull();
  });

  test("a long ROC curve is thinned out", () => {
    const scores = Array.from({ length: 5000 }, (_, row) => row);
    const { auc, points } = rocCurve(scores, (row) => row % 2 === 0);
    expect(points).toHaveLength(201);
    expect(auc).toBeCloseTo(0.5, 3);
  });
});

describe("predictions for the test rows", () => {
  test("points are the rows with numbers on both sides", () => {
    expect(actualVsPredicted([1, null, 3], { value: [1.5, 2, null] })).toEqual({ points: [{ row: 0, actual: 1, predicted: 1.5 }], all: 1 });
    expect(valueRange([[{ row: 0, actual: 1, predicted: 4 }], [{ row: 0, actual: 1, predicted: -2 }]])).toEqual([-2, 4]);
    expect(valueRange([[]])).toBeUndefined();
  });

  test("many rows are sampled evenly for the chart", () => {
    const many = Array.from({ length: 10_000 }, (_, row) => row);
    const { points, all } = actualVsPredicted(many, { value: many });
    expect([all, points.length, points[1]?.row, points.at(-1)?.row]).toEqual([10_000, MAX_POINTS, 5, 9995]);
  });

  test("predictions are counted by class, including a class that no model knows", () => {
    const actual = ["sun", "rain", null, "sun", "hail"];
    const prediction = { value: ["sun", "sun", "sun", "rain", "fog"] };
    const labels = classLabels(actual, [prediction]);
    expect(labels).toEqual(["sun", "hail", "rain", "fog"]);
    expect(confusionMatrix(actual, prediction, labels)).toEqual([
      [1, 0, 1, 0],
      [0, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  test("predictions are counted by score, and the last bin includes the maximum", () => {
    expect(scoreHistogram([0, 1, 5, 10], 2)).toEqual({ from: 0, to: 10, counts: [2, 2] });
    expect(scoreHistogram([3, 3], 2)).toEqual({ from: 2.5, to: 3.5, counts: [2] });
  });

  const judged = {
    value: [false, true, true],
    score: [0.4, 0.6, 0.9],
    p_value: [0.2, 0.02, 0.01],
    alarm: [false, true, true],
    alarm_fdr: 0.1,
  };

  test("rows that are judged together are flagged by their alarms, and by a threshold that is chosen instead", () => {
    expect(applyThreshold(judged, null)).toBe(judged);
    const { alarm: _alarm, alarm_fdr: _share, ...others } = judged;
    expect(applyThreshold(judged, 0.7)).toEqual({ ...others, value: [false, false, true], threshold: 0.7 });
  });

  test.each([
    ["as they were sent", 0.5, [null, false, true]],
    ["with another threshold", 0.1, [null, true, true]],
  ])("rows that a detector cannot judge have no answer and no score %s, and are last by error", (_how, threshold, value) => {
    const result = { rows: [0, 1, 2], prediction: { value: [null, false, true], score: [0, 0.2, 0.9], threshold: 0.5 } };
    const detail = fromPartial<EvaluationByModelDetail>({ id: "a", result });
    const [model] = modelPredictionsOf([{ ...line("a", {}), threshold }], [detail]);
    const { prediction } = model!;
    expect(prediction).toEqual({ value, score: [null, 0.2, 0.9], threshold });
    expect(scoreHistogram(prediction.score ?? [], 2)).toEqual({ from: 0.2, to: 0.9, counts: [1, 1] });
    expect(rowsByError(predictionErrors("OCC", undefined, prediction))).toEqual([2, 1, 0]);
    expect(flaggingScore({ ...prediction, threshold: undefined })).toBe(0.2);
  });

  test.each([
    ["its threshold where it has one", { value: [true, false], score: [0.9, 0.1], threshold: 0.5 }, 0.5],
    ["the highest score without an alarm where rows are judged together", judged, 0.4],
    ["none where no row raises an alarm", { value: [false, false], score: [0.9, 0.1] }, undefined],
    ["the lowest where all do", { value: [true, true], score: [0.9, 0.1] }, 0.1],
  ])("the score above which a model flags rows is %s", (_which, prediction, score) => {
    expect(flaggingScore(prediction)).toBe(score);
  });

  test("predictions are counted by cluster", () => {
    expect(clusterSizes({ value: [2, 1, 2, null] }).map(({ cluster, rows }) => [cluster, rows])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test.each([
    ["regression by absolute error", "REGRESSION", [1, 2, null], { value: [1.5, 4, 1] }, [1, 0, 2]],
    [
      "classification by the probability of the right class",
      "CLASSIFICATION",
      ["a", "b", "a"],
      { value: ["a", "a", "a"], prob: [{ a: 0.6 }, { a: 0.9, b: 0.1 }, { a: 0.8 }] },
      [1, 0, 2],
    ],
    ["outlier detection by score", "OCC", undefined, { value: [false, true], score: [0.1, 0.9] }, [1, 0]],
    ["clustering in the given order", "CLUSTERING", undefined, { value: [2, 1] }, [0, 1]],
  ] as const)("order of rows by error: %s", (_sentence, type, actual, prediction, order) => {
    const given = fromPartial<Parameters<typeof predictionErrors>[2]>({ ...prediction });
    expect(rowsByError(predictionErrors(type, actual && [...actual], given))).toEqual(order);
  });
});
