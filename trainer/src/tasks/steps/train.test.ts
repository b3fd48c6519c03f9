import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  AGATHA_VERSION,
  COLLECTIONS,
  type EditStepSpec,
  editStepSpec,
  heldOutPredictions,
  modelInfoDocument,
  type TableDescription,
  type TaskInput,
  type TrainingRecord,
  taskOutputs,
  trainingRecord,
} from "@agatha/contracts";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { modelRequest } from "../../testing/train-on-table.js";
import type { ModelRequest } from "../../training/plan/plan.js";
import { seriesRecords } from "../evaluation-input/series-records.js";
import { ingest } from "./ingest.js";
import { createTaskHarness, type TaskHarness } from "./testing/task-harness.js";
import { train } from "./train.js";

type IngestTask = Extract<TaskInput, { kind: "ingest" }>;
type TrainTask = Extract<TaskInput, { kind: "train" }>;

let bench: TaskHarness;
beforeEach(async () => {
  bench = await createTaskHarness();
});
afterEach(() => bench.remove());

/** Ingests a file and returns the task that trains on it. */
async function ingested(path: string, model: ModelRequest, sampling: TrainTask["sampling"] = "raw"): Promise<TrainTask> {
  const bytes = await readFile(path);
  const { sha256, size } = await bench.objects.put("file", bytes);
  const source: IngestTask["source"] = { key: "file", sha256, size, fileName: "file.csv", format: "csv" };
  const output = await ingest({ kind: "ingest", source, timezone: "UTC", productType: "quality", sampling, columns: [] }, bench.context);
  return { kind: "train", table: output.table.key, tableDocument: output.document, sampling, timezone: "UTC", model };
}

async function hide(document: string, name: string): Promise<void> {
  const tables = bench.documents.collection(COLLECTIONS.tables);
  const found = await tables.get(document);
  if (!found) throw new Error("no table document");
  const columns: TableDescription["columns"] = found.table.columns.map((column) => ({
    ...column,
    hidden: column.hidden || column.name === name,
  }));
  await tables.put({ ...found, table: { ...found.table, columns } });
}

const weather = modelRequest("REGRESSION", "GLM", { response: "temp_max" });

test("a model tells which of its inputs can be read in two ways", async () => {
  const rows = Array.from({ length: 60 }, (_, row) => `${101 + ((row * 37) % 50)}.${100 + row};${row % 7},5;${row}`);
  const path = join(bench.context.scratch, "commas.csv");
  await writeFile(path, `x;y;z\n${rows.join("\n")}\n`);
  const output = await train(await ingested(path, modelRequest("REGRESSION", "GLM", { response: "y" })), bench.context);
  const { info } = modelInfoDocument.parse(await bench.documents.collection(COLLECTIONS.modelInfos).get(output.info));
  const told = info.findings!.filter(({ code }) => code === "ambiguous_numbers");
  expect(told).toMatchObject([{ column: "x", values: { count: 60, rows: 60, example: "101.100", reading: "101100", other: "101.1" } }]);
});

test("training writes a working model, the predictions, and the document with the model's information", async () => {
  const task = await ingested(vegaDatasetPath("seattle-weather.csv"), weather);
  const output = taskOutputs.train.parse(await train(task, bench.context));
  expect(output.artifact.key).toBe("out/a1/model.bin");
  expect(output.predictions).toBe("out/a1/predictions.json");

  const document = modelInfoDocument.parse(await bench.documents.collection(COLLECTIONS.modelInfos).get(output.info));
  expect(document).toMatchObject({ id: "task.a1", modelUid: "uid" });
  expect(document.info.indicators).toEqual(output.indicators);
  expect(document.info.inputs.map(({ name }) => name)).toEqual(["date", "precipitation", "temp_min", "wind", "weather"]);

  const predictions = heldOutPredictions.parse(JSON.parse(bench.objects.bytes.get(output.predictions)?.toString() ?? ""));
  expect(predictions.rows).toHaveLength(document.info.validation.heldOutRows);

  const model = loadServingModel(bench.objects.bytes.get(output.artifact.key) ?? new Uint8Array(0));
  const [value] = model.predict([{ date: "2013-07-01", precipitation: "0", temp_min: 14, wind: 3, weather: "sun" }]).value;
  expect(value).toBeGreaterThan(20);
  expect(value).toBeLessThan(35);
});

describe("a model of a file with days such as 31.12.2012 and numbers such as 1.037,5", () => {
  /** Writes the weather with millimetres times a thousand, and returns the file's path. */
  async function germanWeather(): Promise<string> {
    const [, ...lines] = (await readFile(vegaDatasetPath("seattle-weather.csv"), "utf8")).trim().split("\n");
    const german = new Intl.NumberFormat("de-DE");
    const rows = lines.map((line) => {
      const [day = "", rain = "", warmest = "", coldest = "", wind = ""] = line.split(",");
      const [rainfall, ...others] = [Number(rain) * 1000, Number(warmest), Number(coldest), Number(wind)].map((value) =>
        german.format(value),
      );
      return [day.split("-").reverse().join("."), rainfall, ...others].join(";");
    });
    const path = join(bench.context.scratch, "german.csv");
    await writeFile(path, `date;rainfall;temp_max;temp_min;wind\n${rows.join("\n")}\n`);
    return path;
  }

  async function trained(model: ModelRequest) {
    const { artifact } = await train(await ingested(await germanWeather(), model), bench.context);
    return loadServingModel(bench.objects.bytes.get(artifact.key) ?? new Uint8Array(0));
  }

  const typed = { date: "2012-12-31T00:00:00Z", rainfall: 1037, temp_min: 4.5, wind: 3.25 };
  const texts = { date: "31.12.2012", rainfall: "1.037", temp_min: "4,5", wind: "3,25" };

  test("reads text as the file has it, and numbers and times of JSON as they are", async () => {
    const model = await trained(weather);
    expect(model.inputs.map(({ name }) => name)).toEqual(Object.keys(typed));
    const expected = model.predictTable(model.toTable([typed]));
    expect(model.predict([texts])).toEqual(expected);
    expect(model.predict([{ ...typed, date: Date.parse(typed.date), wind: "3.25" }])).toEqual(expected);
    expect(model.toTable([{ ...typed, rainfall: 1.037 }]).columns[1]).toMatchObject({ values: Float64Array.of(1.037) });
    expect(() => model.predict([{ ...texts, date: "12/31/2012" }])).toThrow("date");
  });

  test("reads it so whatever others say about its dataset", async () => {
    const model = await trained(weather);
    const columns = model.rowColumns({ decimal: ".", written: new Map([["date", ["monthFirst"]]]) });
    for (const [name, cell] of Object.entries({ ...texts, date: "01.02.2012" })) columns.set(columns.find(name)!, cell);
    columns.endRow();
    expect(columns.take()).toEqual(model.toTable([{ ...typed, date: "2012-02-01" }]));
  });

  test("reads the values before a period as the values of their column", async () => {
    const timeSeries = { time: "date", lags: 1, horizon: 1 };
    const model = await trained(modelRequest("REGRESSION", "GLM", { response: "rainfall", columns: [], timeSeries }));
    expect(model.predict([{ rainfall_lag_1: "1.037" }])).toEqual(model.predict([{ rainfall_lag_1: 1037 }]));
    const past = ["30.12.2012;1.037", "31.12.2012;0"].map((row) => row.split(";"));
    const records = past.map(([date, rainfall]) => ({ date, rainfall }));
    expect(seriesRecords(model, records, { ...timeSeries, response: "rainfall" })?.columns).toMatchObject([
      { values: Float64Array.of(Date.UTC(2012, 11, 30), Date.UTC(2012, 11, 31)) },
      { values: Float64Array.of(1037, 0) },
    ]);
  });
});

test("training gives the same bytes in another attempt", async () => {
  const task = await ingested(vegaDatasetPath("seattle-weather.csv"), weather);
  const first = await train(task, bench.context);
  const second = await train(task, { ...bench.context, attempt: "a2", outputPrefix: "out/a2" });
  expect(second.artifact.sha256).toBe(first.artifact.sha256);
  expect(second.artifact.key).toBe("out/a2/model.bin");
});

async function keepSteps(id: string, specs: EditStepSpec[]): Promise<string> {
  await bench.documents.collection(COLLECTIONS.editSteps).put({ id, datasetUid: "uid", specs });
  return id;
}

/** Trains again from only the training record and the stored tables. */
async function replayed(record: TrainingRecord): Promise<string> {
  const tables = [...bench.objects.bytes.keys()].filter((key) => key.endsWith(".parquet"));
  const heads = await Promise.all(tables.map((key) => bench.objects.head(key)));
  const table = heads.find((head) => head?.sha256 === record.table_sha256);
  const { sampling, timezone } = record;
  const { extraction: specs, ...recipe } = record.recipe;
  const model = specs ? { ...recipe, extraction: await keepSteps("again", specs) } : recipe;
  const input = { kind: "train", table: table?.key ?? "", tableDocument: "task.a1", sampling, timezone, model } as const;
  return (await train(input, { ...bench.context, attempt: "again", outputPrefix: "out/again" })).artifact.sha256;
}

test.each<[string, ModelRequest]>([
  ["a forest", modelRequest("REGRESSION", "RF", { response: "temp_max", seed: 5 })],
  ["classes of boosted trees", modelRequest("CLASSIFICATION", "XGB", { response: "weather", seed: 6 })],
  [
    "a time series in two layers",
    modelRequest("REGRESSION", "XGB", {
      response: "temp_max",
      timeSeries: { time: "date", lags: 3, horizon: 5 },
      layers: [{ nodes: [{ algorithm: "XGB" }, { algorithm: "GLM" }] }, { nodes: [{ algorithm: "GLM" }] }],
    }),
  ],
])("the training record of %s reproduces the model to the byte", async (_name, model) => {
  const { info, artifact } = await train(await ingested(vegaDatasetPath("seattle-weather.csv"), model), bench.context);
  const record = trainingRecord.parse((await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info.record);
  expect(record).toMatchObject({ rows: 1461, recipe: model, versions: { agatha: AGATHA_VERSION, node: process.version } });
  expect(await replayed(record)).toBe(artifact.sha256);
  expect(await replayed({ ...record, recipe: { ...record.recipe, columns: ["wind"] } })).not.toBe(artifact.sha256);
});

const DRY_DAYS: EditStepSpec[] = [
  { type: "filter", groups: [{ conditions: [{ column: "precipitation", op: "eq", value: 0 }] }] },
  { type: "derived", name: "swing", formula: { op: "subtract", left: { column: "temp_max" }, right: { column: "temp_min" } } },
  { type: "sort", by: [{ column: "wind", order: "desc" }] },
].map((spec) => editStepSpec.parse(spec));

describe("training on an edit history", () => {
  const swing = { ...modelRequest("REGRESSION", "GLM", { response: "swing" }), extraction: "dry" };

  test("training uses the rows and columns that the edit steps leave, and records the steps, which reproduce the same bytes", async () => {
    const task = await ingested(vegaDatasetPath("seattle-weather.csv"), swing);
    await hide(task.tableDocument, "temp_max");
    await keepSteps("dry", DRY_DAYS);
    const { info, artifact } = await train(task, bench.context);
    const told = (await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info;
    const record = trainingRecord.parse(told?.record);
    expect(record).toMatchObject({ rows: 838, recipe: { response: "swing", extraction: DRY_DAYS } });
    expect(told?.inputs.map(({ name }) => name)).toEqual(["date", "temp_min", "wind", "weather"]);
    await keepSteps("dry", DRY_DAYS.slice(1));
    expect(await replayed(record)).toBe(artifact.sha256);
    const { artifact: other } = await train(task, { ...bench.context, attempt: "a2", outputPrefix: "out/a2" });
    expect(other.sha256).not.toBe(artifact.sha256);
  });

  test("an aggregate that is named like a hidden column is learned from", async () => {
    const task = await ingested(vegaDatasetPath("seattle-weather.csv"), { ...weather, extraction: "weekly" });
    await hide(task.tableDocument, "wind");
    await hide(task.tableDocument, "weather");
    const cols = ["temp_max", "wind"].map((column) => ({ name: column, function: "mean", column }));
    const window = { column: "date", every: 1, unit: "week" };
    await keepSteps("weekly", [editStepSpec.parse({ type: "aggregation", by: ["weather"], window, cols })]);
    const { info } = await train(task, bench.context);
    const told = (await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info;
    expect(told?.inputs.map(({ name }) => name)).toEqual(["date", "wind"]);
  });

  test.each<[string, EditStepSpec[], string]>([
    ["that are not there", [], "010415"],
    [
      "that leave no row",
      [editStepSpec.parse({ type: "filter", groups: [{ conditions: [{ column: "wind", op: "lt", value: 0 }] }] })],
      "010409",
    ],
    ["that do not fit", [editStepSpec.parse({ type: "sort", by: [{ column: "humidity" }] })], "010418"],
  ])("training refuses edit steps %s with their error code", async (_case, specs, code) => {
    const task = await ingested(vegaDatasetPath("seattle-weather.csv"), { ...weather, extraction: "steps" });
    if (specs.length > 0) await keepSteps("steps", specs);
    await expect(train(task, bench.context)).rejects.toMatchObject({ code });
  });
});

test("AGATHA_VERSION is the version of the package", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8")) as { version: string };
  expect(AGATHA_VERSION).toBe(version);
});

test("a time series is trained on its own past", async () => {
  const series = modelRequest("REGRESSION", "GLM", {
    response: "temp_max",
    columns: [],
    timeSeries: { time: "date", lags: 2, horizon: 1 },
  });
  const { info } = await train(await ingested(vegaDatasetPath("seattle-weather.csv"), series), bench.context);
  const told = (await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info;
  expect(told?.validation).toMatchObject({ method: "latest", trainRows: 1167, heldOutRows: 292 });
  expect(told?.inputs.map(({ name }) => name)).toEqual(["temp_max_lag_1", "temp_max_lag_2"]);
});

test("training leaves hidden columns out unless the request names them", async () => {
  const task = await ingested(vegaDatasetPath("seattle-weather.csv"), weather);
  await hide(task.tableDocument, "temp_min");
  const columnsOf = async (model: ModelRequest) => {
    const { info } = await train({ ...task, model }, bench.context);
    return (await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info.inputs.map(({ name }) => name);
  };
  expect(await columnsOf(weather)).toEqual(["date", "precipitation", "wind", "weather"]);
  expect(await columnsOf({ ...weather, columns: ["temp_min", "wind"] })).toEqual(["temp_min", "wind"]);
});

describe("a hidden column", () => {
  /** Batches with a level of their own that a pressure betrays, each on a day of its own. */
  async function batches(hidden: string, columns: readonly string[]) {
    const random = createRandom(4);
    const levels = Array.from({ length: 40 }, () => ({ y: 10 * random.normal(), pressure: random.normal() }));
    const rows = levels.flatMap(({ y, pressure }, at) =>
      Array.from({ length: 8 }, (_, hour) => ({
        batch: 1000 + at,
        day: new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
        hour,
        pressure: pressure + 0.01 * random.normal(),
        y: y + hour + 0.1 * random.normal(),
      })),
    );
    const path = join(bench.context.scratch, "batches.csv");
    const lines = rows.map((row) => columns.map((name) => row[name as keyof typeof row]).join(","));
    await writeFile(path, `${columns.join(",")}\n${lines.join("\n")}\n`);
    const task = await ingested(path, modelRequest("REGRESSION", "GLM", { response: "y" }));
    await hide(task.tableDocument, hidden);
    return async (change: Partial<ModelRequest>) => {
      const { info } = await train({ ...task, model: { ...task.model, ...change } }, bench.context);
      const told = (await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info;
      return { inputs: told?.inputs.map(({ name }) => name), validation: told?.validation };
    };
  }
  const byBatch = ["batch", "hour", "pressure", "y"];
  const byDay = ["day", "hour", "pressure", "y"];

  test("that only the validation names is no input", async () => {
    const trained = await batches("batch", byBatch);
    for (const rows of ["random", "groups"] as const)
      expect((await trained({ validation: { rows, groupColumns: ["batch"] } })).inputs).toEqual(["hour", "pressure"]);
    const named = await trained({ validation: { rows: "random", groupColumns: ["batch"] }, columns: ["batch", "hour"] });
    expect(named.inputs).toEqual(["batch", "hour"]);
  });

  test("tells which rows belong together", async () => {
    const trained = await batches("batch", byBatch);
    for (const rows of ["auto", "groups"] as const)
      expect(await trained({ validation: { rows } })).toMatchObject({
        inputs: ["hour", "pressure"],
        validation: { rows: "groups", groupColumns: ["batch"] },
      });
  });

  test("tells which rows are later, whether the validation names it or not", async () => {
    const trained = await batches("day", byDay);
    for (const timeColumn of ["day", undefined])
      expect(await trained({ validation: { rows: "time", timeColumn } })).toMatchObject({
        inputs: ["hour", "pressure"],
        validation: { rows: "time", timeColumn: "day" },
      });
  });
});

test("training refuses a response that is not in the table", async () => {
  const task = await ingested(vegaDatasetPath("seattle-weather.csv"), { ...weather, response: "humidity" });
  await expect(train(task, bench.context)).rejects.toMatchObject({ code: "010503" });
});

test("a missing table description is an error of the platform, not an InvalidInput", async () => {
  const task = await ingested(vegaDatasetPath("seattle-weather.csv"), weather);
  await expect(train({ ...task, tableDocument: "gone" }, bench.context)).rejects.toThrow("is gone");
});

testWithDataFolder("training on the rows in use of a larger table gives a warning (adult-income)", async () => {
  const task = await ingested(
    dataFolderPath("adult-income-32k.csv"),
    modelRequest("CLASSIFICATION", "GLM", { response: "income" }),
    "random",
  );
  const { info } = await train(task, bench.context);
  const told = (await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info;
  expect(told?.validation).toMatchObject({ method: "holdout", trainRows: 8000, heldOutRows: 2000 });
  expect(told?.warnings[0]).toEqual({
    code: "rows_sampled",
    message: "the model learned from 10000 of the table's 32561 rows, those in use",
  });
  expect(told?.indicators.Accuracy).toBeGreaterThan(0.83);
});

testWithDataFolder("training warns of identifiers and of flags of the failure's cause (machine-failure-ai4i)", async () => {
  const task = await ingested(
    dataFolderPath("machine-failure-ai4i.csv"),
    modelRequest("CLASSIFICATION", "XGB", { response: "Machine failure" }),
  );
  const { info } = await train(task, bench.context);
  const told = (await bench.documents.collection(COLLECTIONS.modelInfos).get(info))?.info;
  expect(told?.inputs.map(({ name }) => name)).not.toContain("UDI");
  const columnsOf = (wanted: string) => told?.warnings.filter(({ code }) => code === wanted).map(({ column }) => column);
  expect(columnsOf("names_the_row")).toEqual(["UDI", "Product ID"]);
  expect(columnsOf("leakage")).toEqual(["TWF", "HDF", "PWF", "OSF"]);
  // One of the 19 rows with RNF has failed. Its values show nothing, and the warning does not claim that they do.
  expect(columnsOf("among_leaks")).toEqual(["RNF"]);
});
