import { InvalidInput } from "@agatha/contracts";
import { fitEncoder } from "../../encoding/fit.js";
import { calinskiHarabasz } from "../../evaluation/clustering.js";
import { createRandom } from "../../random.js";
import { fitContext } from "../../testing/fit-context.js";
import { readCsv } from "../../testing/read-csv.js";
import { type OverSeeds, reference } from "../../testing/reference.js";
import { testData, testWithData, vegaData } from "../../testing/test-data.js";
import type { Matrix } from "../algorithm.js";
import { createPace } from "../pace.js";
import { bestOfStarts } from "./best-of-starts.js";
import { kmeans } from "./index.js";
import { lloyd } from "./lloyd.js";
import { pointsOf, squaredDistance } from "./points.js";
import { seedCenters } from "./seeding.js";

const params = { clusters: 3, starts: 10, maxIterations: 300 };

function matrix(rows: number[][]): Matrix {
  return { nrow: rows.length, ncol: rows[0].length, columns: rows[0].map((_, j) => Float64Array.from(rows, (row) => row[j])) };
}

/** Clouds around the points, so many rows each. */
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

/** references/k-means.py makes the figures. */
describe("clusters are as close as those of scikit-learn, within its spread over seeds", () => {
  interface Figures {
    file: string;
    drop: string[];
    best_inertia: number;
    best_sizes: number[];
    inertia: OverSeeds;
    CH_index: OverSeeds;
  }

  async function expectFigures(path: string, figures: Figures): Promise<void> {
    const table = await readCsv(path, figures.drop);
    const names = table.columns.map(({ name }) => name);
    const x = fitEncoder(table, names, kmeans.encoding).encoder.encode(table);
    let [inertia, index] = [0, 0];
    for (const seed of [1, 2, 3, 4, 5]) {
      const context = fitContext({ random: createRandom(seed) });
      const found = await bestOfStarts(pointsOf(x), { ...params, clusters: 4 }, context);
      inertia += found.inertia / 5;
      index += (calinskiHarabasz(x, found.clusters) ?? 0) / 5;
      if (found.inertia < figures.best_inertia * 1.0001) {
        expectAlike(sizesOf(found.clusters), figures.best_sizes, x.nrow / 100);
      }
    }
    expect(inertia).toBeGreaterThan(figures.best_inertia * (1 - 1e-9));
    expect(inertia).toBeLessThan(Math.max(figures.inertia.mean + figures.inertia.spread, figures.best_inertia * 1.0001));
    expect(index).toBeGreaterThan(figures.CH_index.mean * 0.9999 - figures.CH_index.spread);
  }

  const sizesOf = (clusters: Int32Array) => [0, 1, 2, 3].map((k) => clusters.filter((one) => one === k).length).sort((a, b) => b - a);
  const expectAlike = (found: number[], wanted: number[], within: number) => {
    wanted.forEach((size, k) => {
      expect(Math.abs(found[k] - size)).toBeLessThanOrEqual(within);
    });
  };

  const [weather, ...others] = reference<{ data: Figures[] }>("k-means").data;
  test(weather.file, () => expectFigures(vegaData(weather.file), weather));
  for (const other of others) testWithData(other.file, () => expectFigures(testData(other.file), other));
});

test("separate clouds are found, and the largest is cluster 0", async () => {
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

test("skipping points by bounds leaves no point with a nearer centre, and each centre at the mean of its points", async () => {
  const random = createRandom(11);
  const x = matrix(Array.from({ length: 400 }, () => [random.normal(), random.normal(), random.next()]));
  const points = pointsOf(x);
  const pace = createPace(fitContext());
  const { centers, clusters, inertia } = await lloyd(points, await seedCenters(points, 6, random, pace), 1000, pace);
  let sum = 0;
  for (let i = 0; i < points.count; i++) {
    const distances = Array.from({ length: 6 }, (_, k) => squaredDistance(points.values, i * 3, centers.values, k * 3, 3));
    expect(distances[clusters[i]]).toBeCloseTo(Math.min(...distances), 12);
    sum += Math.min(...distances);
  }
  expect(inertia).toBeCloseTo(sum, 9);
  for (let k = 0; k < 6; k++) {
    const own = [...clusters.keys()].filter((i) => clusters[i] === k);
    const mean = own.reduce((total, i) => total + points.values[i * 3], 0) / own.length;
    // The centres may still move by the tolerance.
    expect(Math.abs(centers.values[k * 3] - mean)).toBeLessThan(0.02);
  }
});

test("rows that are all alike make one cluster", async () => {
  const clusters = await clustersOf(matrix(Array.from({ length: 20 }, () => [1, 2])));
  expect(new Set(clusters)).toEqual(new Set([0]));
});

test("as many clusters as different rows are found, though most rows are alike", async () => {
  const clusters = await clustersOf(matrix([...Array.from({ length: 20 }, () => [0]), [1], [100]]));
  expect(new Set(clusters).size).toBe(3);
});

test("more clusters than rows are refused", async () => {
  await expect(clustersOf(matrix([[1], [2]]))).rejects.toThrow(InvalidInput);
});

test("missing numbers are refused", async () => {
  await expect(clustersOf(matrix([[1], [2], [Number.NaN], [4]]))).rejects.toThrow(InvalidInput);
});
