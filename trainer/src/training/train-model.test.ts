import { heldOutPredictions, modelGraph, modelInfo } from "@agatha/contracts";
import type { NumberColumn } from "../data/tables/table.js";
import { decodeArtifact } from "../model/artifact/artifact.js";
import { predictGraph } from "../model/artifact/graph.js";
import { loadServingModel } from "../model/serving/serving-model.js";
import { createRandom } from "../numeric/random.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../testing/dataset-files.js";
import { readCsv } from "../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";
import { classification, clustering, occ, regression, usual } from "../testing/usual-rows.js";
import type { ModelRequest } from "./plan/plan.js";

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

test.each<[string, number, { lower: number; upper?: number }]>([
  ["market share", 1, { lower: 0, upper: 1 }],
  ["yield_pct", 100, { lower: 0, upper: 100 }],
  ["yield_pct", 101, { lower: 0 }],
  ["speed", 1, { lower: 0 }],
])("answers and intervals of %s up to %p end at the limits by the data: %p", async (name, greatest, limits) => {
  const table = usual(250);
  const columns = table.columns.map((column) =>
    column.type === "n" && column.name === "y"
      ? { ...column, name, values: column.values.map((value, i) => (i === 0 ? greatest : greatest / (1 + Math.exp(-value)))) }
      : column,
  );
  const { artifact, info } = await trainOnTable({ ...table, columns }, { ...regression, response: name });
  expect(info.regression?.limits).toMatchObject(limits);
  const { interval = [], value } = loadServingModel(artifact).predictTable({ ...table, columns });
  expect(value.every((answer) => Number(answer) >= 0 && Number(answer) <= (limits.upper ?? Number.POSITIVE_INFINITY))).toBe(true);
  expect(interval.every((bounds) => bounds!.lower >= 0)).toBe(true);
  expect(interval.every((bounds) => bounds!.upper <= greatest)).toBe(limits.upper !== undefined);
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
