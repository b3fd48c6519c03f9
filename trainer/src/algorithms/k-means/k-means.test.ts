import { InvalidInput } from "@agatha/contracts";
import { createRandom } from "../../random.js";
import { fitContext } from "../../testing/fit-context.js";
import type { Matrix } from "../algorithm.js";
import { createPace } from "../pace.js";
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
