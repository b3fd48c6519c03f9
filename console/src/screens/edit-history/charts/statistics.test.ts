import { boxPlotStats, histogram, pearsonCorrelation } from "./statistics.js";

test("a histogram of a few whole numbers has one bin for each number", () => {
  expect(histogram([4, 8, 8, null, 6, 4, 4])).toEqual([
    { from: 3.5, to: 4.5, rows: [0, 5, 6] },
    { from: 4.5, to: 5.5, rows: [] },
    { from: 5.5, to: 6.5, rows: [4] },
    { from: 6.5, to: 7.5, rows: [] },
    { from: 7.5, to: 8.5, rows: [1, 2] },
  ]);
});

test("other numbers are counted in equally wide bins, and the last bin includes the maximum", () => {
  const bins = histogram([0, 0.1, 0.2, 0.9, 1]);
  expect(bins).toHaveLength(5);
  expect(bins.map(({ rows }) => rows)).toEqual([[0, 1], [2], [], [], [3, 4]]);
  expect(bins.at(-1)?.to).toBeCloseTo(1);
});

test("more values make more bins, up to forty", () => {
  const values = (count: number) => Array.from({ length: count }, (_, i) => i / 7);
  expect(histogram(values(1000))).toHaveLength(20);
  expect(histogram(values(10_000))).toHaveLength(40);
  expect(histogram(values(10_000)).reduce((sum, { rows }) => sum + rows.length, 0)).toBe(10_000);
});

test.each<[string, number[], ReturnType<typeof histogram>]>([
  ["no values give no bins", [], []],
  ["equal values give one bin", [3, 3], [{ from: 3, to: 3, rows: [0, 1] }]],
])("histogram: %s", (_sentence, values, bins) => {
  expect(histogram(values)).toEqual(bins);
});

test("a box plot has quartiles, whiskers to the last values within 1.5 times the interquartile range, and outliers beyond", () => {
  expect(boxPlotStats([1, 2, 3, 4, 5, 100])).toEqual({ low: 1, q1: 2.25, median: 3.5, q3: 4.75, high: 5, outliers: [100], count: 6 });
  expect(boxPlotStats([])).toBeNull();
});

test.each<[string, (number | null)[], (number | null)[], number | null]>([
  ["of increasing pairs is 1", [1, 2, 3], [10, 20, 30], 1],
  ["of opposite pairs is -1", [1, 2, 3], [3, 2, 1], -1],
  ["uses the rows with both values", [1, null, 2, 3], [2, 9, 4, 6], 1],
  ["keeps its digits far from zero", [1e9 + 1, 1e9 + 2, 1e9 + 3], [1, 2, 3], 1],
  ["is null of two pairs, which always lie on a line", [1, null, 3], [10, 20, 30], null],
  ["is null if one column is constant", [1, 2, 3], [5, 5, 5], null],
])("a correlation %s", (_sentence, one, other, expected) => {
  const found = pearsonCorrelation(one, other);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(expected, 9);
});

test("the correlation of Anscombe's first quartet is 0.816", () => {
  // Anscombe's first quartet (1973): 0.816.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  expect(pearsonCorrelation(x, y)).toBeCloseTo(0.81642, 5);
});
