import { equalCosts, type HeldOutPredictions } from "@agatha/contracts";
import { answeringThreshold, cheapestThreshold, decisionMetrics, readCosts, typeCosts } from "./class-decision.js";

const heldOut: HeldOutPredictions = {
  rows: [0, 1, 2, 3],
  actual: ["no", "no", "yes", "yes"],
  prediction: {
    value: ["no", "no", "no", "yes"],
    prob: [0.1, 0.3, 0.3, 0.8].map((yes) => ({ no: 1 - yes, yes })),
  },
};
const labels = ["no", "yes"];

test("a lower threshold finds more rows of the second class, and its figures and cost follow", () => {
  const costs = [
    [0, 1],
    [5, 0],
  ];
  expect(decisionMetrics({ labels, costs, threshold: 0.5 }, heldOut)).toMatchObject({
    confusion: [
      [2, 0],
      [1, 1],
    ],
    accuracy: 0.75,
    costPerRow: 5 / 4,
  });
  expect(decisionMetrics({ labels, costs, threshold: 0.3 }, heldOut)).toMatchObject({
    confusion: [
      [1, 1],
      [0, 2],
    ],
    costPerRow: 1 / 4,
  });
});

test("the decision goes by calibrated probabilities, as the model's answers do", () => {
  const decision = { labels, costs: equalCosts(2), threshold: 0.4 };
  const flatter = { temperature: 3, smoothing: 0 };
  expect(decisionMetrics(decision, heldOut).confusion).toEqual([
    [2, 0],
    [1, 1],
  ]);
  // 0.3 becomes 0.43, and 0.1 becomes 0.32.
  expect(decisionMetrics(decision, heldOut, { calibration: flatter }).confusion).toEqual([
    [1, 1],
    [0, 2],
  ]);
});

test("the macro F1 leaves out classes that neither occur nor are predicted", () => {
  const none = { ...heldOut, actual: ["no", "no", "no", "no"] };
  expect(decisionMetrics({ labels, costs: equalCosts(2), threshold: 1 }, none).macroF1).toBe(1);
});

test("the threshold of least expected cost is the share of a false alarm in both errors", () => {
  expect(
    cheapestThreshold([
      [0, 1],
      [4, 0],
    ]),
  ).toBe(0.2);
  expect(
    cheapestThreshold([
      [0, 0],
      [0, 0],
    ]),
  ).toBeUndefined();
});

test("costs are read only if each is a number", () => {
  expect(readCosts(typeCosts(equalCosts(3)))).toEqual(equalCosts(3));
  expect(
    readCosts([
      ["0", ""],
      ["1", "0"],
    ]),
  ).toBeUndefined();
});

test("a decision without a threshold answers from the one of least expected cost", () => {
  const costs = [
    [0, 1],
    [4, 0],
  ];
  expect(answeringThreshold({ costs })).toBe(0.2);
  expect(answeringThreshold({ costs, threshold: 0.7 })).toBe(0.7);
  expect(answeringThreshold({ costs: equalCosts(2) })).toBe(0.5);
});

test("probabilities that were calibrated without the row come before the model's own calibration", () => {
  const decision = { labels, costs: equalCosts(2), threshold: 0.5 };
  const calibrated = [0.4, 0.6, 0.9, 0.1, 0.2, 0.8, 0.1, 0.9];
  expect(decisionMetrics(decision, { ...heldOut, calibrated }, { calibration: { temperature: 3, smoothing: 0 } }).confusion).toEqual([
    [1, 1],
    [0, 2],
  ]);
});

test("the model's own answers have the intervals of its own figures, and other answers have approximations", () => {
  const own = { Accuracy: { lower: 0.25, upper: 0.875 }, macroF1: { lower: 0.125, upper: 1 } };
  const decision = { labels, costs: equalCosts(2), threshold: 0.5 };
  const found = decisionMetrics(decision, heldOut, { intervals: own });
  expect(found.intervals).toEqual({ accuracy: own.Accuracy, macroF1: own.macroF1, costPerRow: { lower: 0.125, upper: 0.75 } });
  expect(found.approximated).toEqual([]);
  const costly = [
    [0, 1],
    [5, 0],
  ];
  expect(decisionMetrics({ ...decision, costs: costly }, heldOut, { intervals: own }).approximated).toEqual(["costPerRow"]);
  const cost = { lower: 0.5, upper: 2 };
  const byCosts = decisionMetrics({ ...decision, costs: costly }, heldOut, { intervals: { ...own, cost }, costs: costly });
  expect(byCosts).toMatchObject({ intervals: { costPerRow: cost }, approximated: [] });
  const moved = decisionMetrics({ ...decision, threshold: 0.2 }, heldOut, { intervals: own });
  expect(moved.approximated).toEqual(["accuracy", "macroF1", "costPerRow"]);
  expect(moved.intervals.accuracy).not.toEqual(own.Accuracy);
});
