import { calibrationOfClass, chanceLine, curvePoints, drawnCurves, rarerFirst, shareOfClass } from "./class-curves.js";

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
const close = (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => [expect.closeTo(x, 9), expect.closeTo(y, 9)]);

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
  expect(curvePoints(kind, roc, 0.4)).toEqual(close(points));
});

test("a model that guesses has the class's share as precision, and a lift of 1", () => {
  expect(chanceLine("precisionRecall", 0.4)).toEqual([
    [0, 0.4],
    [1, 0.4],
  ]);
  expect(chanceLine("lift", 0.4)[1]).toEqual([1, 1]);
});

const result = {
  labels: ["bad", "good"],
  confusion: [
    [1, 3],
    [2, 14],
  ],
};

test("of two classes the rarer comes first, whatever its name", () => {
  expect(rarerFirst(result)).toEqual(["bad", "good"]);
  expect(rarerFirst({ ...result, confusion: [...result.confusion].reverse() })).toEqual(["good", "bad"]);
  expect(rarerFirst({ labels: ["a", "b", "c"], confusion: [[9], [5], [1]] })).toEqual(["a", "b", "c"]);
  const curveOf = (label: string) => ({ ...roc, label, auc: 0.5 });
  expect(drawnCurves({ ...result, roc: [curveOf("good"), curveOf("bad")] }).map(({ label }) => label)).toEqual(["bad", "good"]);
  expect(shareOfClass(result, "bad")).toBe(0.2);
});

test("the calibration of one of two classes mirrors that of the other", () => {
  const metrics = { log_loss: 0.5, brier: 0.2, ece: 0.1 };
  const bins = [
    { from: 0, to: 0.5, rows: 3, predicted: 0.25, actual: 0.5 },
    { from: 0.5, to: 1, rows: 0, predicted: null, actual: null },
  ];
  const ofGood = { method: "none" as const, temperature: 1, smoothing: 0, before: metrics, after: metrics, bins_of: "good" };
  const calibration = { ...ofGood, bins_before: bins, bins_after: bins };
  const mirrored = [
    { from: 0, to: 0.5, rows: 0, predicted: null, actual: null },
    { from: 0.5, to: 1, rows: 3, predicted: 0.75, actual: 0.5 },
  ];
  expect(calibrationOfClass(calibration, "bad")).toEqual({ ...calibration, bins_of: "bad", bins_before: mirrored, bins_after: mirrored });
  expect(calibrationOfClass(calibration, "good")).toEqual(calibration);
});
