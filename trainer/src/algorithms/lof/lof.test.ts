import { createRandom } from "../../random.js";
import type { Table } from "../../tables/table.js";
import { fitContext } from "../../testing/fit-context.js";
import { encodedAll } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { testData, testWithData, vegaData } from "../../testing/test-data.js";
import type { Matrix } from "../algorithm.js";
import { lof } from "./index.js";

const defaults = { neighbours: 20, contamination: 0.1 };

function pick(x: Matrix, wanted: (row: number) => boolean): Matrix {
  const columns = x.columns.map((column) => column.filter((_, i) => wanted(i)));
  return { nrow: Array.from({ length: x.nrow }, (_, i) => i).filter(wanted).length, ncol: x.ncol, columns };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * scikit-learn 1.9.1 on standardised columns: −negative_outlier_factor_ of LocalOutlierFactor(n_neighbors=20) for the rows it
 * learned from, and −score_samples with novelty=True of every fifth row after learning from the others.
 */
describe("scores as scikit-learn does", () => {
  interface Figures {
    auc: number;
    mean: number;
    max: number;
    newAuc: number;
    newMean: number;
  }

  async function expectFigures(table: Table, label: { column: string; odd: string }, figures: Figures, digits: number): Promise<void> {
    const { x, odd } = encodedAll(table, label, lof.encoding);
    const scores = (await lof.fit(x, { kind: "none" }, defaults, fitContext())).predict(x).scores!;
    expect(rocAuc(scores, odd)).toBeCloseTo(figures.auc, digits);
    expect(mean(scores)).toBeCloseTo(figures.mean, digits);
    expect(Math.max(...scores)).toBeCloseTo(figures.max, digits);
    const others = pick(x, (row) => row % 5 !== 0);
    const fresh = (await lof.fit(others, { kind: "none" }, defaults, fitContext())).predict(pick(x, (row) => row % 5 === 0)).scores!;
    expect(rocAuc(fresh, (row) => odd(5 * row))).toBeCloseTo(figures.newAuc, digits);
    expect(mean(fresh)).toBeCloseTo(figures.newMean, digits);
  }

  test("days of snow in seattle-weather", async () => {
    const table = await readCsv(vegaData("seattle-weather.csv"), ["date"]);
    const figures = { auc: 0.7487, mean: 1.0846, max: 2.558, newAuc: 0.6702, newMean: 1.0913 };
    // Many days are at the same distance, of which any may be the twentieth.
    await expectFigures(table, { column: "weather", odd: "snow" }, figures, 2);
  });

  for (const [file, figures] of [
    ["anomaly-satimage2.csv", { auc: 0.5424, mean: 1.1032, max: 2.3967, newAuc: 0.281, newMean: 1.1116 }],
    ["anomaly-cardio.csv", { auc: 0.5471, mean: 1.111, max: 4.5115, newAuc: 0.6046, newMean: 1.1099 }],
  ] as const) {
    testWithData(file, async () => expectFigures(await readCsv(testData(file)), { column: "anomaly", odd: "true" }, figures, 2));
  }
});

const random = createRandom(8);
const cloud = Array.from({ length: 2 }, () => Array.from({ length: 200 }, () => random.normal()));

function matrix(...columns: number[][]): Matrix {
  return { nrow: columns[0].length, ncol: columns.length, columns: columns.map((column) => Float64Array.from(column)) };
}

test("a row off a dense cloud is odder than one in a sparse one at the same distance from its neighbours", async () => {
  const dense = cloud.map((column) => column.map((value) => value / 50));
  const x = matrix(
    [...cloud[0].map((value) => value * 5 + 100), ...dense[0], 0.5],
    [...cloud[1].map((value) => value * 5), ...dense[1], 0.5],
  );
  const scores = (await lof.fit(x, { kind: "none" }, defaults, fitContext())).predict(x).scores!;
  expect(scores.indexOf(Math.max(...scores))).toBe(400);
  expect(scores[400]).toBeGreaterThan(5);
});

test("rows that are all alike score 1, one elsewhere more", async () => {
  const x = matrix(new Array(50).fill(3));
  const model = await lof.fit(x, { kind: "none" }, defaults, fitContext());
  expect(model.predict(x).scores).toEqual(new Float64Array(50).fill(1));
  expect(model.predict(matrix([4])).scores![0]).toBeGreaterThan(1000);
});

test("one row alone cannot be compared, and it says so", async () => {
  await expect(lof.fit(matrix([1]), { kind: "none" }, defaults, fitContext())).rejects.toThrow("at least two rows");
});
