import { createRandom } from "../numeric/random.js";
import { blocksInTime, classUncertainty, metricUncertainty } from "./bootstrap.js";
import { weightedClassMetrics } from "./metrics/class-metrics.js";
import { supervisedMetrics } from "./metrics/compute-metrics.js";
import { rankByClass } from "./metrics/rank-rows.js";

/** Classes that are predicted correctly in `right` of `rows` rows; the trivial guess is correct in `majority` of them. */
function accuracyOf(rows: number, right: number, majority: number) {
  const codes = Int32Array.from({ length: rows }, (_, i) => (i < majority ? 0 : 1));
  const target = { kind: "class" as const, codes, labels: ["no", "yes"] };
  const rankOf = (i: number) => (i * 7919) % rows;
  const isRight = (i: number) => rankOf(i) < right;
  const probabilities = Float64Array.from([...codes].flatMap((code, i) => ((code === 1) === isRight(i) ? [0.2, 0.8] : [0.8, 0.2])));
  const guess = Float64Array.from([...codes].flatMap(() => [0.7, 0.3]));
  return metricUncertainty(
    { model: supervisedMetrics(target, { probabilities }), trivial: supervisedMetrics(target, { probabilities: guess }) },
    rows,
  );
}

test("the interval of an accuracy agrees with the binomial distribution", () => {
  const { lower, upper } = accuracyOf(400, 320, 200).intervals.Accuracy!;
  // 0.8 ± 1.96 · √(0.8 · 0.2 ÷ 400)
  expect(lower).toBeCloseTo(0.761, 2);
  expect(upper).toBeCloseTo(0.839, 2);
});

test("the trivial guess has an interval of its own", () => {
  const { lower, upper } = accuracyOf(400, 320, 280).baselineIntervals.Accuracy!;
  // 0.7 ± 1.96 · √(0.7 · 0.3 ÷ 400)
  expect(lower).toBeCloseTo(0.655, 2);
  expect(upper).toBeCloseTo(0.745, 2);
});

test("74.5 % of 200 rows is not clearly more than 70 %, and of 4,000 rows it is", () => {
  const few = accuracyOf(200, 149, 140).baselineDifferences.Accuracy!;
  expect(few.lower).toBeLessThan(0);
  expect(few.upper).toBeGreaterThan(0);
  expect(accuracyOf(4_000, 2_980, 2_800).baselineDifferences.Accuracy!.lower).toBeGreaterThan(0);
});

test("an accuracy of 1 on 30 rows has the exact lower limit", () => {
  expect(accuracyOf(30, 30, 15).intervals.Accuracy).toEqual({ lower: 0.025 ** (1 / 30), upper: 1 });
});

test("a macro F1, a kappa and an area of 1 have the limits that the exact one of the accuracy gives", () => {
  const { intervals, baselineIntervals } = accuracyOf(30, 30, 15);
  // Of two equal classes, macro F1 equals the accuracy, and kappa is twice what it has above a half.
  const lower = 0.025 ** (1 / 30);
  expect(intervals.macroF1).toEqual({ lower: expect.closeTo(lower, 12), upper: 1 });
  expect(intervals.Kappa).toEqual({ lower: expect.closeTo(2 * lower - 1, 12), upper: 1 });
  expect(intervals.roc_auc).toEqual({ lower: 0.025 ** (1 / 15), upper: 1 });
  expect(baselineIntervals.Kappa).toBeUndefined();
  expect(accuracyOf(30, 29, 15).intervals.macroF1!.upper).toBeLessThanOrEqual(1);
});

test("a macro F1 of 1 is held by its interval as often as the accuracy is", () => {
  // Of models that are right in 92 % of the rows, few have no error in 40; the limit lies below what they deserve.
  const { macroF1 } = accuracyOf(40, 40, 30).intervals;
  expect(macroF1!.lower).toBeLessThan(0.92);
  expect(macroF1!.lower).toBeGreaterThan(0.8);
});

/** Uncertainty of the MAE of a model whose errors are the same in all rows of a group. */
function errorsByGroup(groups: number, size: number, seed: number, drawn: "rows" | "groups") {
  const random = createRandom(seed);
  const errors = Array.from({ length: groups }, () => Math.abs(random.normal()));
  const values = Float64Array.from({ length: groups * size }, (_, i) => errors[Math.floor(i / size)]);
  const zeros = new Float64Array(values.length);
  const figures = supervisedMetrics({ kind: "number", values }, { values: zeros });
  const codes = Int32Array.from(values, (_, i) => Math.floor(i / size));
  return metricUncertainty({ model: figures, trivial: figures }, values.length, drawn === "groups" ? codes : undefined);
}

test("intervals by groups hold the expected error 95 % of the time, and intervals by rows do not", () => {
  const expected = Math.sqrt(2 / Math.PI);
  const share = (drawn: "rows" | "groups") => {
    const held = Array.from({ length: 60 }, (_, seed) => errorsByGroup(12, 8, seed, drawn).intervals.MAE!).filter(
      ({ lower, upper }) => lower <= expected && expected <= upper,
    );
    return held.length / 60;
  };
  expect(share("groups")).toBeGreaterThan(0.88);
  expect(share("rows")).toBeLessThan(0.7);
});

test("a figure does not differ from itself", () => {
  expect(errorsByGroup(12, 8, 1, "groups").baselineDifferences).toEqual({});
});

test("models of the same rows have the same resamples", () => {
  expect(errorsByGroup(12, 8, 1, "groups")).toEqual(errorsByGroup(12, 8, 1, "groups"));
});

describe("rows in order of time are drawn in blocks", () => {
  const periods = (count: number, rows = 1) => Int32Array.from({ length: rows * count }, (_, row) => Math.floor(row / rows));

  test("of the cube root of the number of their times", () => {
    expect([...blocksInTime(periods(27))].filter((block) => block === 0)).toHaveLength(3);
    expect(new Set(blocksInTime(periods(1000))).size).toBe(100);
    for (const few of [2, 3, 4]) expect(new Set(blocksInTime(periods(few))).size).toBeGreaterThan(1);
  });

  test("that keep the rows of one time together", () => {
    expect(blocksInTime(periods(27, 50))).toEqual(periods(9, 150));
    expect(blocksInTime(periods(1, 9))).toEqual(new Int32Array(9));
  });

  test("so that an interval holds the error to expect where the rows of a day err alike", () => {
    let held = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const errors = Array.from({ length: 24 }, () => random.normal()).flatMap((day) =>
        Array.from({ length: 50 }, () => day + 0.5 * random.normal()),
      );
      const target = { kind: "number", values: Float64Array.from(errors) } as const;
      const model = supervisedMetrics(target, { values: new Float64Array(errors.length) });
      const { lower, upper } = metricUncertainty({ model }, errors.length, blocksInTime(periods(24, 50))).intervals.RMSE!;
      if (lower <= Math.sqrt(1.25) && upper >= Math.sqrt(1.25)) held++;
    }
    expect(held / 60).toBeGreaterThan(0.85);
  });
});

test("one group tells no interval", () => {
  const values = Float64Array.of(1, 2, 3);
  const figures = supervisedMetrics({ kind: "number", values }, { values: new Float64Array(3) });
  expect(metricUncertainty({ model: figures, trivial: figures }, 3, new Int32Array(3)).intervals).toEqual({});
});

describe("figures of each class", () => {
  /** 300 rows: 200 of the first class, 99 of the second and one of the third. A fifth of each of the first two is wrong. */
  const codes = Int32Array.from({ length: 300 }, (_, i) => (i < 200 ? 0 : i < 299 ? 1 : 2));
  const predicted = codes.map((code, i) => (code === 2 ? 0 : i % 5 === 0 ? 1 - code : code));
  const probabilities = Float64Array.from([...predicted].flatMap((code) => [0, 1, 2].map((k) => (k === code ? 0.8 : 0.1))));
  const ranked = rankByClass({ codes, classCount: 3, probabilities });
  const figuresOf = (k: number) => weightedClassMetrics({ codes, predicted, ranked }, k);
  const intervals = (groups?: Int32Array) => classUncertainty({ codes, predicted, classCount: 3, groups }, figuresOf);

  test("the interval of a recall agrees with the binomial distribution", () => {
    // 0.8 ± 1.96 · √(0.8 · 0.2 ÷ 200)
    expect(intervals()[0].recall!.lower).toBeCloseTo(0.745, 2);
    expect(intervals()[0].recall!.upper).toBeCloseTo(0.855, 2);
  });

  test.each(["precision", "recall", "f1", "auc", "average_precision"] as const)("the interval of %s has the figure inside", (name) => {
    for (const k of [0, 1]) {
      const { lower, upper } = intervals()[k][name]!;
      const figure = figuresOf(k)()[name]!;
      expect(lower).toBeLessThan(figure);
      expect(upper).toBeGreaterThan(figure);
    }
  });

  test("a class of one row that is never answered has an exact interval of its recall, and none of its precision", () => {
    expect(intervals()[2]).toMatchObject({ recall: { lower: 0, upper: 0.975 } });
    expect(intervals()[2].precision).toBeUndefined();
  });

  test("an F1 of 0 has the limit of the share of right rows among those of the class and those taken for it", () => {
    expect(intervals()[2].f1).toEqual({ lower: 0, upper: expect.closeTo((2 * 0.975) / 1.975, 12) });
  });

  test("rows that are drawn together widen the intervals", () => {
    const widthOf = ({ recall }: ReturnType<typeof intervals>[number]) => recall!.upper - recall!.lower;
    expect(widthOf(intervals(codes.map((_code, i) => i % 5))[0])).toBeGreaterThan(2 * widthOf(intervals()[0]));
  });
});
