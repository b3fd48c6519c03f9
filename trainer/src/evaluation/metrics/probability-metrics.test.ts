/** The expected figures are scikit-learn's on the same rows, from references/probabilities.py. */
import { readFileSync } from "node:fs";
import { type ClassProbabilities, probabilityMetrics, reliabilityBins } from "./probability-metrics.js";
import { rankByEachClass, rankRows } from "./rank-rows.js";
import { rocCurve, rocCurves } from "./roc.js";
import { thresholdTable } from "./threshold-table.js";

interface Reference {
  rows: number;
  labels: number;
  log_loss: number;
  brier: number;
  ece: number;
  auc: number[];
  bins: { predicted: number[]; actual: number[] };
}
const { cases } = JSON.parse(readFileSync(new URL("../../../references/probabilities.json", import.meta.url), "utf8")) as {
  cases: Reference[];
};

/** Returns the rows of the reference as class probabilities. */
function forecastOf({ rows, labels: classCount }: Reference): ClassProbabilities {
  const codes = Int32Array.from({ length: rows }, (_, i) => (7 * i + Math.floor(i / 3)) % classCount);
  const probabilities = new Float64Array(rows * classCount);
  codes.forEach((code, i) => {
    const weights = Array.from({ length: classCount }, (_, k) => (1.013 + ((5 * i + 3 * k) % 11)) * (k === code && i % 4 > 0 ? 4 : 1));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    probabilities.set(
      weights.map((weight) => weight / sum),
      i * classCount,
    );
  });
  return { codes, classCount, probabilities };
}

describe.each(cases.map((reference) => [reference.labels, reference] as const))("%i classes", (labels, reference) => {
  const forecast = forecastOf(reference);
  const names = Array.from({ length: labels }, (_, k) => `class ${k}`);

  test("log loss, Brier score and expected calibration error equal scikit-learn's", () => {
    const figures = probabilityMetrics(forecast);
    expect(figures.log_loss).toBeCloseTo(reference.log_loss, 12);
    expect(figures.brier).toBeCloseTo(reference.brier, 12);
    expect(figures.ece).toBeCloseTo(reference.ece, 12);
  });

  test("the reliability in each bin that has rows equals scikit-learn's", () => {
    const bins = reliabilityBins(forecast).filter(({ rows }) => rows > 0);
    expect(bins.map(({ predicted }) => predicted)).toEqual(reference.bins.predicted.map((value) => expect.closeTo(value, 12)));
    expect(bins.map(({ actual }) => actual)).toEqual(reference.bins.actual.map((value) => expect.closeTo(value, 12)));
    expect(bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(reference.rows);
  });

  test("the area under the ROC curve equals scikit-learn's", () => {
    const curves = rocCurves(names, rankByEachClass(forecast));
    const expected = labels === 2 ? [reference.auc[1], reference.auc[1]] : reference.auc;
    expect(curves.map(({ auc }) => auc)).toEqual(expected.map((value) => expect.closeTo(value, 12)));
    for (const { points } of curves) {
      expect(points.length).toBeLessThanOrEqual(101);
      expect([points[0], points.at(-1)]).toEqual([
        { fpr: 0, tpr: 0 },
        { fpr: 1, tpr: 1 },
      ]);
    }
  });
});

test("rows with a true-class probability of 0 make the log loss large but finite", () => {
  const { log_loss } = probabilityMetrics({ codes: Int32Array.of(1), classCount: 2, probabilities: Float64Array.of(1, 0) });
  expect(log_loss).toBeCloseTo(-Math.log(1e-15), 9);
});

test("a tie of scores counts half in the ROC area, and a single class has no area", () => {
  expect(rocCurve(rankRows(Float64Array.of(1, 1, 1, 1), (row) => row < 2)).auc).toBe(0.5);
  expect(rocCurve(rankRows(Float64Array.of(3, 2, 2, 1), (row) => row < 2)).auc).toBe(0.875);
  expect(rocCurve(rankRows(Float64Array.of(1, 2), () => true))).toEqual({ auc: null, average_precision: null, points: [] });
});

test("the threshold table counts the predictions at each threshold", () => {
  const target = { kind: "class" as const, codes: Int32Array.of(0, 0, 1, 1), labels: ["no", "yes"] };
  const table = thresholdTable(target, Float64Array.of(0.9, 0.1, 0.4, 0.6, 0.7, 0.3, 0.2, 0.8));
  expect(table).toHaveLength(19);
  expect(table.find(({ threshold }) => threshold === 0.5)).toEqual({
    threshold: 0.5,
    true_positives: 1,
    false_positives: 1,
    true_negatives: 1,
    false_negatives: 1,
    precision: 0.5,
    recall: 0.5,
  });
  expect(table[0]).toMatchObject({ true_positives: 2, false_positives: 2, recall: 1, precision: 0.5 });
  expect(table[18]).toMatchObject({ true_positives: 0, false_positives: 0, recall: 0, precision: null });
});

test("the average precision weighs each precision by the recall that its threshold adds; rows with the same score come together", () => {
  const isPositive = (row: number) => [0, 1, 3].includes(row);
  // Precision 1 and 1 at recall 1/3 and 2/3, and 3/4 at recall 1: as scikit-learn's average_precision_score.
  expect(rocCurve(rankRows(Float64Array.of(0.9, 0.8, 0.7, 0.6, 0.1), isPositive)).average_precision).toBeCloseTo((1 + 1 + 3 / 4) / 3, 12);
  expect(rocCurve(rankRows(Float64Array.of(0.5, 0.5, 0.5, 0.5, 0.5), isPositive)).average_precision).toBeCloseTo(3 / 5, 12);
});
