import { chanceLine, curvePoints, figuresByClass, shareOfClass } from "./class-curves.js";

/** Of 10 rows 4 are of the class. The first three by probability are of it, then one of the others, then the fourth. */
const roc = {
  points: [
    { fpr: 0, tpr: 0 },
    { fpr: 0, tpr: 0.75 },
    { fpr: 1 / 6, tpr: 0.75 },
    { fpr: 1 / 6, tpr: 1 },
    { fpr: 1, tpr: 1 },
  ],
};
const close = (points: [number, number][]) => points.map(([x, y]) => [expect.closeTo(x, 9), expect.closeTo(y, 9)]);

test.each([
  [
    "precisionRecall",
    [
      [0.75, 1],
      [0.75, 0.75],
      [1, 0.8],
      [1, 0.4],
    ],
  ],
  [
    "gain",
    [
      [0, 0],
      [0.3, 0.75],
      [0.4, 0.75],
      [0.5, 1],
      [1, 1],
    ],
  ],
  [
    "lift",
    [
      [0.3, 2.5],
      [0.4, 1.875],
      [0.5, 2],
      [1, 1],
    ],
  ],
] as const)("points of the %s curve", (kind, points) => {
  expect(curvePoints(kind, roc, 0.4)).toEqual(close(points as unknown as [number, number][]));
});

test("a model that guesses has the class's share as precision, and a lift of 1", () => {
  expect(chanceLine("precisionRecall", 0.4)).toEqual([
    [0, 0.4],
    [1, 0.4],
  ]);
  expect(chanceLine("lift", 0.4)[1]).toEqual([1, 1]);
});

const result = {
  labels: ["no", "yes", "never"],
  confusion: [
    [50, 10, 0],
    [20, 20, 0],
    [0, 0, 0],
  ],
};

test("precision, recall and F1 of each class; null where nothing is of it or is taken for it", () => {
  expect(figuresByClass(result)).toEqual([
    { label: "no", rows: 60, precision: 50 / 70, recall: 50 / 60, f1: 100 / 130, intervals: {} },
    { label: "yes", rows: 40, precision: 20 / 30, recall: 0.5, f1: 40 / 70, intervals: {} },
    { label: "never", rows: 0, precision: null, recall: null, f1: null, intervals: {} },
  ]);
  expect(shareOfClass(result, "yes")).toBe(0.4);
});
