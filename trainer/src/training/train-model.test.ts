import { compareIndicators, heldOutPredictions, modelGraph, modelInfo } from "@agatha/contracts";
import type { NumberColumn, Table } from "../data/tables/table.js";
import { decodeArtifact } from "../model/artifact/artifact.js";
import { predictGraph } from "../model/artifact/graph.js";
import { loadServingModel } from "../model/serving/serving-model.js";
import { createRandom } from "../numeric/random.js";
import { createTable } from "../testing/create-table.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../testing/dataset-files.js";
import { readCsv } from "../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";
import type { ModelRequest } from "./plan/plan.js";

/** Returns rows in which y depends on x and kind only. */
function usual(nrow: number, noise = 0.5): Table {
  const random = createRandom(9);
  const rows = Array.from({ length: nrow }, (_, i) => i);
  const x = rows.map(() => 3 * random.normal());
  const kind = rows.map((i) => ["a", "b", "c"][i % 3]);
  const y = rows.map((i) => 2 * x[i] + (kind[i] === "a" ? 5 : 0) + noise * random.normal());
  return createTable({ x, kind, chance: rows.map(() => random.normal()), y, grade: y.map((value) => (value > 2 ? "good" : "bad")) });
}

const regression = modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "kind", "chance"] });
const classification = modelRequest("CLASSIFICATION", "GLM", { response: "grade", columns: ["x", "kind", "chance"] });
const occ = modelRequest("OCC", "iForest", { columns: ["x", "kind", "chance"] });
const clustering = modelRequest("CLUSTERING", "k-means", { columns: ["x", "kind"] });
const everyType: [string, ModelRequest][] = [
  ["regression", regression],
  ["classification", classification],
  ["outlier detection", occ],
  ["clustering", clustering],
];

describe.each(everyType)("%s", (_name, asked) => {
  test("training again gives the same bytes, metrics and predictions", async () => {
    expect(await trainOnTable(usual(250), asked)).toEqual(await trainOnTable(usual(250), asked));
  });

  test.each([1_000, 100, 20])("the information of a model from %p rows matches the contract", async (nrow) => {
    const { info, graph, predictions } = await trainOnTable(usual(nrow), asked);
    expect(modelInfo.parse(info)).toEqual(info);
    expect(modelGraph.parse(graph)).toEqual(graph);
    expect(heldOutPredictions.parse(predictions)).toEqual(JSON.parse(JSON.stringify(predictions)));
    expect(Object.values(info.indicators).some((figure) => typeof figure === "number")).toBe(true);
  });
});

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
  expect(compareIndicators("CLUSTERING", all.indicators, fewer.indicators)).toBeLessThan(0);
  expect(all.warnings).toEqual([]);
});

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

test("a model tells the data check's findings about the columns that it learned from", async () => {
  const table = usual(250);
  const x = table.columns[0] as NumberColumn;
  x.values.fill(-999, 0, 20);
  const { info } = await trainOnTable(table, regression);
  expect(info.findings).toMatchObject([{ code: "sentinel", column: "x", values: { value: -999, count: 20 } }]);
  const without = await trainOnTable(table, { ...regression, columns: ["kind", "chance"] });
  expect(without.info.findings).toEqual([]);
});

test.each([
  ["random", ["drift"]],
  ["time", []],
] as const)("a model with held-out rows by %s tells of drift: %j", async (rows, told) => {
  const numbers = Array.from({ length: 250 }, (_, i) => i);
  const drifting = createTable({ at: numbers, x: numbers.map((i) => i + 10 * Math.sin(i)), y: numbers.map((i) => Math.cos(7 * i)) });
  const validation = rows === "time" ? { rows, timeColumn: "at" } : { rows };
  const { info } = await trainOnTable(drifting, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x"], validation }));
  expect(info.findings!.flatMap(({ code, column }) => (column === "x" ? [code] : []))).toEqual(told);
});

test("gaps of the response, and of a column that was left out, are not told as gaps that algorithms learn from", async () => {
  const numbers = Array.from({ length: 250 }, (_, i) => i);
  const names = numbers.map((i) => (i % 4 === 0 ? null : `part ${i}`));
  const gaps = createTable({
    name: names,
    y: numbers.map((i) => (i % 3 === 0 ? null : i)),
    x: numbers.map((i) => (i % 5 === 0 ? null : i % 7)),
  });
  const { info } = await trainOnTable(gaps, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "name"] }));
  const told = info.findings!.flatMap(({ code, column }) => (code === "missing_values" ? [column] : []));
  expect(told).toEqual(["x"]);
  expect(info.warnings.map(({ code }) => code)).toEqual(["target_missing", "row_name_used", "too_many_levels"]);
});

test("a text column with too many levels in all rows is left out of every fold too", async () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => i);
  // 40 levels in the first 800 rows, 60 in all.
  const lot = rows.map((i) => `lot ${i < 800 ? i % 40 : 40 + (i % 20)}`);
  const x = rows.map((i) => Math.cos(i));
  const y = rows.map((i) => x[i] + (i < 800 ? i % 40 : 0));
  const table = createTable({ at: rows, lot, x, y });
  const train = (columns: string[]) =>
    trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", columns, validation: { rows: "time", timeColumn: "at" } }));
  const [asked, without] = [await train(["x", "lot"]), await train(["x"])];
  expect(asked.info.inputs.map(({ name }) => name)).toEqual(["x"]);
  expect(asked.info.warnings).toContainEqual({
    code: "too_many_levels",
    column: "lot",
    message: "lot has more than 50 different values and was left out",
  });
  expect(asked.info.indicators).toEqual(without.info.indicators);
  expect(asked.predictions).toEqual(without.predictions);
});

describe("held-out figures", () => {
  test("1,000 rows have metrics from a held-out fifth, without a deviation", async () => {
    const { info, predictions } = await trainOnTable(usual(1_000), regression);
    expect(info.validation).toEqual({ method: "holdout", folds: 1, trainRows: 800, heldOutRows: 200, rows: "random" });
    expect(info.spread).toEqual({});
    expect(predictions.rows).toHaveLength(200);
  });

  test("100 rows have metrics from five folds, each with a deviation", async () => {
    const { info } = await trainOnTable(usual(100), regression);
    expect(info.validation).toEqual({ method: "cross_validation", folds: 5, trainRows: 80, heldOutRows: 100, rows: "random" });
    expect(info.spread.RMSE).toBeGreaterThan(0);
  });

  test("20 rows have metrics from leave-one-out, with a warning", async () => {
    const { info } = await trainOnTable(usual(20), regression);
    expect(info.validation).toEqual({ method: "leave_one_out", folds: 20, trainRows: 19, heldOutRows: 20, rows: "random" });
    expect(info.warnings.map(({ code }) => code)).toContain("few_rows");
  });

  test.each([1_000, 100, 20])("the metrics of %p rows are those of the listed predictions", async (nrow) => {
    const { info, predictions } = await trainOnTable(usual(nrow), regression);
    const errors = predictions.rows.map((_, i) => Number(predictions.actual?.[i]) - Number(predictions.prediction.value[i]));
    expect(info.indicators.RMSE).toBeCloseTo(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length), 12);
    // Only the noise of 0.5 is left.
    expect(info.indicators.RMSE).toBeGreaterThan(0.3);
    expect(info.indicators.RMSE).toBeLessThan(0.9);
    expect(info.baseline.RMSE).toBeGreaterThan(4);
    expect(info.baseline_kind).toBe("mean");
  });

  test("held-out metrics of random columns are no better than the baseline", async () => {
    const random = createRandom(1);
    const noise = createTable(
      Object.fromEntries(["a", "b", "c", "y"].map((name) => [name, Array.from({ length: 400 }, () => random.normal())])),
    );
    const { info } = await trainOnTable(noise, modelRequest("REGRESSION", "XGB", { response: "y" }));
    expect(info.train_indicators.R2).toBeGreaterThan(0.8);
    expect(info.indicators.R2).toBeLessThan(0.1);
  });

  test("layers on random columns are no better either: a later layer does not see memorised training rows", async () => {
    const random = createRandom(2);
    const noise = createTable(
      Object.fromEntries(["a", "b", "y"].map((name) => [name, Array.from({ length: 400 }, () => random.normal())])),
    );
    const layers = [{ nodes: [{ algorithm: "XGB" }] }, { nodes: [{ algorithm: "GLM" }] }];
    const { info } = await trainOnTable(noise, modelRequest("REGRESSION", "GLM", { response: "y", layers }));
    expect(info.train_indicators.R2).toBeLessThan(0.15);
    expect(info.indicators.RMSE).toBeLessThan(1.1 * (info.baseline.RMSE ?? 0));
  });

  test("held-out metrics of classes agree with the confusion matrix", async () => {
    const { info } = await trainOnTable(usual(250), classification);
    const confusion = info.classification?.confusion ?? [];
    const total = confusion.flat().reduce((sum, count) => sum + count, 0);
    expect(total).toBe(250);
    expect(info.indicators.Accuracy).toBe((confusion[0][0] + confusion[1][1]) / 250);
    expect(info.baseline_kind).toBe("majority");
    expect(info.indicators.log_loss).toBe(info.classification?.calibration?.after.log_loss);
    const shares = confusion.map((row) => row.reduce((sum, count) => sum + count, 0) / total);
    expect(info.baseline.log_loss).toBeCloseTo(-shares.reduce((sum, share) => sum + share * Math.log(share), 0), 2);
  });
});

test("the final model learns from all rows", async () => {
  const table = usual(250);
  const { artifact } = await trainOnTable(table, {
    ...regression,
    columns: ["x"],
    layers: [{ nodes: [{ algorithm: "GLM", params: { ridge: 0 } }] }],
  });
  const { values = [] } = predictGraph(decodeArtifact(artifact).graph, table);
  const y = table.columns[3].type === "n" ? table.columns[3].values : new Float64Array(0);
  // With least squares, the residuals of the training rows sum to 0.
  expect(y.reduce((sum, value, i) => sum + value - values[i], 0)).toBeCloseTo(0, 8);
});

test("importance ranks the relevant columns, in the target's unit", async () => {
  const { info } = await trainOnTable(usual(400), regression);
  expect(info.importance_measure).toBe("RMSE");
  expect(info.importance.map(({ column }) => column)).toEqual(["x", "kind", "chance"]);
  // Shuffling x adds the variance of 2 · x twice: √(2 · 36 + 0.25) less the noise of 0.5.
  expect(info.importance[0].importance).toBeGreaterThan(6);
  expect(info.importance[0].importance).toBeLessThan(10);
  expect(Math.abs(info.importance[2].importance)).toBeLessThan(0.1);
});

test("importance of many columns uses a seeded sample of the held-out rows and states its size", async () => {
  const columns = Object.fromEntries(
    Array.from({ length: 300 }, (_, j) => [`x${j}`, Array.from({ length: 2800 }, (_row, i) => Math.sin(i * (j + 1.3)))]),
  );
  const y = columns.x7.map((value, i) => 3 * value + columns.x20[i]);
  const [one, again] = await Promise.all(
    [1, 2].map(() => trainOnTable(createTable({ ...columns, y }), modelRequest("REGRESSION", "GLM", { response: "y" }))),
  );
  expect(one.info.validation.heldOutRows).toBe(560);
  expect(one.info.importance_rows).toBe(555);
  expect(one.info.importance.slice(0, 2).map(({ column }) => column)).toEqual(["x7", "x20"]);
  // Shuffling x7 adds the variance of 3 · x7 twice: √(2 · 4.5), to almost no error.
  expect(one.info.importance[0].importance).toBeGreaterThan(2.7);
  expect(one.info.importance[0].importance).toBeLessThan(3.3);
  expect(again.info.importance).toEqual(one.info.importance);
  expect((await trainOnTable(usual(400), regression)).info.importance_rows).toBeUndefined();
});

test("row numbers are the dataset's even if some rows have no target", async () => {
  const table = usual(300);
  const y = table.columns[3].type === "n" ? table.columns[3].values.slice() : new Float64Array(0);
  for (let i = 0; i < 100; i++) y[i] = Number.NaN;
  const { predictions, info } = await trainOnTable(
    { ...table, columns: [...table.columns.slice(0, 3), { name: "y", type: "n", values: y }] },
    regression,
  );
  expect(Math.min(...predictions.rows)).toBeGreaterThanOrEqual(100);
  predictions.rows.forEach((row, i) => {
    expect(predictions.actual?.[i]).toBe(y[row]);
  });
  for (const { row, actual, predicted, error } of info.regression?.largest_errors ?? []) {
    expect(actual).toBe(y[row]);
    expect(error).toBeCloseTo(Number(actual) - Number(predicted), 12);
  }
});

test("inputs are the columns in use, with their training ranges and levels", async () => {
  const whole = Array.from({ length: 40 }, (_, i) => i - 3);
  const table = createTable({
    x: whole,
    kind: Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? "rare" : "often")),
    same: Array.from({ length: 40 }, () => 1),
    y: Array.from({ length: 40 }, (_, i) => Math.sin(i)),
  });
  const { info } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "kind", "same"] }));
  expect(info.inputs).toEqual([
    { name: "x", type: "n", min: -3, max: 36, typical: 16, integer: true, values: whole, levels: [] },
    { name: "kind", type: "s", min: null, max: null, typical: "often", integer: false, levels: ["often", "rare"] },
  ]);
  expect(info.warnings).toContainEqual(expect.objectContaining({ code: "constant", column: "same" }));
});

test("an outlier detector flags at most the requested share and lists the most unusual row first", async () => {
  const table = usual(300);
  const x = table.columns[0].type === "n" ? table.columns[0].values.slice() : new Float64Array(0);
  x[77] = 1000;
  const odd: Table = { ...table, columns: [{ name: "x", type: "n", values: x }, ...table.columns.slice(1)] };
  const { info, artifact } = await trainOnTable(odd, { ...occ, maxFpr: 0.04 });
  const { graph, threshold = 0 } = decodeArtifact(artifact);
  const scores = predictGraph(graph, odd).scores ?? new Float64Array(0);
  expect(scores.filter((score) => score > threshold).length).toBeLessThanOrEqual(12);
  expect(scores.filter((score) => score > threshold).length).toBeGreaterThan(6);
  expect(info.outlier?.most_anomalous[0].row).toBe(77);
  expect(info.outlier?.threshold).toBe(threshold);
  expect(info.outlier?.scores.counts.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(info.indicators).toMatchObject({ true_positive: null, min_distance: null });
});

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

test("the graph leads from the columns through the layers to the response", async () => {
  const layers = [
    {
      nodes: [
        { algorithm: "GLM", columns: ["x"] },
        { algorithm: "XGB", columns: ["kind"] },
      ],
    },
    { nodes: [{ algorithm: "GLM", columns: ["chance"] }] },
  ];
  const { graph } = await trainOnTable(usual(250), { ...regression, layers });
  const label = new Map(graph.nodes.map(({ id, label }) => [id, `${label} ${id.includes(".") ? id : ""}`.trim()]));
  expect(graph.edges.map(({ from, to }) => `${label.get(from)} > ${label.get(to)}`)).toEqual([
    "x > GLM 1.1",
    "kind > XGB 1.2",
    "chance > GLM 2.1",
    "GLM 1.1 > GLM 2.1",
    "XGB 1.2 > GLM 2.1",
    "GLM 2.1 > y",
  ]);
});

test.each([250, 1000])("a last layer without columns learns from the answers of the layer before alone: %p rows", async (nrow) => {
  const layers = [{ nodes: [{ algorithm: "GLM" }, { algorithm: "XGB" }] }, { nodes: [{ algorithm: "GLM", columns: [] }] }];
  const { graph, info, artifact } = await trainOnTable(usual(nrow), { ...regression, layers });
  expect(graph.edges.flatMap(({ from, to }) => (to === "2.1" ? [from] : []))).toEqual(["1.1", "1.2"]);
  expect(info.inputs.map(({ name }) => name)).toEqual(["x", "kind", "chance"]);
  // The noise has a deviation of 0.5, and XGB alone an RMSE of 0.85.
  expect(info.indicators.RMSE).toBeLessThan(0.6);
  const asked = usual(40, 0);
  const y = asked.columns.find(({ name }) => name === "y") as NumberColumn;
  const { values = [] } = predictGraph(decodeArtifact(artifact).graph, asked);
  expect(Math.max(...y.values.map((value, i) => Math.abs(value - (values[i] ?? Number.NaN))))).toBeLessThan(0.5);
});

test("each of several algorithms has its own held-out metrics with their intervals, except outlier detectors and clusterings", async () => {
  const first = [{ algorithm: "GLM", columns: ["chance"] }, { algorithm: "iForest" }];
  const { info } = await trainOnTable(usual(250), { ...regression, layers: [{ nodes: first }, { nodes: [{ algorithm: "GLM" }] }] });
  const alone = await trainOnTable(usual(250), { ...regression, layers: [{ nodes: [{ algorithm: "GLM", columns: ["chance"] }] }] });
  expect(info.nodes).toEqual([
    { id: "1.1", algorithm: "GLM", layer: 1, indicators: alone.info.indicators, intervals: alone.info.intervals },
    { id: "1.2", algorithm: "iForest", layer: 1, indicators: {} },
    { id: "2.1", algorithm: "GLM", layer: 2, indicators: info.indicators, intervals: info.intervals },
  ]);
  expect(alone.info.nodes).toBeUndefined();
});

/** Rows of which one in sixteen is bad, mostly where x is high. */
function rare(nrow = 480): Table {
  const random = createRandom(4);
  const grade = Array.from({ length: nrow }, (_, i) => (i % 16 === 0 ? "bad" : "good"));
  return createTable({ x: grade.map((one) => random.normal() + (one === "bad" ? 1.5 : 0)), grade });
}

describe("costs of wrong answers", () => {
  const plain = modelRequest("CLASSIFICATION", "GLM", { response: "grade", columns: ["x"] });
  const recallOf = ({ confusion, labels }: { confusion: number[][]; labels: string[] }) => {
    const bad = labels.indexOf("bad");
    return confusion[bad][bad] / confusion[bad].reduce((sum, count) => sum + count, 0);
  };

  test.each(["GLM", "SVM", "RF", "XGB"])(
    "all classes weigh alike where no cost is given, and probabilities stay as they are: %s",
    async (algorithm) => {
      const request = { ...plain, layers: [{ nodes: [{ algorithm }] }] };
      const likeliest = await trainOnTable(rare(), request);
      const balanced = await trainOnTable(rare(), { ...request, errorCosts: {} });
      expect(recallOf(balanced.info.classification!)).toBeGreaterThan(recallOf(likeliest.info.classification!) + 0.1);
      expect(balanced.info.indicators.log_loss).toBe(likeliest.info.indicators.log_loss);
      expect(balanced.info.indicators.cost).toBeLessThan(Number(balanced.info.baseline.cost));
      expect(balanced.predictions.prediction.prob).toEqual(likeliest.predictions.prediction.prob);
      expect(balanced.info.warnings.map(({ code }) => code)).not.toContain("imbalance");
    },
  );

  test.each([
    ["bad", "good"],
    ["rare", "common"],
  ])("the baseline is the most frequent class however the classes are spelled, and its cost the least: %s, %s", async (few, many) => {
    const { nrow, columns } = rare();
    const spelled = columns.map((column) =>
      column.type === "s" ? { ...column, levels: column.levels.map((level) => (level === "bad" ? few : many)) } : column,
    );
    const { info } = await trainOnTable({ nrow, columns: spelled }, { ...plain, errorCosts: {} });
    expect(info.baseline).toMatchObject({ Accuracy: 0.9375, Kappa: 0 });
    expect(info.baseline.cost).toBeCloseTo(0.5, 10);
    const dear = await trainOnTable({ nrow, columns: spelled }, { ...plain, errorCosts: { weights: { [few]: 1000 } } });
    expect(dear.info.baseline).toMatchObject({ Accuracy: 0.9375, cost: 0.9375 });
    expect(dear.info.baseline_intervals?.Accuracy?.upper).toBeGreaterThan(0.9375);
  });

  test("a trained model answers by its costs, and by a stored decision instead", async () => {
    const { artifact } = await trainOnTable(rare(), { ...plain, errorCosts: { weights: { bad: 1000 } } });
    const row = { x: 0 };
    expect(loadServingModel(artifact).predict([row]).value).toEqual(["bad"]);
    const decision = {
      labels: ["bad", "good"],
      costs: [
        [0, 1],
        [1, 0],
      ],
    };
    expect(loadServingModel(artifact, decision).predict([row]).value).toEqual(["good"]);
  });

  test("held-out figures are those of the least expected cost", async () => {
    const cells = [{ actual: "good", predicted: "bad", cost: 1e6 }];
    const { info, predictions } = await trainOnTable(rare(), { ...plain, errorCosts: { cells } });
    expect(new Set(predictions.prediction.value)).toEqual(new Set(["good"]));
    expect(info.indicators.cost).toBeCloseTo(1 / 16, 10);
  });

  test.each([
    ["of classes that there are not", { ...plain, errorCosts: { weights: { broken: 2 } } }, /no class "broken".*"bad", "good"/],
    ["of numbers", modelRequest("REGRESSION", "GLM", { response: "x", columns: ["grade"], errorCosts: {} }), /among classes only/],
  ])("costs %s are refused", async (_what, request, message) => {
    await expect(trainOnTable(rare(), request)).rejects.toThrow(message);
  });
});

test("a cancelled training stops with the reason", async () => {
  const controller = new AbortController();
  const reason = new Error("cancelled");
  const { trainModel } = await import("./train-model.js");
  const training = trainModel({ ...regression, layers: [{ nodes: [{ algorithm: "RF", params: { trees: 5000 } }] }] }, usual(2000), {
    random: createRandom(1),
    timezone: "UTC",
    signal: controller.signal,
    progress: (fraction) => (fraction > 0.05 ? controller.abort(reason) : undefined),
  });
  await expect(training).rejects.toBe(reason);
});

test("progress increases from step to step", async () => {
  const { trainModel } = await import("./train-model.js");
  const steps: [number, string][] = [];
  const context = { random: createRandom(1), timezone: "UTC", signal: new AbortController().signal };
  await trainModel({ ...regression, layers: [{ nodes: [{ algorithm: "XGB" }] }] }, usual(100), {
    ...context,
    progress: (fraction, step) => steps.push([fraction, step]),
  });
  const fractions = steps.map(([fraction]) => fraction);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect([...new Set(steps.map(([, step]) => step))]).toEqual(["trials", "fit", "figures"]);
  expect(Math.max(...fractions)).toBeLessThanOrEqual(1);
});

test("trains on real rows with dates and text (seattle-weather)", async () => {
  const { info } = await trainOnTable(
    await readCsv(vegaDatasetPath("seattle-weather.csv")),
    modelRequest("CLASSIFICATION", "XGB", { response: "weather" }),
  );
  expect(info.inputs.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "date d",
    "precipitation n",
    "temp_max n",
    "temp_min n",
    "wind n",
  ]);
  expect(info.indicators.Accuracy).toBeGreaterThan(0.75);
  expect(info.baseline.Accuracy).toBeLessThan(0.5);
  expect(info.importance[0].column).toBe("precipitation");
});

testWithDataFolder("trains on a table with a third of its values missing (horse-colic)", async () => {
  const table = await readCsv(dataFolderPath("horse-colic-missing-values.csv"));
  for (const algorithm of ["GLM", "XGB"]) {
    const { info } = await trainOnTable(table, modelRequest("CLASSIFICATION", algorithm, { response: "outcome" }));
    expect(info.indicators.Accuracy).toBeGreaterThan(info.baseline.Accuracy ?? 1);
    expect(info.warnings).toContainEqual({ code: "target_missing", message: "1 of 300 rows has no target and was left out" });
  }
});
