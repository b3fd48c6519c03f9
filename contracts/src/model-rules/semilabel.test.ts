import type { ColumnStats } from "../results/table.js";
import { defaultAnomalyValue, isLabelLike, semilabelProblem, valueCounts } from "./semilabel.js";

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
  histogram: [100 - larger, 0, larger],
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
  expect(isLabelLike({ name: "x", type, stats }, 100)).toBe(expected);
});

test("a column that is named as labels are looks like labels whatever the share of its values", () => {
  expect(isLabelLike({ name: "is_anomaly", type: "n", stats: numbers(40) }, 100)).toBe(true);
  expect(isLabelLike({ name: "Outlier", type: "s", stats: text([60, 40]) }, 100)).toBe(true);
  expect(isLabelLike({ name: "anomaly_score", type: "n", stats: { ...numbers(40), unique: 3 } }, 100)).toBe(false);
});

const named = (names: string[], missing = 0): ColumnStats => {
  const { top, ...stats } = text([39, 61].slice(0, names.length), missing);
  return { ...stats, top: top.map(({ count }, i) => ({ value: names[i] ?? "", count })) };
};
test.each<[string[], number, boolean]>([
  [["ok", "nok"], 0, true],
  [["OK", "NG"], 0, true],
  [["Pass", "Fail"], 0, true],
  [["good", "bad"], 0, true],
  [["i.O.", "n.i.O."], 0, true],
  [["正常", "異常"], 0, true],
  [["合格", "不合格"], 0, true],
  [["not ok", "ok"], 20, true],
  [["anomaly"], 61, true],
  [["anomaly"], 0, false],
  [["ok"], 61, false],
  [["good", "normal"], 0, false],
  [["yes", "no"], 0, false],
  [["good", "A"], 0, false],
])("verdicts on quality look like labels whatever their shares: %j, with %i missing", (names, missing, expected) => {
  expect(isLabelLike({ name: "x", type: "s", stats: named(names, missing) }, 100)).toBe(expected);
});

test.each<[string, "n" | "s", ColumnStats, string | undefined]>([
  ["the rarer of two texts", "s", text([60, 40]), "1"],
  ["the rarer of two numbers", "n", numbers(30), "1"],
  ["the smaller number where it is the rarer", "n", numbers(70), "0"],
  ["the larger of two numbers alike often", "n", numbers(50), "1"],
  ["every text where the other rows are empty", "s", text([20, 10], 70), undefined],
  [
    "the only number where the other rows are empty",
    "n",
    { ...numbers(0), unique: 1, min: 1, max: 1, histogram: [20], missing: 80 },
    undefined,
  ],
])("an anomaly is marked by %s", (_what, type, stats, value) => {
  expect(defaultAnomalyValue(valueCounts({ type, stats }))).toBe(value);
  expect(semilabelProblem({ type, stats })).toBeUndefined();
});

test.each([
  [["ok", "nok"], "nok"],
  [["OK", "NG"], "NG"],
  [["合格", "不合格"], "不合格"],
  [["fail", "reject"], "fail"],
  [["left", "right"], "left"],
])("of %j, of which the first is rarer, the default mark of an anomaly is %s", (values, expected) => {
  const top = values.map((value, i) => ({ value, count: [39, 61][i]! }));
  expect(defaultAnomalyValue(valueCounts({ type: "s", stats: { ...text([39, 61]), top } }))).toBe(expected);
});

test.each<[string, "n" | "s" | "d", ColumnStats, string | undefined, RegExp]>([
  ["of times", "d", text([]), undefined, /date-time/],
  ["of three numbers", "n", { ...numbers(30), unique: 3 }, undefined, /more than two/],
  ["of one number", "n", { ...numbers(0), unique: 1, min: 1, max: 1, histogram: [100] }, undefined, /leaves 0 rows/],
  ["without the value", "s", text([60, 40]), "odd", /no value "odd": it has "0", "1"/],
  ["with four rows of the value", "n", numbers(4), "1", /marks 4 rows/],
  ["with four rows of the other value", "n", numbers(96), "1", /leaves 4 rows/],
])("a column %s cannot mark anomalies", (_what, type, stats, value, problem) => {
  expect(semilabelProblem({ type, stats }, value)).toMatch(problem);
});
