import { predictionHistogram } from "./prediction-histogram.js";

test("numbers are counted in twenty bins, and the last bin includes the maximum", () => {
  const bins = predictionHistogram([0, 0.4, 10, 19.9, 20, null], true);
  expect(bins.map(({ count }) => count)).toEqual([2, ...new Array(9).fill(0), 1, ...new Array(8).fill(0), 2]);
  expect(bins[0]?.range).toEqual([0, 1]);
  expect(bins[19]?.range).toEqual([19, 20]);
});

test("equal numbers share one bin", () => {
  expect(predictionHistogram([7, 7], true)).toEqual([{ range: [7, 7], answer: 7, count: 2 }]);
});

test.each([
  ["classes", ["b", "a", "b", null], ["b", 2, "a", 1]],
  ["outliers", [false, true, false], [false, 2, true, 1]],
  ["clusters", [2, 1, 2, 2], [2, 3, 1, 1]],
  ["no values", [null], []],
])("predicted %s are counted, the most frequent first", (_what, values, expected) => {
  expect(predictionHistogram(values, false).flatMap(({ answer, count }) => [answer, count])).toEqual(expected);
});
