/** Expected figures are computed by hand, or by scikit-learn 1.9.1 on the same numbers where a test says so. */
import { readFileSync } from "node:fs";
import { createRandom } from "../../numeric/random.js";
import { argmaxClasses, classificationMetrics, confusionMatrix } from "./classification-metrics.js";
import { calinskiHarabaszScore } from "./clustering-metrics.js";
import { computeMetrics, meanMetrics, metricStandardDeviations } from "./compute-metrics.js";
import { outlierMetrics } from "./outlier-metrics.js";
import { regressionMetrics } from "./regression-metrics.js";
import { MAX_SILHOUETTE_ROWS, silhouetteScore } from "./silhouette.js";

describe("regression", () => {
  const figures = regressionMetrics(Float64Array.of(3, -0.5, 2, 7, 0, 0), Float64Array.of(2.5, 0, 2, 8, 0, 1));

  test("RMSE, MAE and R2 equal those of scikit-learn", () => {
    expect(figures.RMSE).toBeCloseTo(0.6454972243679028, 14);
    expect(figures.MAE).toBeCloseTo(0.5, 14);
    expect(figures.R2).toBeCloseTo(0.9378238341968912, 14);
  });

  test("MAAPE is the mean angle, with π/2 for a missed actual 0", () => {
    // arctan(1/6), arctan(1), 0, arctan(1/7), 0 (0 predicted as 0), π/2 (0 predicted as 1).
    expect(figures.MAAPE).toBeCloseTo((Math.atan(1 / 6) + Math.PI / 4 + Math.atan(1 / 7) + Math.PI / 2) / 6, 14);
  });

  test("R2 is null when the actual values are constant", () => {
    expect(regressionMetrics(Float64Array.of(2, 2), Float64Array.of(1, 3))).toEqual({
      RMSE: 1,
      MAE: 1,
      MAAPE: Math.atan(0.5),
      R2: null,
    });
  });

  test("regression metrics except MAAPE are null when an error overflows", () => {
    expect(regressionMetrics(Float64Array.of(1, 2), Float64Array.of(1, Number.POSITIVE_INFINITY))).toEqual({
      RMSE: null,
      MAE: null,
      MAAPE: Math.PI / 4,
      R2: null,
    });
  });

  test.each([1e-300, 1e-170, 1e170, 1e300])(
    "RMSE and R2 are right where the squares of values around %d vanish or are infinite",
    (unit) => {
      const scaled = (...values: number[]) => Float64Array.from(values, (value) => value * unit);
      const { RMSE, R2 } = regressionMetrics(scaled(3, -0.5, 2, 7), scaled(2.5, 0, 2, 8));
      expect(RMSE! / unit).toBeCloseTo(Math.sqrt(0.375), 12);
      expect(R2).toBeCloseTo(1 - 1.5 / 29.1875, 12);
    },
  );

  test("regression metrics are all null without rows", () => {
    expect(regressionMetrics(new Float64Array(0), new Float64Array(0))).toEqual({ RMSE: null, MAE: null, MAAPE: null, R2: null });
  });
});

describe("classification", () => {
  const figures = (actual: number[], predicted: number[], labels: number) =>
    classificationMetrics(confusionMatrix(Int32Array.from(actual), Int32Array.from(predicted), labels));

  test("Accuracy, Kappa and macroF1 equal those of scikit-learn", () => {
    const { Accuracy, Kappa, macroF1 } = figures([0, 1, 2, 2, 0, 1, 1, 2, 0, 0], [0, 2, 2, 2, 0, 1, 0, 2, 1, 0], 3);
    expect(Accuracy).toBeCloseTo(0.7, 14);
    expect(Kappa).toBeCloseTo(0.5454545454545454, 14);
    expect(macroF1).toBeCloseTo(0.669047619047619, 14);
  });

  test("macroF1 counts a class that is only predicted, as in scikit-learn, and ignores one that does not occur", () => {
    const { Accuracy, Kappa, macroF1 } = figures([0, 0, 0, 1], [0, 2, 0, 0], 5);
    expect(Accuracy).toBeCloseTo(0.5, 14);
    expect(Kappa).toBeCloseTo(-0.1428571428571428, 14);
    expect(macroF1).toBeCloseTo(0.2222222222222222, 14);
  });

  test("Kappa is null when chance always agrees", () => {
    expect(figures([1, 1], [1, 1], 2)).toEqual({ Accuracy: 1, Kappa: null, macroF1: 1 });
  });

  test("log_loss equals that of scikit-learn for unordered classes and a class that does not occur", () => {
    // log_loss([2, 0, 0], [[.1, .2, .7], [.5, .25, .25], [.3, .3, .4]], labels=[0, 1, 2])
    const prediction = { probabilities: Float64Array.of(0.1, 0.2, 0.7, 0.5, 0.25, 0.25, 0.3, 0.3, 0.4) };
    const target = { kind: "class" as const, codes: Int32Array.of(2, 0, 0), labels: ["a", "b", "c"] };
    expect(computeMetrics("CLASSIFICATION", { prediction, target }, createRandom(1)).log_loss).toBeCloseTo(0.7512649762748712, 14);
  });

  test("log_loss is null without rows", () => {
    const target = { kind: "class" as const, codes: new Int32Array(0), labels: ["a", "b"] };
    expect(computeMetrics("CLASSIFICATION", { prediction: {}, target }, createRandom(1))).toEqual({
      Accuracy: null,
      Kappa: null,
      macroF1: null,
      log_loss: null,
      roc_auc: null,
    });
  });

  test("the confusion matrix has actual classes in rows and predicted classes in columns", () => {
    expect(confusionMatrix(Int32Array.of(0, 0, 1), Int32Array.of(1, 1, 0), 2)).toEqual([
      [0, 2],
      [1, 0],
    ]);
  });

  test("the most probable class is the first one on a tie", () => {
    expect([...argmaxClasses(Float64Array.of(0.4, 0.4, 0.2, 0.1, 0.2, 0.7), 3)]).toEqual([0, 2]);
  });
});

const rows = [
  [1, 2],
  [1.5, 1.8],
  [5, 8],
  [8, 8],
  [1, 0.6],
  [9, 11],
  [4, 4.5],
  [7.5, 9],
];
const x = { nrow: 8, ncol: 2, columns: [0, 1].map((j) => Float64Array.from(rows, (row) => row[j])) };

describe("clustering", () => {
  test.each([
    { groups: [0, 0, 1, 1, 0, 1, 0, 1], expected: { silhouette: 0.6559010428361509, ch: 31.595038464863002 } },
    { groups: [0, 0, 1, 1, 0, 1, 2, 1], expected: { silhouette: 0.49868587518247276, ch: 25.81473621165565 } },
    // Group numbers are only names.
    { groups: [9, 9, 4, 4, 9, 4, 7, 4], expected: { silhouette: 0.49868587518247276, ch: 25.81473621165565 } },
  ])("silhouette and Caliński-Harabasz index of $groups equal those of scikit-learn", ({ groups, expected }) => {
    expect(silhouetteScore(x, Int32Array.from(groups), createRandom(1))).toBeCloseTo(expected.silhouette, 14);
    expect(calinskiHarabaszScore(x, Int32Array.from(groups))).toBeCloseTo(expected.ch, 11);
  });

  test.each([
    { name: "one group", groups: [3, 3, 3, 3, 3, 3, 3, 3] },
    { name: "a group for each row", groups: [0, 1, 2, 3, 4, 5, 6, 7] },
  ])("silhouette and Caliński-Harabasz index are null for $name", ({ groups }) => {
    expect(silhouetteScore(x, Int32Array.from(groups), createRandom(1))).toBeNull();
    expect(calinskiHarabaszScore(x, Int32Array.from(groups))).toBeNull();
  });

  test.each([
    ["0 and 1", [0, 1]],
    ["numbers whose mean is rounded", [0.1, 0.7]],
  ])("the Caliński-Harabasz index of groups of equal rows is finite and the same for %s", (_what, values) => {
    const groups = Int32Array.from({ length: 60 }, (_, i) => i % 2);
    const equal = { nrow: 60, ncol: 1, columns: [Float64Array.from(groups, (group) => values[group])] };
    expect(calinskiHarabaszScore(equal, groups)! / 1e9).toBeCloseTo(58, 6);
    expect(calinskiHarabaszScore({ ...equal, columns: [new Float64Array(60)] }, groups)).toBeNull();
  });

  test("the silhouette of many rows uses a seeded sample and is close to that of all rows", () => {
    const random = createRandom(4);
    const n = MAX_SILHOUETTE_ROWS + 1000;
    const groups = Int32Array.from({ length: n }, (_, i) => i % 2);
    const many = { nrow: n, ncol: 1, columns: [Float64Array.from(groups, (group) => 3 * group + random.normal())] };
    const sampled = silhouetteScore(many, groups, createRandom(1));
    expect(sampled).toBe(silhouetteScore(many, groups, createRandom(1)));
    expect(sampled).not.toBe(silhouetteScore(many, groups, createRandom(2)));
    const half = { ...many, nrow: MAX_SILHOUETTE_ROWS, columns: [many.columns[0].subarray(0, MAX_SILHOUETTE_ROWS)] };
    expect(Math.abs((sampled ?? 0) - (silhouetteScore(half, groups.subarray(0, MAX_SILHOUETTE_ROWS), createRandom(1)) ?? 1))).toBeLessThan(
      0.05,
    );
  });
});

/** Scores from 0 to 7. */
const EIGHT = Float64Array.from({ length: 8 }, (_, i) => i);

describe("outlier detection without labels", () => {
  test("without labels, contamination is the share of flagged rows and the silhouette is that of flagged against unflagged rows", () => {
    const figures = outlierMetrics({ flagged: Int32Array.of(0, 0, 1, 1, 0, 1, 0, 1), scores: EIGHT }, x, createRandom(1))();
    expect(figures).toEqual({
      true_positive: null,
      min_distance: null,
      contamination: 0.5,
      silhouette_score: expect.closeTo(0.6559010428361509, 14),
    });
  });

  test("with known anomalies, the figures are the flagged shares of anomalies and of unlabeled rows, and the distance to a perfect detector", () => {
    const anomalous = Int32Array.of(0, 0, 1, 1, 0, 1, 0, 0);
    const figures = outlierMetrics({ flagged: Int32Array.of(0, 0, 1, 1, 0, 0, 0, 1), scores: EIGHT, anomalous }, x, createRandom(1))();
    expect(figures).toMatchObject({
      true_positive: 2 / 3,
      contamination: 1 / 5,
      min_distance: expect.closeTo(Math.hypot(1 / 3, 1 / 5), 14),
      // The anomalies score 2, 3 and 5: two of the others score below 2 and 3 each, and three below 5.
      roc_auc: expect.closeTo(7 / 15, 14),
    });
  });

  test("figures of a kind of rows that does not occur are null", () => {
    const none = { true_positive: 1, contamination: null, min_distance: null };
    const rows = { flagged: new Int32Array(8).fill(1), scores: EIGHT, anomalous: new Int32Array(8).fill(1) };
    expect(outlierMetrics(rows, x, createRandom(1))()).toMatchObject({ ...none, roc_auc: null });
  });
});

describe("over folds", () => {
  const folds = [
    { RMSE: 1, R2: 0.5 },
    { RMSE: 2, R2: null },
    { RMSE: 6, R2: 0.7 },
  ];

  test("the mean over folds is null when a fold lacks the figure", () => {
    expect(meanMetrics(folds)).toEqual({ RMSE: 3, R2: null });
  });

  test("the spread over folds is the sample standard deviation", () => {
    expect(metricStandardDeviations(folds)).toEqual({ RMSE: expect.closeTo(Math.sqrt(7), 14), R2: null });
  });

  test("one fold has no standard deviation", () => {
    expect(metricStandardDeviations(folds.slice(0, 1))).toEqual({});
  });
});

describe("figures that automatic training ranks by, as scikit-learn has them (references/ranking.py)", () => {
  type Figures = Record<string, number> & { rows: number };
  const path = new URL("../../../references/ranking.json", import.meta.url);
  const { classes, numbers } = JSON.parse(readFileSync(path, "utf8")) as { classes: (Figures & { labels: number })[]; numbers: Figures[] };

  function expectFigures(found: object, { rows: _rows, labels: _labels, ...figures }: Figures): void {
    expect(Object.keys(found).sort()).toEqual(Object.keys(figures).sort());
    for (const [name, value] of Object.entries(figures)) expect(Reflect.get(found, name)).toBeCloseTo(value, 12);
  }

  test.each(classes)("$rows rows of $labels classes", ({ rows, labels, ...figures }) => {
    const codes = Int32Array.from({ length: rows }, (_, i) => (7 * i + Math.floor(i / 3)) % labels);
    const probabilities = Float64Array.from({ length: rows * labels }, (_, cell) => {
      const [i, k] = [Math.floor(cell / labels), cell % labels];
      return (1.013 + ((5 * i + 3 * k) % 11)) * (k === codes[i] && i % 4 > 0 ? 4 : 1);
    });
    for (let i = 0; i < rows; i++) {
      const row = probabilities.subarray(i * labels, (i + 1) * labels);
      const sum = row.reduce((total, weight) => total + weight, 0);
      row.forEach((weight, k) => {
        row[k] = weight / sum;
      });
    }
    const target = { kind: "class", codes, labels: Array.from({ length: labels }, (_, k) => `c${k}`) } as const;
    expectFigures(computeMetrics("CLASSIFICATION", { prediction: { probabilities }, target }, createRandom(1)), {
      rows,
      ...figures,
    } as Figures);
  });

  test.each(numbers)("$rows rows of numbers", (figures) => {
    const values = Float64Array.from({ length: figures.rows }, (_, i) => 3 + (i % 17));
    const prediction = { values: values.map((value, i) => value + (((5 * i) % 7) - 3) / 2) };
    expectFigures(computeMetrics("REGRESSION", { prediction, target: { kind: "number", values } }, createRandom(1)), figures);
  });

  test("the area under the ROC curve is null where a class has no row", () => {
    const target = { kind: "class", codes: Int32Array.of(0, 1), labels: ["a", "b", "c"] } as const;
    const prediction = { probabilities: Float64Array.of(0.6, 0.3, 0.1, 0.2, 0.7, 0.1) };
    expect(computeMetrics("CLASSIFICATION", { prediction, target }, createRandom(1)).roc_auc).toBeNull();
  });
});
