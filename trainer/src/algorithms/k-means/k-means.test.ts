import { readFileSync } from "node:fs";
import { InvalidInput } from "@agatha/contracts";
import { kmeans as mlKmeans } from "ml-kmeans";
import { fitEncoder } from "../../data/encoding/fit-encoder.js";
import type { Table } from "../../data/tables/table.js";
import { calinskiHarabaszScore } from "../../evaluation/metrics/clustering-metrics.js";
import type { Matrix } from "../../numeric/matrix.js";
import { pointsOf, squaredDistance } from "../../numeric/points.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { readCsv } from "../../testing/read-csv.js";
import { type MeanAndSpread, referenceFigures } from "../../testing/reference-figures.js";
import { kmeans } from "./index.js";
import { createKmeansModel } from "./model.js";
import { fitWithRestarts } from "./restarts.js";

const params = { clusters: 3, starts: 10, maxIterations: 300 };

function matrix(rows: number[][]): Matrix {
  return { nrow: rows.length, ncol: rows[0].length, columns: rows[0].map((_, j) => Float64Array.from(rows, (row) => row[j])) };
}

/** Returns normal clouds around the centers with the given numbers of rows. */
function clouds(centers: number[][], sizes: number[]): Matrix {
  const random = createRandom(7);
  return matrix(
    centers.flatMap((center, k) => Array.from({ length: sizes[k] }, () => center.map((value) => value + 0.3 * random.normal()))),
  );
}

async function clustersOf(x: Matrix, overrides: Partial<typeof params> = {}): Promise<number[]> {
  const model = await kmeans.fit(x, { kind: "none" }, { ...params, ...overrides }, fitContext());
  return [...(model.predict(x).clusters ?? [])];
}

/** references/k-means.py computes the figures. */
describe("finds clusters as compact as scikit-learn's, within its spread over seeds", () => {
  interface Figures {
    file: string;
    drop: string[];
    best_inertia: number;
    best_sizes: number[];
    inertia: MeanAndSpread;
    CH_index: MeanAndSpread;
  }

  async function expectFigures(path: string, figures: Figures): Promise<void> {
    const table = await readCsv(path, figures.drop);
    const names = table.columns.map(({ name }) => name);
    const x = fitEncoder(table, names, kmeans.encoding).encoder.encode(table);
    let [inertia, index] = [0, 0];
    for (const seed of [1, 2, 3, 4, 5]) {
      const context = fitContext({ random: createRandom(seed) });
      const found = await fitWithRestarts(x, { ...params, clusters: 4 }, context);
      const { clusters } = createKmeansModel(found.centers).predict(x);
      inertia += found.inertia / 5;
      index += (calinskiHarabaszScore(x, clusters ?? new Int32Array(0)) ?? 0) / 5;
      if (found.inertia < figures.best_inertia * 1.0001)
        expectAlike(
          [...found.counts].sort((a, b) => b - a),
          figures.best_sizes,
          x.nrow / 100,
        );
    }
    expect(inertia).toBeGreaterThan(figures.best_inertia * (1 - 1e-9));
    expect(inertia).toBeLessThan(Math.max(figures.inertia.mean + figures.inertia.spread, figures.best_inertia * 1.0001));
    expect(index).toBeGreaterThan(figures.CH_index.mean * 0.9999 - figures.CH_index.spread);
  }

  const expectAlike = (found: number[], wanted: number[], within: number) => {
    wanted.forEach((size, k) => {
      expect(Math.abs(found[k] - size)).toBeLessThanOrEqual(within);
    });
  };

  const [weather, ...others] = referenceFigures<{ data: Figures[] }>("k-means").data;
  test(weather.file, () => expectFigures(vegaDatasetPath(weather.file), weather));
  for (const other of others) testWithDataFolder(other.file, () => expectFigures(dataFolderPath(other.file), other));
});

describe("clusters are as close as those of ml-kmeans with as many starts", () => {
  const SEEDS = [1, 2, 3, 4, 5];
  const TOLERANCE = 5e-4;
  const TOLERANCE_OF_MEAN = 5e-5;

  /** The least sum of squared distances of several starts. */
  function referenceInertia(rows: number[][], clusters: number, seed: number): number {
    const inertias = Array.from({ length: params.starts }, (_, start) => {
      const found = mlKmeans(rows, clusters, { seed: 100 * seed + start, maxIterations: params.maxIterations });
      return found.computeInformation(rows).reduce((sum, { error, size }) => sum + error * size, 0);
    });
    return Math.min(...inertias);
  }

  test.each<[string, () => Promise<Table>]>([
    ["weather of Seattle", () => readCsv(vegaDatasetPath("seattle-weather.csv"), ["date", "weather"])],
    ["penguins", async () => readPenguins()],
  ])("%s", async (_, read) => {
    const table = await read();
    const names = table.columns.map(({ name }) => name);
    const x = fitEncoder(table, names, kmeans.encoding).encoder.encode(table);
    const rows = Array.from({ length: x.nrow }, (_, i) => x.columns.map((column) => column[i]));
    for (const clusters of [3, 8]) {
      let [sum, referenceSum] = [0, 0];
      for (const seed of SEEDS) {
        const { inertia } = await fitWithRestarts(x, { ...params, clusters }, fitContext({ random: createRandom(seed) }));
        const reference = referenceInertia(rows, clusters, seed);
        expect(inertia).toBeLessThanOrEqual(reference * (1 + TOLERANCE));
        sum += inertia;
        referenceSum += reference;
      }
      expect(sum).toBeLessThanOrEqual(referenceSum * (1 + TOLERANCE_OF_MEAN));
    }
  });

  function readPenguins(): Table {
    const penguins = JSON.parse(readFileSync(vegaDatasetPath("penguins.json"), "utf8")) as Record<string, number | null>[];
    const names = ["Beak Length (mm)", "Beak Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"];
    return createTable(Object.fromEntries(names.map((name) => [name, penguins.map((penguin) => penguin[name])])));
  }
});

test("k-means finds separate clouds and numbers the largest 0", async () => {
  const clusters = await clustersOf(
    clouds(
      [
        [0, 0],
        [5, 0],
        [0, 5],
      ],
      [20, 50, 30],
    ),
  );
  expect(new Set(clusters.slice(0, 20))).toEqual(new Set([2]));
  expect(new Set(clusters.slice(20, 70))).toEqual(new Set([0]));
  expect(new Set(clusters.slice(70))).toEqual(new Set([1]));
});

test("swaps of centers lead a single start out of most local minima", async () => {
  const grid = Array.from({ length: 9 }, (_, k) => [2 * (k % 3), 2 * Math.floor(k / 3)]);
  const x = clouds(
    grid,
    grid.map((_, k) => 10 + 10 * k),
  );
  const inertias: number[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    const found = await fitWithRestarts(x, { clusters: 9, starts: 1, maxIterations: 300 }, fitContext({ random: createRandom(seed) }));
    inertias.push(found.inertia);
  }
  const least = Math.min(...inertias);
  expect(inertias.filter((inertia) => inertia < 1.001 * least).length).toBeGreaterThan(17);
});

describe("skipping rows by bounds leaves each row with its nearest center, and each center at the mean of its rows", () => {
  test.each([
    ["402 rows of 3 columns in 6 clusters", 402, 3, 6],
    ["401 rows of 7 columns in 2 clusters", 401, 7, 2],
    ["1,003 rows of 5 columns in 23 clusters, in threads", 1003, 5, 23],
  ])("%s", async (_, nrow, ncol, clusters) => {
    const random = createRandom(11);
    const x = matrix(Array.from({ length: nrow }, () => Array.from({ length: ncol }, () => random.normal())));
    const found = await fitWithRestarts(x, { clusters, starts: 10, maxIterations: 1000 }, fitContext());
    const { centers, counts, inertia } = found;
    const points = pointsOf(x);
    const distances = (i: number) => Array.from(counts, (_, k) => squaredDistance(points.values, i * ncol, centers.values, k * ncol, ncol));
    const all = Array.from({ length: nrow }, (_, i) => distances(i));
    const own = Int32Array.from(all, (some) => some.indexOf(Math.min(...some)));
    expect(createKmeansModel(centers).predict(x).clusters).toEqual(own);
    expect(found.clusters).toEqual(own);
    expect([...counts]).toEqual(Array.from(counts, (_, k) => own.filter((one) => one === k).length));
    expect(inertia).toBeCloseTo(
      all.reduce((sum, some) => sum + Math.min(...some), 0),
      9,
    );
    for (const [k, count] of counts.entries()) {
      const rows = [...own.keys()].filter((i) => own[i] === k);
      const mean = rows.reduce((total, i) => total + points.values[i * ncol], 0) / count;
      // The centers may still move by the tolerance.
      expect(Math.abs(centers.values[k * ncol] - mean)).toBeLessThan(0.02);
    }
  });
});

test("identical rows make one cluster", async () => {
  const clusters = await clustersOf(matrix(Array.from({ length: 20 }, () => [1, 2])));
  expect(new Set(clusters)).toEqual(new Set([0]));
});

test("k-means finds as many clusters as distinct rows, even if most rows are identical", async () => {
  const clusters = await clustersOf(matrix([...Array.from({ length: 20 }, () => [0]), [1], [100]]));
  expect(new Set(clusters).size).toBe(3);
});

test("k-means rejects more clusters than rows", async () => {
  await expect(clustersOf(matrix([[1], [2]]))).rejects.toThrow(InvalidInput);
});

test("k-means rejects missing numbers", async () => {
  await expect(clustersOf(matrix([[1], [2], [Number.NaN], [4]]))).rejects.toThrow(InvalidInput);
});
