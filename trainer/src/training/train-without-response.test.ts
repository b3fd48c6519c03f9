import { compareMetrics } from "@agatha/contracts";
import type { Table } from "../data/tables/table.js";
import { decodeArtifact } from "../model/artifact/artifact.js";
import { predictGraph } from "../model/artifact/graph.js";
import { createRandom } from "../numeric/random.js";
import { createTable } from "../testing/create-table.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";
import { clustering, occ, usual } from "../testing/usual-rows.js";

test("a model whose held-out rows give no figure says that its evaluation failed", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => i);
  const layers = [{ nodes: [{ algorithm: "k-means", params: { clusters: 2 } }] }];
  const lone = createTable({ x: rows.map((i) => (i === 30 ? 1_000 : i % 2)) });
  const { info } = await trainOnTable(lone, modelRequest("CLUSTERING", "k-means", { columns: ["x"], layers }));
  expect(info.indicators).toMatchObject({ n_clusters: 2, CH_index: null });
  const message =
    "Training succeeded but evaluation failed: the held-out rows give no CH_index; add rows, or choose other columns or parameters";
  expect(info.warnings).toEqual([{ code: "not_evaluated", message }]);
});

test("a clustering of which groups are held out that fall into one cluster is told to hold out random rows", async () => {
  const rows = Array.from({ length: 200 }, (_, i) => i);
  const batches = createTable({ x: rows.map((i) => 100 * (i % 5) + i / 200), batch: rows.map((i) => `batch ${i % 5}`) });
  const validation = { rows: "groups" as const, groupColumns: ["batch"] };
  const { info } = await trainOnTable(batches, modelRequest("CLUSTERING", "k-means", { columns: ["x"], validation }));
  expect(info.warnings).toEqual([{ code: "not_evaluated", message: expect.stringContaining("hold out random rows") }]);
});

test.each([
  ["numbers", [0, 1]],
  ["text", ["small", "large"]],
])("as many clusters as there are different rows rank above fewer: %s", async (_what, values) => {
  const rows = Array.from({ length: 200 }, (_, i) => i);
  const table = createTable({ a: rows.map((i) => values[i % 2]), b: rows.map((i) => values[(i >> 1) % 2]) });
  const train = (clusters: number) =>
    trainOnTable(table, modelRequest("CLUSTERING", "k-means", { layers: [{ nodes: [{ algorithm: "k-means", params: { clusters } }] }] }));
  const [fewer, all] = [(await train(3)).info, (await train(4)).info];
  expect(compareMetrics("CLUSTERING", all.indicators, fewer.indicators)).toBeLessThan(0);
  expect(all.warnings).toEqual([]);
});

test.each(["k-means", "GMM"] as const)(
  "clusters of one cloud by %s are said to be hardly separate, those of two are not",
  async (algorithm) => {
    const random = createRandom(5);
    const clouds = (distance: number) => {
      const column = () => Array.from({ length: 400 }, (_, i) => random.normal() + distance * (i % 2));
      return createTable({ a: column(), b: column(), c: column() });
    };
    const layers = [{ nodes: [{ algorithm, params: { clusters: 2 } }] }];
    const codesOf = async (table: Table) =>
      (await trainOnTable(table, modelRequest("CLUSTERING", algorithm, { layers }))).info.warnings.map(({ code }) => code);
    expect(await codesOf(clouds(0))).toEqual(["clusters_not_separate"]);
    expect(await codesOf(clouds(6))).toEqual([]);
  },
);

test("the number of clusters is that of the model, also where a fold has fewer", async () => {
  const rows = Array.from({ length: 100 }, (_, i) => i);
  const layers = [{ nodes: [{ algorithm: "k-means", params: { clusters: 4 } }] }];
  const places = createTable({ x: rows.map((i) => (i === 30 ? 1_000 : 10 * (i % 3))) });
  const { info } = await trainOnTable(places, modelRequest("CLUSTERING", "k-means", { columns: ["x"], layers }));
  expect(info.validation.folds).toBeGreaterThan(1);
  expect(info.clustering?.clusters).toHaveLength(4);
  expect([info.indicators.n_clusters, info.train_indicators.n_clusters]).toEqual([4, 4]);
});

test("the Caliński–Harabasz index of held-out rows is that of as many rows as there were for training", async () => {
  const random = createRandom(5);
  const rows = Array.from({ length: 150 }, (_, i) => i);
  const blobs = createTable({ x: rows.map((i) => 10 * (i % 3) + random.normal()), y: rows.map(() => random.normal()) });
  const layers = [{ nodes: [{ algorithm: "k-means", params: { clusters: 3 } }] }];
  const { info } = await trainOnTable(blobs, modelRequest("CLUSTERING", "k-means", { columns: ["x", "y"], layers }));
  expect(info.validation.folds).toBeGreaterThan(1);
  const ratio = Number(info.indicators.CH_index) / Number(info.train_indicators.CH_index);
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
  const { lower = Number.NaN, upper = Number.NaN } = info.intervals?.CH_index ?? {};
  expect(lower).toBeLessThan(Number(info.indicators.CH_index));
  expect(upper).toBeGreaterThan(Number(info.indicators.CH_index));
});

test("an outlier detector flags as many new rows as were asked for, at most, and lists the most unusual row first", async () => {
  const table = usual(300);
  const x = table.columns[0].type === "n" ? table.columns[0].values.slice() : new Float64Array(0);
  x[77] = 1000;
  const odd: Table = { ...table, columns: [{ name: "x", type: "n", values: x }, ...table.columns.slice(1)] };
  const { info, artifact, predictions } = await trainOnTable(odd, { ...occ, maxFpr: 0.04 });
  const { threshold } = decodeArtifact(artifact);
  const flagged = predictions.prediction.value.filter((value) => value === true).length;
  expect(Math.abs(flagged - 12)).toBeLessThan(6);
  expect(info.indicators.contamination).toBeCloseTo(flagged / 300, 12);
  expect(info.outlier?.most_anomalous[0].row).toBe(77);
  expect(info.outlier?.threshold).toBe(threshold);
  expect(info.outlier?.scores.counts.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(info.indicators).toMatchObject({ true_positive: null, min_distance: null });
});

test.each(["GMM", "OCS", "PCA"])(
  "%s flags about a tenth of the new rows, where it fits few rows of many columns closely",
  async (algorithm) => {
    const random = createRandom(5);
    const sample = (count: number) => {
      const common = Array.from({ length: count }, () => random.normal());
      return createTable(
        Object.fromEntries(Array.from({ length: 20 }, (_, j) => [`x${j}`, common.map((value) => value + random.normal())])),
      );
    };
    const { artifact, info } = await trainOnTable(sample(80), modelRequest("OCC", algorithm));
    const { graph, threshold = 0 } = decodeArtifact(artifact);
    const { scores = [] } = predictGraph(graph, sample(1000));
    expect(scores.filter((score) => score > threshold).length).toBeLessThan(200);
    // The rows that the model learned from have lower scores than those of the chart, a tenth of which are beyond the threshold.
    const { from, to, counts } = info.outlier!.scores;
    const beyond = counts.filter((_, bin) => from + ((bin + 0.5) * (to - from)) / counts.length > threshold);
    expect(Math.abs(beyond.reduce((sum, count) => sum + count, 0) - 8)).toBeLessThan(4);
    expect(info.outlier?.scores.held_out).toBe(true);
  },
);

test("the most anomalous rows are the dataset's where later rows are held out, whatever their order in it", async () => {
  const numbers = Array.from({ length: 200 }, (_, i) => i);
  const random = createRandom(3);
  const backwards = createTable({ at: numbers.map((i) => 200 - i), x: numbers.map((i) => (i === 3 ? 40 : random.normal())) });
  const { info } = await trainOnTable(
    backwards,
    modelRequest("OCC", "iForest", { columns: ["x"], validation: { rows: "time", timeColumn: "at" } }),
  );
  expect(info.outlier?.most_anomalous[0].row).toBe(3);
});

test("clusters are numbered from 1, the largest first, and described by their rows", async () => {
  const rows = Array.from({ length: 90 }, (_, i) => i);
  const table = createTable({ x: rows.map((i) => (i < 60 ? 0 : 100) + (i % 7)), kind: rows.map((i) => (i < 60 ? "low" : "high")) });
  const { info, predictions } = await trainOnTable(table, {
    ...clustering,
    layers: [{ nodes: [{ algorithm: "k-means", params: { clusters: 2 } }] }],
  });
  expect(info.indicators.n_clusters).toBe(2);
  expect(info.clustering?.clusters).toEqual([
    {
      cluster: 1,
      rows: 60,
      center: [
        { column: "x", value: expect.closeTo(2.9, 6) },
        { column: "kind", value: "low" },
      ],
    },
    {
      cluster: 2,
      rows: 30,
      center: [
        { column: "x", value: expect.closeTo(103, 0) },
        { column: "kind", value: "high" },
      ],
    },
  ]);
  expect(new Set(predictions.prediction.value)).toEqual(new Set([1, 2]));
  expect(predictions.rows).toHaveLength(90);
});
