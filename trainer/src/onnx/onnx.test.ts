/** Compares ONNX Runtime's predictions of an exported model with our own. */
import type { ClassDecision, PredictionResult } from "@agatha/contracts";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Column, NumberColumn, Table } from "../data/tables/table.js";
import { exportOnnx } from "../model/onnx/export.js";
import { loadServingModel, type ServingModel } from "../model/serving/serving-model.js";
import { seriesInputRows } from "../tasks/evaluation-input/series-input-rows.js";
import { createTable } from "../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../testing/dataset-files.js";
import { readCsv } from "../testing/read-csv.js";
import { trainOnTable } from "../testing/train-on-table.js";
import type { ModelRequest } from "../training/plan/plan.js";

const DAY = 86_400_000;
const at = (i: number, step: number, size: number) => ((i * step) % size) / size;

/** Returns numbers and text with missing values, and times before and after 1970. */
function material(nrow: number): Table {
  const rows = Array.from({ length: nrow }, (_, i) => i);
  const heat = rows.map((i) => (i % 17 === 3 ? null : 800 + 100 * at(i, 37, 101)));
  const carbon = rows.map((i) => at(i, 61, 97));
  const kind = rows.map((i) => (i % 23 === 5 ? null : ["mild", "hard", "tool"][Math.floor(3 * at(i, 13, 31))]));
  const when = rows.map((i) => (i % 29 === 7 ? null : new Date((i - nrow / 2) * 331 * DAY + 3_600_000 * (i % 24))));
  const strength = rows.map((i) => 2 * (heat[i] ?? 850) + 300 * carbon[i] ** 2 + (kind[i] === "hard" ? 90 : 0) + 20 * at(i, 7, 11));
  const grade = strength.map((value) => (value > 1950 ? "high" : value > 1850 ? "middle" : "low"));
  const good = strength.map((value) => (value > 1900 ? "yes" : "no"));
  return createTable({ heat, carbon, kind, when, strength, grade, good });
}

const TABLE = material(240);

async function answersOf(file: Uint8Array, { inputs }: ServingModel, table: Table): Promise<Record<string, unknown[]>> {
  const session = await InferenceSession.create(file, { logSeverityLevel: 3 });
  const feeds = Object.fromEntries(inputs.map(({ name }) => [name, tensorOf(table.columns.find((column) => column.name === name)!)]));
  const results = await session.run(feeds);
  return Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, Array.from(data as ArrayLike<unknown>)]));
}

function tensorOf(column: Column): Tensor {
  if (column.type !== "s") return new Tensor("float64", column.values, [column.values.length, 1]);
  return new Tensor(
    "string",
    Array.from(column.codes, (code) => column.levels[code] ?? ""),
    [column.codes.length, 1],
  );
}

/** Trees and networks compute in 32 bits. */
function near(actual: unknown, expected: number): void {
  expect(Math.abs((actual as number) - expected)).toBeLessThan(1e-5 * Math.max(1, Math.abs(expected)));
}

function expectSame(results: Record<string, unknown[]>, own: PredictionResult): void {
  expect(Object.keys(results).length).toBeGreaterThan(0);
  for (const [i, value] of own.value.entries()) {
    if (results.value) near(results.value[i], value as number);
    if (results.label) expect(results.label[i]).toBe(value);
    if (results.anomaly) expect(Boolean(results.anomaly[i])).toBe(value);
    if (results.cluster) expect(Number(results.cluster[i])).toBe(value);
    if (results.score) near(results.score[i], own.score?.[i] ?? Number.NaN);
    const shares = Object.values(own.prob?.[i] ?? {});
    for (const [k, share] of shares.entries()) near(results.probabilities?.[i * shares.length + k], share!);
  }
}

type Asked = Omit<ModelRequest, "seed" | "maxFpr">;
const train = (asked: Asked) => trainOnTable(TABLE, { seed: 1, maxFpr: 1, ...asked });

const node = (algorithm: string, params = {}) => ({ algorithm, params });
const columns = ["heat", "carbon", "kind", "when"];

test.each<[string, Asked]>([
  ["GLM for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("GLM")] }] }],
  [
    "GLM of the logarithm",
    { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("GLM", { logResponse: true })] }] },
  ],
  ["GLM for three classes", { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("GLM")] }] }],
  [
    "GLM whose classes weigh alike",
    { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("GLM", { balance: 1 })] }] },
  ],
  ["XGB for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("XGB")] }] }],
  ["XGB for two classes", { type: "CLASSIFICATION", response: "good", columns, layers: [{ nodes: [node("XGB", { rounds: 20 })] }] }],
  ["XGB for three classes", { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("XGB", { rounds: 20 })] }] }],
  ["RF for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("RF", { trees: 30 })] }] }],
  ["RF for two classes", { type: "CLASSIFICATION", response: "good", columns, layers: [{ nodes: [node("RF", { trees: 30 })] }] }],
  ["RF for three classes", { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("RF", { trees: 30 })] }] }],
  ["enet", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("enet")] }] }],
  ["DNN for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("DNN", { epochs: 20 })] }] }],
  ["DNN for three classes", { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("DNN", { epochs: 20 })] }] }],
  ["iForest", { type: "OCC", columns, layers: [{ nodes: [node("iForest")] }] }],
  ["GAM for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("GAM")] }] }],
  ["GAM for two classes", { type: "CLASSIFICATION", response: "good", columns, layers: [{ nodes: [node("GAM")] }] }],
  ["GAM for three classes", { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("GAM")] }] }],
  ["GNET", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("GNET")] }] }],
  ["BYS for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("BYS")] }] }],
  ["BYS for three classes", { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("BYS")] }] }],
  ["KNN for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("KNN", { distancePower: 1 })] }] }],
  [
    "KNN for three classes",
    { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("KNN", { neighbours: 7, distancePower: 0 })] }] },
  ],
  ["SVM for numbers", { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("SVM")] }] }],
  ["SVM for two classes", { type: "CLASSIFICATION", response: "good", columns, layers: [{ nodes: [node("SVM")] }] }],
  ["SVM for three classes", { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("SVM")] }] }],
  ["SVM without a curve", { type: "CLASSIFICATION", response: "good", columns, layers: [{ nodes: [node("SVM", { kernel: 1 })] }] }],
  ["OCS", { type: "OCC", columns, layers: [{ nodes: [node("OCS")] }] }],
  ["LOF", { type: "OCC", columns, layers: [{ nodes: [node("LOF")] }] }],
  ["PCA that keeps one component of many", { type: "OCC", columns, layers: [{ nodes: [node("PCA", { variance: 0.1 })] }] }],
  ["PCA that leaves one direction out", { type: "OCC", columns: ["heat", "carbon"], layers: [{ nodes: [node("PCA")] }] }],
  ["Dobin", { type: "OCC", columns, layers: [{ nodes: [node("Dobin")] }] }],
  ["AENN", { type: "OCC", columns, layers: [{ nodes: [node("AENN", { epochs: 20 })] }] }],
  ["GMM for outliers", { type: "OCC", columns, layers: [{ nodes: [node("GMM", { clusters: 2 })] }] }],
  ["GMM for clusters", { type: "CLUSTERING", columns, layers: [{ nodes: [node("GMM", { clusters: 3 })] }] }],
  ["SOM", { type: "CLUSTERING", columns, layers: [{ nodes: [node("SOM", { clusters: 3 })] }] }],
  ["iForest after pca", { type: "OCC", columns, layers: [{ nodes: [{ ...node("iForest"), rotation: "pca" }] }] }],
  ["LOF after dobin", { type: "OCC", columns, layers: [{ nodes: [{ ...node("LOF"), rotation: "dobin" }] }] }],
  ["k-means", { type: "CLUSTERING", columns, layers: [{ nodes: [node("k-means", { clusters: 3 })] }] }],
  [
    "groups that a later layer learns from",
    {
      type: "REGRESSION",
      response: "strength",
      columns,
      layers: [{ nodes: [node("k-means", { clusters: 3 }), node("iForest", { trees: 20 })] }, { nodes: [node("GLM")] }],
    },
  ],
  [
    "scores of groups that a later layer learns from",
    { type: "OCC", columns, layers: [{ nodes: [node("GMM", { clusters: 2 })] }, { nodes: [node("iForest", { trees: 20 })] }] },
  ],
  [
    "scores of GMM from which numbers are learned",
    { type: "REGRESSION", response: "strength", columns, layers: [{ nodes: [node("GMM", { clusters: 2 })] }, { nodes: [node("GLM")] }] },
  ],
  [
    "two layers, with the last one's answers averaged",
    {
      type: "CLASSIFICATION",
      response: "grade",
      columns,
      layers: [
        { nodes: [node("RF", { trees: 20 }), node("iForest", { trees: 20 })] },
        { nodes: [node("GLM"), node("XGB", { rounds: 10 })] },
      ],
    },
  ],
])("ONNX Runtime predicts the same as the model: %s", async (_what, request) => {
  const { artifact } = await train(request);
  const model = loadServingModel(artifact);
  expectSame(await answersOf(exportOnnx(artifact), model, TABLE), model.predictTable(TABLE));
});

test("ONNX Runtime predicts the same as GAM far beyond the rows that it has learned from", async () => {
  const { artifact } = await train({ type: "REGRESSION", response: "strength", columns: ["heat"], layers: [{ nodes: [node("GAM")] }] });
  const model = loadServingModel(artifact);
  const far = createTable({ heat: [-1000, 650, 720, 850, 980, 1050, 1e6] });
  const own = model.predictTable(far);
  expect(own.value[6]).not.toBe(own.value[4]);
  expectSame(await answersOf(exportOnnx(artifact), model, far), own);
});

test.each<[string, Asked, ClassDecision]>([
  [
    "a threshold",
    { type: "CLASSIFICATION", response: "good", columns, layers: [{ nodes: [node("GLM")] }] },
    {
      labels: ["no", "yes"],
      costs: [
        [0, 1],
        [9, 0],
      ],
      threshold: 0.13,
    },
  ],
  [
    "costs of three classes",
    { type: "CLASSIFICATION", response: "grade", columns, layers: [{ nodes: [node("GLM")] }] },
    {
      labels: ["high", "low", "middle"],
      costs: [
        [0, 11, 2],
        [3, 0, 1],
        [1, 2, 0],
      ],
    },
  ],
])("ONNX Runtime answers by a stored decision: %s", async (_what, request, decision) => {
  const { artifact } = await train(request);
  const decided = loadServingModel(artifact, decision).predictTable(TABLE);
  expect(decided.value).not.toEqual(loadServingModel(artifact).predictTable(TABLE).value);
  expectSame(await answersOf(exportOnnx(artifact, decision), loadServingModel(artifact), TABLE), decided);
});

testWithDataFolder("SVM for six qualities of wine", async () => {
  const table = await readCsv(dataFolderPath("wine-quality-red.csv"), []);
  // Text values make quality a class.
  const quality = table.columns.find(({ name }) => name === "quality") as NumberColumn;
  const others = table.columns.filter((column) => column !== quality);
  const columns = others.map(({ name }) => name);
  const asked: Table = {
    nrow: table.nrow,
    columns: [...others, ...createTable({ quality: Array.from(quality.values, (value) => `q${value}`) }).columns],
  };
  const layers = [{ nodes: [node("SVM")] }];
  const { artifact } = await trainOnTable(asked, { type: "CLASSIFICATION", response: "quality", columns, layers, seed: 1, maxFpr: 1 });
  const model = loadServingModel(artifact);
  expect(Object.keys(model.predictTable(asked).prob?.[0] ?? {})).toHaveLength(6);
  expectSame(await answersOf(exportOnnx(artifact), model, asked), model.predictTable(asked));
});

test.each(["XGB", "KNN"])("ONNX Runtime counts values from their recent level as the model does: %s", async (algorithm) => {
  const days = Array.from({ length: 100 }, (_, t) => t);
  const rows = [1, 50, 4000].flatMap((height, shop) => days.map((t) => ({ shop, t, y: height * (2 + at(t, 37, 101) + (t % 7)) })));
  const series = createTable({
    when: rows.map(({ t }) => new Date(t * DAY)),
    shop: rows.map(({ shop }) => `shop ${shop}`),
    y: rows.map(({ y }) => y),
  });
  const timeSeries = { time: "when", lags: 2, series: "shop", lagInputs: "proposed" as const };
  const { artifact } = await trainOnTable(series, {
    ...{ seed: 1, maxFpr: 1, type: "REGRESSION", response: "y", timeSeries },
    layers: [{ nodes: [node(algorithm)] }],
  });
  const model = loadServingModel(artifact);
  const { inputs } = seriesInputRows(series, { inputs: model.inputs, response: "y", timeSeries, timezone: "UTC" });
  const own = model.predictTable(inputs).value as number[];
  const { value = [] } = await answersOf(exportOnnx(artifact), model, inputs);
  expect(value).toHaveLength(inputs.nrow);
  own.forEach((each, row) => {
    near(value[row], each);
  });
});

test("columns named as outputs or operators are inputs of the file, and the output has a number behind its name", async () => {
  const { columns: all, nrow } = TABLE;
  const renamed = all.map((column) => ({
    ...column,
    name: { heat: "value", carbon: "Add_3", kind: "constant_0" }[column.name] ?? column.name,
  }));
  const table = { nrow, columns: renamed };
  const request: Asked = {
    ...{ type: "REGRESSION", response: "strength", columns: ["value", "Add_3", "constant_0", "when"] },
    layers: [{ nodes: [node("GLM")] }],
  };
  const { artifact } = await trainOnTable(table, { seed: 1, maxFpr: 1, ...request });
  const model = loadServingModel(artifact);
  const answers = await answersOf(exportOnnx(artifact), model, table);
  expect(Object.keys(answers)).toEqual(["value_1"]);
  expectSame({ value: answers.value_1 }, model.predictTable(table));
});
