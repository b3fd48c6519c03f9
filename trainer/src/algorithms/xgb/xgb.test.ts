/** references/xgb.py computes the figures with xgboost. */
import fc from "fast-check";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { fitContext } from "../../testing/fit-context.js";
import { matrix } from "../../testing/matrix.js";
import { describeAgainstPeer, describeAgainstPeerOverSplits, type PeerFigures } from "../../testing/peer-comparison.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import type { Prediction } from "../base/algorithm.js";
import { xgb } from "./index.js";

interface Figures {
  small: {
    title: string;
    task: "REGRESSION" | "CLASSIFICATION";
    columns: (number | null)[][];
    target: number[];
    lambda: number;
    minChildWeight: number;
    gamma: number;
    answers: number[];
  }[];
  held_out: PeerFigures;
  five_splits: PeerFigures["Accuracy"];
}

const figures = referenceFigures<Figures>("xgb");

const a = [0.5, 1.2, -0.3, 2.1, -1.4, 0, 1.7, -0.8, 0.9, -2.2, 1.1, 0.4];
const b = [1, -0.5, 0.3, 0.8, -1.1, 2, -0.7, 0.1, -1.6, 0.6, 1.5, -0.2];
const noise = [0.1, -0.2, 0.3, 0, 0.2, -0.1, 0.05, 0.15, -0.3, 0.2, 0, 0.1];
const y = a.map((_, i) => 3 * a[i] - 2 * b[i] + noise[i]);

const shallow = {
  rounds: 5,
  maxDepth: 3,
  learningRate: 0.3,
  minChildWeight: 1,
  lambda: 1,
  gamma: 0,
  subsample: 1,
  columnSample: 1,
  bins: 256,
};
const numbers: Target = { kind: "number", values: Float64Array.from(y) };
const classes = (codes: number[], labels = Math.max(...codes) + 1): Target => ({
  kind: "class",
  codes: Int32Array.from(codes),
  labels: Array.from({ length: labels }, (_, k) => `label ${k}`),
});

const whole = matrix(a, b);
async function answer(x: Matrix, target: Target, params = shallow, seed = 1): Promise<Prediction> {
  return (await xgb.fit(x, target, params, fitContext({ random: createRandom(seed) }))).predict(x);
}

describe("predicts the same as xgboost with histograms, 5 rounds and depth 3", () => {
  test.each(figures.small)("$title", async ({ task, columns, target, answers, ...penalties }) => {
    const x = matrix(...columns.map((column) => column.map((cell) => cell ?? Number.NaN)));
    const learned = task === "REGRESSION" ? { kind: "number" as const, values: Float64Array.from(target) } : classes(target);
    const { values, probabilities } = await answer(x, learned, {
      ...shallow,
      lambda: penalties.lambda,
      minChildWeight: penalties.minChildWeight,
      gamma: penalties.gamma,
    });
    const found = values ?? probabilities!;
    expect(found).toHaveLength(answers.length);
    answers.forEach((expected, i) => void expect(found[i]).toBeCloseTo(expected, 5));
  });
});

describe("a tree of one split", () => {
  const cell = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -3, max: 3 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
  const row = fc.record({ cells: fc.tuple(cell, cell), level: fc.integer({ min: -1, max: 4 }), value: fc.integer({ min: -9, max: 9 }) });

  /** Returns two numeric columns, then indicators of four levels. Level -1 is missing; level 4 sets no indicator. */
  function columnsOf(rows: { cells: [number, number]; level: number }[]): number[][] {
    const numbers = [0, 1].map((j) => rows.map(({ cells }) => cells[j]));
    const indicators = [0, 1, 2, 3].map((k) => rows.map(({ level }) => (level < 0 ? Number.NaN : Number(level === k))));
    return [...numbers, ...indicators];
  }

  /** Returns the score of a split with lambda 1. A greater score means a lower squared error. */
  function gainOf(values: number[], isLeft: (i: number) => boolean): number {
    const sums = { left: { sum: 0, rows: 0 }, right: { sum: 0, rows: 0 } };
    values.forEach((value, i) => {
      const side = sums[isLeft(i) ? "left" : "right"];
      side.sum += value;
      side.rows++;
    });
    return sums.left.sum ** 2 / (sums.left.rows + 1) + sums.right.sum ** 2 / (sums.right.rows + 1);
  }

  function bestGain(columns: number[][], values: number[]): number {
    let best = gainOf(values, () => true);
    for (const column of columns) {
      for (const cut of [...column, Number.POSITIVE_INFINITY].filter((value) => !Number.isNaN(value))) {
        best = Math.max(
          best,
          gainOf(values, (i) => column[i] <= cut),
          gainOf(values, (i) => !(column[i] > cut)),
        );
      }
    }
    return best;
  }

  test("XGB splits as well as the best split of any column, with bundled indicators and missing values", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 30 }), async (rows) => {
        const columns = columnsOf(rows);
        const values = rows.map(({ value }) => value);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const left = values.map((value) => value - mean);
        const target: Target = { kind: "number", values: Float64Array.from(values) };
        const predicted = (await answer(matrix(...columns), target, { ...shallow, rounds: 1, maxDepth: 1 })).values!;
        const reached = gainOf(left, (i) => predicted[i] === predicted[0]);
        expect(new Set(predicted).size).toBeLessThanOrEqual(2);
        expect(reached).toBeCloseTo(bestGain(columns, left), 8);
      }),
      { seed: 7 },
    );
  });
});

describe("shares of rows and columns", () => {
  const random = createRandom(4);
  const columns = Array.from({ length: 2 }, () => Array.from({ length: 200 }, () => random.normal()));
  const x = matrix(...columns);
  const target: Target = { kind: "number", values: Float64Array.from(columns[0], (value, i) => value + columns[1][i]) };

  test("another seed draws other rows and columns", async () => {
    const values = async (seed: number) => [...(await answer(x, target, { ...shallow, subsample: 0.5 }, seed)).values!];
    expect(await values(1)).toEqual(await values(1));
    expect(await values(1)).not.toEqual(await values(2));
  });

  test("a tree with half of two columns uses one of them", async () => {
    const params = { ...shallow, rounds: 1, columnSample: 0.5 };
    const model = await xgb.fit(x, target, params, fitContext());
    const shuffled = [matrix(columns[0].toReversed(), columns[1]), matrix(columns[0], columns[1].toReversed())];
    const before = model.predict(x).values;
    expect(
      shuffled.filter((other) => Buffer.compare(Buffer.from(before!.buffer), Buffer.from(model.predict(other).values!.buffer)) === 0),
    ).toHaveLength(1);
  });

  test("rows that are not drawn do not affect a tree", async () => {
    // One row has all of the target's variance. The half of the seeds that does not draw it finds nothing to split.
    const odd: Target = { kind: "number", values: Float64Array.from({ length: 200 }, (_, i) => (i === 7 ? 1000 : 0)) };
    const params = { ...shallow, rounds: 1, minChildWeight: 0, subsample: 0.5 };
    const spread = await Promise.all(
      Array.from({ length: 40 }, async (_, seed) => new Set((await answer(x, odd, params, seed)).values).size),
    );
    const blind = spread.filter((distinct) => distinct === 1).length;
    expect(blind).toBeGreaterThan(8);
    expect(blind).toBeLessThan(32);
  });
});

test("the unit of the target does not change the fit, even near the end of a double's range", async () => {
  const values = y.map((value) => value * 1e306);
  const huge = (await answer(whole, { kind: "number", values: Float64Array.from(values) })).values!;
  const usual = (await answer(whole, numbers)).values!;
  usual.forEach((value, i) => {
    expect(huge[i] / 1e306).toBeCloseTo(value, 6);
  });
});

test("XGB rejects a single class and says what to do", async () => {
  await expect(answer(whole, classes(new Array(12).fill(1), 2))).rejects.toThrow(
    /Every row has the same class \(label 1\); choose a target/,
  );
});

test("rows without a value go with the majority if no training row lacked one", async () => {
  const x = matrix([1, 1, 1, 5]);
  const target: Target = { kind: "number", values: Float64Array.of(0, 0, 0, 8) };
  const model = await xgb.fit(x, target, { ...shallow, rounds: 1, minChildWeight: 0 }, fitContext());
  const [missing, low] = model.predict(matrix([Number.NaN, 1])).values!;
  expect(missing).toBe(low);
});

const defaults = { ...shallow, rounds: 100, maxDepth: 6, balance: 0, logResponse: false };

describeAgainstPeer(xgb, defaults, {
  RMSE: figures.held_out.RMSE,
  Accuracy: figures.held_out.Accuracy.filter(({ file }) => figures.five_splits.every((other) => other.file !== file)),
});

describeAgainstPeerOverSplits(xgb, defaults, { Accuracy: figures.five_splits });
