import type { ColumnStats } from "./results/table.js";
import { isLabelLike } from "./semilabel.js";

const NONE: ColumnStats = {
  missing: 0,
  unique: 0,
  min: null,
  max: null,
  mean: null,
  std: null,
  quantiles: [],
  histogram: [],
  top: [],
  integer: false,
};
const text = (counts: number[], missing = 0): ColumnStats => ({
  ...NONE,
  missing,
  unique: counts.length,
  top: counts.map((count, i) => ({ value: `${i}`, count })),
});
/** Statistics of two numbers, the larger of which has this many of 100 rows. */
const numbers = (larger: number, min = 0, max = 1): ColumnStats => ({
  ...NONE,
  unique: 2,
  min,
  max,
  mean: min + ((max - min) * larger) / 100,
});

test.each<[string, "n" | "s" | "d", ColumnStats, boolean]>([
  ["two texts, one of them in a tenth of the rows", "s", text([90, 10]), true],
  ["two texts, one of them in more rows", "s", text([89, 11]), false],
  ["three texts", "s", text([90, 9, 1]), false],
  ["one text in few rows", "s", text([5], 95), true],
  ["one text in most rows", "s", text([95], 5), true],
  ["one text in half of the rows", "s", text([50], 50), false],
  ["two texts and empty rows", "s", text([90, 5], 5), false],
  ["one text in all rows", "s", text([100]), false],
  ["a rare 1 among zeros", "n", numbers(3), true],
  ["a rare 0 among ones", "n", numbers(97), true],
  ["a rare \u22127.5 among numbers", "n", numbers(95, -7.5, 2), true],
  ["two numbers alike often", "n", numbers(40), false],
  ["two times", "d", numbers(3), false],
  ["no value", "s", text([], 100), false],
])("a column of %s looks like labels or not", (_what, type, stats, expected) => {
  expect(isLabelLike({ type, stats }, 100)).toBe(expected);
});
