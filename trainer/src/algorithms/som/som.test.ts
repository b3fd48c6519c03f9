/** references/som.py computes the figures with minisom. */
import { ALGORITHMS } from "@agatha/contracts";
import { fitEncoder } from "../../data/encoding/fit-encoder.js";
import { calinskiHarabaszScore } from "../../evaluation/metrics/clustering-metrics.js";
import type { Matrix } from "../../numeric/matrix.js";
import { type Points, pointsOf, squaredDistance } from "../../numeric/points.js";
import { createRandom } from "../../numeric/random.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { readCsv } from "../../testing/read-csv.js";
import { type MeanAndSpread, referenceFigures } from "../../testing/reference-figures.js";
import { som } from "./index.js";
import { trainMap } from "./train-map.js";
import { clusterUnits } from "./ward-clustering.js";

type Named = "quantization_error" | "CH_index_of_units" | "CH_index";
interface Figures {
  data: ({ file: string; drop: string[] } & Record<Named, MeanAndSpread>)[];
}

const defaults = ALGORITHMS.SOM.params.parse({});
const yieldToEventLoop = createYielder(fitContext());
const fit = (x: Matrix, overrides: Partial<typeof defaults> = {}) =>
  som.fit(x, { kind: "none" }, { ...defaults, ...overrides }, fitContext());

async function encoded(path: string, drop: string[]): Promise<Matrix> {
  const table = await readCsv(path, drop);
  const names = table.columns.map(({ name }) => name);
  return fitEncoder(table, names, som.encoding).encoder.encode(table);
}

/** Returns the mean distance of the rows from their nearest unit. */
function quantizationError(points: Points, units: Points): number {
  let sum = 0;
  for (let i = 0; i < points.count; i++) {
    let least = Number.POSITIVE_INFINITY;
    for (let unit = 0; unit < units.count; unit++) {
      least = Math.min(least, squaredDistance(points.values, i * points.width, units.values, unit * points.width, points.width));
    }
    sum += Math.sqrt(least);
  }
  return sum / points.count;
}

describe("the map has at most minisom's quantisation error, and its clusters are separated as well", () => {
  async function expectFigures(path: string, { drop, ...figures }: Figures["data"][number]): Promise<void> {
    const x = await encoded(path, drop);
    const points = pointsOf(x);
    const { units } = await trainMap(x, defaults, yieldToEventLoop);
    const { mean, spread } = figures.quantization_error;
    expect(quantizationError(points, units)).toBeLessThan(mean + spread);
    const clusters = (await fit(x)).predict(x).clusters!;
    for (const peer of [figures.CH_index, figures.CH_index_of_units]) {
      expect(calinskiHarabaszScore(x, clusters)).toBeGreaterThan(peer.mean - peer.spread);
    }
  }

  const [weather, ...others] = referenceFigures<Figures>("som").data;
  test(weather.file, () => expectFigures(vegaDatasetPath(weather.file), weather));
  for (const other of others) testWithDataFolder(other.file, () => expectFigures(dataFolderPath(other.file), other));
});

const random = createRandom(5);

/** Angles along an open ring. Neighbouring rows are neighbours on the ring. */
const ring = Array.from({ length: 600 }, (_, i) => (i / 600) * 1.5 * Math.PI);
const bow: Matrix = {
  nrow: 600,
  ncol: 2,
  columns: [Math.cos, Math.sin].map((part) => Float64Array.from(ring, (angle) => part(angle) + 0.02 * random.normal())),
};

test("neighbouring units of the map are neighbours in the data", async () => {
  const { units } = await trainMap(bow, { side: 5, epochs: 40 }, yieldToEventLoop);
  const apart = (a: number, b: number) => Math.sqrt(squaredDistance(units.values, 2 * a, units.values, 2 * b, 2));
  const pairs = Array.from({ length: 25 }, (_, a) => a).flatMap((a) => Array.from({ length: a }, (_, b) => [a, b]));
  const touching = ([a, b]: number[]) => Math.abs(Math.floor(a / 5) - Math.floor(b / 5)) + Math.abs((a % 5) - (b % 5)) === 1;
  const mean = (some: number[][]) => some.reduce((sum, [a, b]) => sum + apart(a, b), 0) / some.length;
  expect(mean(pairs.filter(touching))).toBeLessThan(0.6 * mean(pairs.filter((pair) => !touching(pair))));
});

test("SOM finds separate clouds and numbers the largest 0", async () => {
  const sizes = [20, 50, 30];
  const rows = sizes.flatMap((size, k) => Array.from({ length: size }, () => [6 * k + random.normal() / 3, k === 1 ? 5 : 0]));
  const x = { nrow: 100, ncol: 2, columns: [0, 1].map((j) => Float64Array.from(rows, (row) => row[j])) };
  const clusters = [...(await fit(x, { clusters: 3 })).predict(x).clusters!];
  expect([clusters.slice(0, 20), clusters.slice(20, 70), clusters.slice(70)].map((some) => [...new Set(some)])).toEqual([[2], [0], [1]]);
});

test("SOM merges the units that increase the squared distances least, and puts a unit without rows into the cluster of its nearest", async () => {
  const units: Points = { count: 4, width: 1, values: Float64Array.of(0, 1, 3, 3.4) };
  // Merging the two heavy units would cost 50; merging a heavy one with the light one costs 20 · 1 ÷ 21 · 4.
  const clusters = await clusterUnits(
    { units, counts: Int32Array.of(100, 100, 1, 0), sums: Float64Array.of(0, 100, 3, 0) },
    2,
    yieldToEventLoop,
  );
  expect([...clusters]).toEqual([1, 0, 0, 0]);
});

test("a unit that was merged early moves to the group that is nearer in the end", async () => {
  // Ward merges 9 with 6 first, then both with 0. Their mean is 3.75, and 9 is nearer to 14.
  const units: Points = { count: 4, width: 1, values: Float64Array.of(0, 6, 9, 14) };
  const clusters = await clusterUnits(
    { units, counts: Int32Array.of(2, 1, 1, 20), sums: Float64Array.of(0, 6, 9, 280) },
    2,
    yieldToEventLoop,
  );
  expect([...clusters]).toEqual([1, 1, 0, 0]);
});

test("identical rows make one cluster", async () => {
  const x = { nrow: 20, ncol: 2, columns: [new Float64Array(20).fill(1), new Float64Array(20).fill(2)] };
  expect(new Set((await fit(x)).predict(x).clusters)).toEqual(new Set([0]));
});
