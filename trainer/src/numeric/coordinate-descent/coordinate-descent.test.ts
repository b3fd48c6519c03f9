/**
 * Compares with scikit-learn on real rows (references/enet.py and gnet.py). Row i is a training row when i % 5 is not 0, and
 * columns are standardised on the training rows. On both sides the fold of a training row is its position modulo 5.
 */
import { chooseClassificationPenalty, chooseRegressionPenalty } from "../../algorithms/enet/fit-path.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { peerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { dot } from "../linear-algebra/vectors.js";
import type { Matrix } from "../matrix.js";
import { choosePenalty } from "./choose-penalty.js";
import { leastSquaresProblem } from "./least-squares.js";
import { meanLogLossOf } from "./log-likelihood.js";
import { logisticProblem } from "./logistic.js";
import { type PathProblem, penaltyPath } from "./regularization-path.js";
import { sufficientStatistics } from "./sufficient-statistics.js";

const neverYield = () => undefined;
const precise = { maxIterations: 1000, tolerance: 1e-6 };

/** Returns the training rows, and the first test row on their scale. */
async function training(file: string, response: string): Promise<{ x: Matrix; y: Float64Array; firstTestRow: Float64Array }> {
  const { train, test } = peerSplit(await readCsv(dataFolderPath(file)), response);
  if (train.target.kind !== "number") throw new Error(`${response} has no numbers`);
  const scales = train.x.columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    return { mean, deviation: Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length) };
  });
  const columns = train.x.columns.map((column, j) => column.map((value) => (value - scales[j].mean) / scales[j].deviation));
  const firstTestRow = Float64Array.from(scales, ({ mean, deviation }, j) => (test.x.columns[j][0] - mean) / deviation);
  return { x: { ...train.x, columns }, y: train.target.values, firstTestRow };
}

function moduloFolds(rows: number) {
  const all = Int32Array.from(Array(rows).keys());
  return [0, 1, 2, 3, 4].map((f) => ({ train: all.filter((i) => i % 5 !== f), heldOut: all.filter((i) => i % 5 === f) }));
}

function expectClose(actual: Iterable<number>, expected: number[], digits: number): void {
  expect([...actual]).toHaveLength(expected.length);
  [...actual].forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], digits);
  });
}

interface Figures {
  path: { mixings: number[]; penalties: number; smallest: number; mixing: number; penalty: number; coefficients: number[] };
  at_penalty: { mixing: number; penalty: number; good: number[]; first: number[] };
}

const figures = ["enet", "gnet"].map((name) => ({ name, ...referenceFigures<Figures>(name) }));

describe("concrete-strength: chooses the penalty and the coefficients of", () => {
  for (const { name, path } of figures) {
    testWithDataFolder(name === "enet" ? "ElasticNetCV" : "LassoCV", async () => {
      const { x, y } = await training("concrete-strength.csv", "strength");
      const options = {
        algorithm: "test",
        l1Ratios: path.mixings,
        penalties: path.penalties,
        minPenaltyRatio: path.smallest,
        standardErrors: 0,
        maxIterations: 10_000,
      };
      const chosen = await chooseRegressionPenalty(x, y, { options, folds: moduloFolds(x.nrow), yieldToEventLoop: neverYield });
      expect(chosen.l1Ratio).toBe(path.mixing);
      expect(chosen.penalty).toBeCloseTo(path.penalty, 12);
      expectClose(chosen.coefficients, path.coefficients, 2);
    });
  }
});

describe("wine-quality-red: has the coefficients and probabilities of scikit-learn's LogisticRegression at one penalty", () => {
  for (const { mixing, penalty, good, first } of figures.map(({ at_penalty }) => at_penalty)) {
    testWithDataFolder(`quality of 6 and more, l1_ratio=${mixing}`, async () => {
      const { x, y } = await training("wine-quality-red.csv", "quality");
      const codes = Int32Array.from(y, (quality) => (quality >= 6 ? 0 : 1));
      const fit = logisticProblem({ columns: x.columns, codes, classes: 2 }, precise).startPath(mixing, neverYield);
      expectClose((await fit(penalty)).coefficients.subarray(1), good, 3);
    });

    testWithDataFolder(`all six classes, probabilities of the first test row, l1_ratio=${mixing}`, async () => {
      const { x, y, firstTestRow } = await training("wine-quality-red.csv", "quality");
      const codes = Int32Array.from(y, (quality) => quality - 3);
      const fit = logisticProblem({ columns: x.columns, codes, classes: 6 }, precise).startPath(mixing, neverYield);
      const { coefficients } = await fit(penalty);
      const odds = [0, 1, 2, 3, 4, 5].map((k) =>
        Math.exp(coefficients[12 * k] + dot(firstTestRow, coefficients.subarray(12 * k + 1, 12 * k + 12))),
      );
      const sum = odds.reduce((total, odd) => total + odd, 0);
      expectClose(
        odds.map((odd) => odd / sum),
        first,
        3,
      );
    });
  }
});

const few: Matrix = {
  nrow: 40,
  ncol: 2,
  columns: [0, 1].map((j) => Float64Array.from({ length: 40 }, (_, i) => Math.sin((i + 1) * (j + 1.7)))),
};
const line = few.columns[0].map((value, i) => 3 * value + few.columns[1][i] / 4 + Math.cos(7 * i));
const recipe = { algorithm: "test", l1Ratios: [1], penalties: 50, minPenaltyRatio: 1e-3, standardErrors: 0, maxIterations: 1000 };

describe.each([
  ["nearly collinear", 1e-4],
  ["linearly dependent", 0],
])("columns that are %s", (_what, noise) => {
  const rows = 60;
  const wave = (i: number, frequency: number) => Math.sin((i + 1) * frequency);
  const free = [1.7, 2.3, 0.9].map((frequency) => Float64Array.from({ length: rows }, (_, i) => wave(i, frequency)));
  const [first, second] = [free[0].map((value, i) => value + noise * wave(i, 3.1)), free[1].map((value, i) => value - free[2][i])];
  const columns = [...free, first, second.map((value, i) => value + noise * wave(i, 0.4))];
  const y = Float64Array.from({ length: rows }, (_, i) => 2 * first[i] - second[i] + free[2][i] / 3 + wave(i, 5.3) / 20);

  test.each([1, 0.5])("have the optimal coefficients after 100 passes, l1_ratio=%d", async (mixing) => {
    const moments = await sufficientStatistics(columns, y, Int32Array.from(y.keys()), neverYield);
    const problem = leastSquaresProblem(moments, 100);
    const fit = problem.startPath(mixing, neverYield);
    for (const penalty of penaltyPath(problem.maxPenalty(mixing), 20, 1e-5)) {
      const { coefficients, converged } = await fit(penalty);
      expect(converged).toBe(true);
      const b = coefficients.subarray(1);
      const errors = y.map((value, i) => value - coefficients[0] - columns.reduce((sum, column, j) => sum + b[j] * column[i], 0));
      columns.forEach((column, j) => {
        const mean = column.reduce((sum, value) => sum + value, 0) / rows;
        const gradient = column.reduce((sum, value, i) => sum + (value - mean) * errors[i], 0) / rows - penalty * (1 - mixing) * b[j];
        // The subgradient of an absolute value is its sign, and any number from -1 to 1 at 0.
        const difference = b[j] === 0 ? Math.max(0, Math.abs(gradient) - penalty * mixing) : gradient - penalty * mixing * Math.sign(b[j]);
        expect(difference).toBeCloseTo(0, 6);
      });
    }
  });
});

test("the one-standard-error rule chooses a greater penalty than the best", async () => {
  const rules = { folds: moduloFolds(40), yieldToEventLoop: neverYield };
  const best = await chooseRegressionPenalty(few, line, { ...rules, options: recipe });
  const sparse = await chooseRegressionPenalty(few, line, { ...rules, options: { ...recipe, standardErrors: 1 } });
  expect(sparse.penalty).toBeGreaterThan(best.penalty);
  expect(Math.abs(sparse.coefficients[1])).toBeLessThan(Math.abs(best.coefficients[1]));
});

test("all coefficients are 0 at the greatest penalty, and not just below it", async () => {
  const codes = Int32Array.from(line, (value) => (value > 1 ? 2 : value > -1 ? 1 : 0));
  const problem = logisticProblem({ columns: few.columns, codes, classes: 3 }, precise);
  const slopes = (coefficients: Float64Array) => coefficients.filter((_, i) => i % 3 !== 0).filter((value) => value !== 0).length;
  const greatest = problem.maxPenalty(1);
  expect(slopes((await problem.startPath(1, neverYield)(greatest)).coefficients)).toBe(0);
  expect(slopes((await problem.startPath(1, neverYield)(0.99 * greatest)).coefficients)).toBeGreaterThan(0);
});

test("a class missing from a fold's training rows costs a bounded loss", async () => {
  const codes = Int32Array.from(line, (_, i) => (i === 0 ? 2 : i % 2));
  const { coefficients } = await chooseClassificationPenalty(few, codes, {
    options: recipe,
    folds: moduloFolds(40),
    yieldToEventLoop: neverYield,
  });
  expect(coefficients.every(Number.isFinite)).toBe(true);
  const loss = meanLogLossOf({ columns: few.columns, codes, classes: 3 }, coefficients);
  expect(loss).toBeGreaterThan(0);
  expect(loss).toBeLessThan(Math.log(3));
});

describe("a path whose held-out loss is least at a penalty of 0.1", () => {
  async function followed(stopsEarly: boolean): Promise<{ penalty: number; last: number }> {
    const asked: number[] = [];
    const problem: PathProblem = {
      stopsEarly,
      maxPenalty: () => 1,
      startPath: () => async (penalty) => {
        asked.push(penalty);
        return { coefficients: Float64Array.of(penalty), devianceExplained: () => 1 - penalty, converged: true };
      },
    };
    const fold = { problem, rows: 40, loss: ([penalty]: Float64Array) => (Math.log10(penalty) + 1) ** 2 };
    const choice = { l1Ratios: [1], penalties: 41, minPenaltyRatio: 1e-4, standardErrors: 0 };
    const { penalty } = await choosePenalty(problem, [fold], choice, neverYield);
    return { penalty, last: Math.min(...asked) };
  }

  test.each([
    ["ends at a tenth of it where steps are dear", true, 0.01],
    ["is followed to its end where they are cheap", false, 1e-4],
  ])("%s", async (_what, endsEarly, end) => {
    const { penalty, last } = await followed(endsEarly);
    expect(penalty).toBeCloseTo(0.1, 10);
    expect(last).toBeCloseTo(end, 10);
  });
});
