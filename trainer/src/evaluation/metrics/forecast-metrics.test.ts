import { forecastMetrics, monotoneHalfWidths, seasonalDifference } from "./forecast-metrics.js";

test("MASE is the mean absolute error in units of the seasonal change of its series, sMAPE the mean share, bias the mean of predicted − actual", () => {
  const { MASE, sMAPE, bias } = forecastMetrics([10, 20, 0], [12, 16, 0], [2, 4, 2]);
  expect(MASE).toBeCloseTo((2 / 2 + 4 / 4 + 0) / 3, 12);
  expect(sMAPE).toBeCloseTo((2 / 11 + 4 / 18 + 0) / 3, 12);
  expect(bias).toBeCloseTo((2 - 4) / 3, 12);
});

test("figures without values are null", () => {
  expect(forecastMetrics([], [], [])).toEqual({ MASE: null, sMAPE: null, bias: null });
});

test.each<[string, number[], number, number]>([
  ["one season apart", [1, 5, 2, 7, 3, 9], 2, (1 + 2 + 1 + 2) / 4],
  ["one period apart where there is no whole season", [1, 5, 2], 12, 3.5],
  ["without the missing ones", [1, Number.NaN, 2, 7], 1, 5],
])("the seasonal change is the mean absolute difference %s", (_title, values, season, expected) => {
  expect(seasonalDifference(Float64Array.from(values), season)).toBeCloseTo(expected, 12);
});

test("widths that narrow with the periods ahead become the mean of neighbours, weighed by rows", () => {
  const widths = [1, 3, 2, 5].map((width, i) => ({ width, rows: [10, 10, 30, 5][i]! }));
  expect(monotoneHalfWidths(widths)).toEqual([1, 2.25, 2.25, 5]);
});

test("a step with too few rows has the width before it, widened as a random walk widens", () => {
  const widths = [2, 4, null, null].map((width) => ({ width, rows: 20 }));
  expect(monotoneHalfWidths(widths)).toEqual([2, 4, 4 * Math.sqrt(3 / 2), 4 * Math.sqrt(2)]);
  expect(monotoneHalfWidths([{ width: null, rows: 1 }])).toEqual([null]);
});
