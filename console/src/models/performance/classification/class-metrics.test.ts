import { metricsByClass } from "./class-metrics.js";

const result = {
  labels: ["no", "yes", "never"],
  confusion: [
    [50, 10, 0],
    [20, 20, 0],
    [0, 0, 0],
  ],
};

test("precision, recall and F1 of each class; null where nothing is of it or is taken for it", () => {
  expect(metricsByClass(result)).toEqual([
    { label: "no", rows: 60, precision: 50 / 70, recall: 50 / 60, f1: 100 / 130, intervals: {} },
    { label: "yes", rows: 40, precision: 20 / 30, recall: 0.5, f1: 40 / 70, intervals: {} },
    { label: "never", rows: 0, precision: null, recall: null, f1: null, intervals: {} },
  ]);
});
