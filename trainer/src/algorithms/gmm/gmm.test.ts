/** references/gmm.py computes the figures with scikit-learn. */
import { ALGORITHMS } from "@agatha/contracts";
import { fitEncoder } from "../../data/encoding/fit-encoder.js";
import { computeMetrics } from "../../evaluation/metrics/compute-metrics.js";
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { encodeAllRows } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { type MeanAndSpread, referenceFigures } from "../../testing/reference-figures.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { fitMixture } from "./expectation-maximisation.js";
import { gmm } from "./index.js";
import { createGmmModel } from "./model.js";

interface Figures {
  same_start: { file: string; mean: number; max: number; first: number[]; shares: number[] }[];
  outliers: { file: string; auc: MeanAndSpread }[];
  clusters: { file: string; drop: string[]; CH_index: MeanAndSpread; silhouette_score: MeanAndSpread }[];
}

const figures = referenceFigures<Figures>("gmm");
const defaults = ALGORITHMS.GMM.params.parse({});
const SEEDS = [1, 2, 3, 4, 5];

const fit = (x: Matrix, overrides: Partial<typeof defaults> = {}, seed = 1) =>
  gmm.fit(x, { kind: "none" }, { ...defaults, ...overrides }, fitContext({ random: createRandom(seed) }));

async function encoded(path: string, drop: string[]): Promise<Matrix> {
  const table = await readCsv(path, drop);
  const names = table.columns.map(({ name }) => name);
  return fitEncoder(table, names, gmm.encoding).encoder.encode(table);
}

async function meanOverSeeds(figure: (seed: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const seed of SEEDS) sum += await figure(seed);
  return sum / SEEDS.length;
}

describe("the densities from the same start are scikit-learn's", () => {
  async function expectFigures(path: string, drop: string[], { mean, max, first, shares }: Figures["same_start"][number]) {
    const x = await encoded(path, drop);
    const quarters = Int32Array.from({ length: x.nrow }, (_, i) => Math.floor((i * 4) / x.nrow));
    const { mixture, logDensity, converged } = await fitMixture(
      x,
      quarters,
      { ...defaults, regularisation: 0.001 },
      createYielder(fitContext()),
    );
    expect(converged).toBe(true);
    expect(logDensity).toBeCloseTo(0 - mean, 8);
    const scores = createGmmModel(mixture).predict(x).scores!;
    expect(scores.reduce((sum, score) => sum + score, 0) / x.nrow).toBeCloseTo(mean, 8);
    expect(Math.max(...scores)).toBeCloseTo(max, 6);
    first.forEach((score, i) => {
      expect(scores[i]).toBeCloseTo(score, 6);
    });
    const found = mixture.components.map(({ logShare }) => Math.exp(logShare)).sort((a, b) => b - a);
    shares.forEach((share, k) => {
      expect(found[k]).toBeCloseTo(share, 8);
    });
  }

  test("seattle-weather has scikit-learn's densities", () =>
    expectFigures(vegaDatasetPath("seattle-weather.csv"), ["date", "weather"], figures.same_start[0]));
  testWithDataFolder("anomaly-cardio", () => expectFigures(dataFolderPath("anomaly-cardio.csv"), ["anomaly"], figures.same_start[1]));
});

describe("finds outliers as well as scikit-learn, within its spread over seeds", () => {
  for (const { file, auc } of figures.outliers) {
    testWithDataFolder(file, async () => {
      const { x, odd } = encodeAllRows(await readCsv(dataFolderPath(file)), { column: "anomaly", odd: "true" }, gmm.encoding);
      const ours = await meanOverSeeds(async (seed) => rocAuc((await fit(x, {}, seed)).predict(x).scores!, odd));
      expect(ours).toBeGreaterThan(auc.mean - auc.spread);
    });
  }
});

describe("clusters are separated as well as scikit-learn's, within its spread over seeds", () => {
  async function expectFigures(path: string, { drop, ...wanted }: Figures["clusters"][number]): Promise<void> {
    const x = await encoded(path, drop);
    for (const name of ["CH_index", "silhouette_score"] as const) {
      const ours = await meanOverSeeds(async (seed) => {
        const prediction = (await fit(x, {}, seed)).predict(x);
        return computeMetrics("CLUSTERING", { prediction, target: { kind: "none" }, distanceSpace: x }, createRandom(1))[name]!;
      });
      expect(ours).toBeGreaterThan(wanted[name].mean - wanted[name].spread);
    }
  }

  const [weather, ...others] = figures.clusters;
  test(weather.file, () => expectFigures(vegaDatasetPath(weather.file), weather));
  for (const other of others) testWithDataFolder(other.file, () => expectFigures(dataFolderPath(other.file), other));
});

const random = createRandom(3);

/** Returns two long clouds that cross. Distances from centers cannot separate them. */
function cross(rows: number[]): Matrix {
  const [long, short] = [() => 4 * random.normal(), () => 0.2 * random.normal()];
  const points = rows.flatMap((count, k) => Array.from({ length: count }, () => (k === 0 ? [long(), short()] : [short(), long()])));
  return { nrow: points.length, ncol: 2, columns: [0, 1].map((j) => Float64Array.from(points, (point) => point[j])) };
}

test("GMM separates crossing clusters by their shape and numbers the largest 0", async () => {
  const x = cross([80, 160]);
  const clusters = [...(await fit(x, { clusters: 2 })).predict(x).clusters!];
  const right = clusters.filter((cluster, i) => cluster === (i < 80 ? 1 : 0));
  expect(right.length / x.nrow).toBeGreaterThan(0.9);
});

test("a row that no component explains scores higher than a typical row further from the center", async () => {
  const model = await fit(cross([100, 100]), { clusters: 2 });
  const [onArm, between] = model.predict({ nrow: 2, ncol: 2, columns: [Float64Array.of(6, 3), Float64Array.of(0, 3)] }).scores!;
  expect(between).toBeGreaterThan(onArm + 10);
});

test("the score is the negative log density: its exponential integrates to 1 over the plane", async () => {
  const model = await fit(cross([100, 100]), { clusters: 3 });
  const places = Array.from({ length: 600 }, (_, i) => (i - 300) / 10);
  const columns = [places.flatMap((a) => places.map(() => a)), places.flatMap(() => places)].map((list) => Float64Array.from(list));
  const { scores } = model.predict({ nrow: columns[0].length, ncol: 2, columns });
  expect(scores!.reduce((sum, score) => sum + Math.exp(0 - score), 0) / 100).toBeCloseTo(1, 3);
});

test("GMM warns when it has not converged", async () => {
  const said: string[] = [];
  const context = fitContext({ warnNotConverged: (message) => said.push(message) });
  await gmm.fit(cross([60, 60]), { kind: "none" }, { ...defaults, maxIterations: 1 }, context);
  expect(said).toEqual([expect.stringContaining("1 iterations")]);
});

test.each([
  ["four components would have too few rows", 120, 16],
  ["one component has too few", 40, 30],
])("most new rows are no outliers where %s", async (_what, rows, width) => {
  const sample = (count: number): Matrix => {
    const common = Array.from({ length: count }, () => random.normal());
    const columns = Array.from({ length: width }, () => Float64Array.from(common, (value) => value + random.normal()));
    return { nrow: count, ncol: width, columns };
  };
  const [x, later] = [sample(rows), sample(1000)];
  const model = await gmm.fit(x, { kind: "none" }, defaults, fitContext({ random: createRandom(1), scoresOutliers: true }));
  const limit = model.predict(x).scores!.toSorted()[Math.floor(0.9 * rows)];
  expect(model.predict(later).scores!.filter((score) => score > limit).length).toBeLessThan(400);
});

test("collinear columns have finite densities", async () => {
  const column = Float64Array.from({ length: 50 }, () => random.normal());
  const x = { nrow: 50, ncol: 3, columns: [column, column.map((value) => 2 * value), column.map((value) => 1e6 * value)] };
  expect((await fit(x, { regularisation: 1e-9 })).predict(x).scores!.every(Number.isFinite)).toBe(true);
});
