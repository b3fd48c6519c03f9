import type { Table } from "../../tables/table.js";
import { fitContext } from "../../testing/fit-context.js";
import { encodedAll } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { testData, testWithData, vegaData } from "../../testing/test-data.js";
import type { Matrix } from "../algorithm.js";
import { pca } from "./index.js";

const defaults = { variance: 0.9, contamination: 0.1 };

/** scikit-learn 1.9.1 on standardised columns, PCA(n_components=0.9): squared distances from inverse_transform(transform(X)). */
describe("scores as scikit-learn does", () => {
  interface Figures {
    auc: number;
    mean: number;
    max: number;
    first: number[];
  }

  async function expectFigures(table: Table, label: { column: string; odd: string }, { auc, mean, max, first }: Figures): Promise<void> {
    const { x, odd } = encodedAll(table, label, pca.encoding);
    const scores = (await pca.fit(x, { kind: "none" }, defaults, fitContext())).predict(x).scores!;
    expect(rocAuc(scores, odd)).toBeCloseTo(auc, 3);
    expect(scores.reduce((sum, score) => sum + score, 0) / x.nrow).toBeCloseTo(mean, 6);
    expect(Math.max(...scores)).toBeCloseTo(max, 6);
    first.forEach((score, i) => {
      expect(scores[i]).toBeCloseTo(score, 6);
    });
  }

  test("days of snow in seattle-weather, 3 components", async () => {
    const figures = { auc: 0.4156, mean: 0.1094562735, max: 0.8887207678, first: [0.00511099, 0.11780932, 0.14279174] };
    await expectFigures(await readCsv(vegaData("seattle-weather.csv"), ["date"]), { column: "weather", odd: "snow" }, figures);
  });

  testWithData("anomaly-satimage2.csv, 4 components", async () => {
    const figures = { auc: 0.7965, mean: 2.8981398985, max: 59.2088319065, first: [9.76633557, 4.49264758, 0.87039952] };
    await expectFigures(await readCsv(testData("anomaly-satimage2.csv")), { column: "anomaly", odd: "true" }, figures);
  });

  testWithData("anomaly-cardio.csv, 12 components", async () => {
    const figures = { auc: 0.7273, mean: 1.5692514893, max: 42.273441548, first: [1.6694883, 2.11830302, 2.27431936] };
    await expectFigures(await readCsv(testData("anomaly-cardio.csv")), { column: "anomaly", odd: "true" }, figures);
  });
});

function matrix(...columns: number[][]): Matrix {
  return { nrow: columns[0].length, ncol: columns.length, columns: columns.map((column) => Float64Array.from(column)) };
}

const diagonal = matrix([-2, -1, 0, 1, 2], [-2, -1, 0, 1, 2]);

test("a row scores its squared distance from the line that the others lie on", async () => {
  const model = await pca.fit(diagonal, { kind: "none" }, defaults, fitContext());
  const scores = model.predict(matrix([5, 1, 0], [5, -1, 3])).scores!;
  expect(scores[0]).toBeCloseTo(0, 12);
  expect(scores[1]).toBeCloseTo(2, 12);
  expect(scores[2]).toBeCloseTo(4.5, 12);
});

test("of one column, a row scores its squared distance from the mean", async () => {
  const model = await pca.fit(matrix([1, 2, 6]), { kind: "none" }, defaults, fitContext());
  expect([...model.predict(matrix([3, 5])).scores!]).toEqual([0, 4]);
});

test("numbers whose squares are infinite are refused to learn from, and score as the furthest", async () => {
  await expect(pca.fit(matrix([1, 1e200]), { kind: "none" }, defaults, fitContext())).rejects.toThrow("leave out the column");
  const model = await pca.fit(diagonal, { kind: "none" }, defaults, fitContext());
  expect(Number.isFinite(model.predict(matrix([Number.POSITIVE_INFINITY], [0])).scores![0])).toBe(true);
});
