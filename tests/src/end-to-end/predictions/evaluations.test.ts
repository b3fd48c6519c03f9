/** Trained models are compared on new rows, over HTTP on the whole product. */
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { EvaluationInputFields, MaxFprQuery, NewEvaluation } from "@agatha/contracts/client";
import type { EvaluationAnswer, EvaluationPatch } from "@agatha/contracts/wire";
import { vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { gunzipDownload, gunzipLines } from "../testing/gunzip.js";

/** Returns the weather of the days of four years: drizzle, fog, rain, snow or sun. */
const weatherCsv = (): string => readFileSync(vegaFile("seattle-weather.csv"), "utf8");

/** Returns the header and the kept lines. */
function lines(csv: string, keep: (i: number) => boolean): string {
  const [header, ...rest] = csv.trim().split(/\r?\n/);
  return [header, ...rest.filter((_, i) => keep(i))].join("\n");
}
const isTest = (i: number): boolean => i % 5 === 0;
const isTraining = (i: number): boolean => !isTest(i);

/** Longest time of two trainings on a busy machine. */
const TRAINING_MS = 180_000;

const { client, data } = useAgatha();

/** Returns the paths of all stored objects. */
async function files(): Promise<string[]> {
  const found = await readdir(join(data(), "objects"), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Calls of a client for the evaluations of one dataset. */
function evaluationsOf(datasetId: string) {
  return {
    get: (id: string, wanted?: MaxFprQuery) => client.api.evaluation(datasetId, id, wanted),
    /** Returns the results with each model's answers to the test rows. */
    ofModel: (id: string, model: string, wanted?: MaxFprQuery) => client.api.evaluationByModel(datasetId, id, model, wanted),
    begin: async (request: NewEvaluation) => (await client.api.createEvaluation(datasetId, request)).id,
    upload: (id: string, bytes: string | Uint8Array, fields?: EvaluationInputFields) =>
      client.api.uploadTestData(datasetId, id, new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], "later.csv"), fields),
    settled: (id: string) => client.waitForEvaluation(datasetId, id),
    async start(id: string): Promise<EvaluationAnswer> {
      await client.api.startEvaluation(datasetId, id);
      return await client.waitForEvaluation(datasetId, id);
    },
    change: (id: string, patch: EvaluationPatch) => client.api.changeEvaluation(datasetId, id, patch),
  };
}

/** Name of a column, in the text and in its Big5 bytes. */
const WARMTH = "\u6eab\u5ea6";
const WARMTH_IN_BIG5 = Buffer.from([0xb7, 0xc5, 0xab, 0xd7]);

/** The column's name is the only text in the file that is not ASCII. */
function inBig5(csv: string): Buffer {
  const at = csv.indexOf(WARMTH);
  return Buffer.concat([Buffer.from(csv.slice(0, at)), WARMTH_IN_BIG5, Buffer.from(csv.slice(at + WARMTH.length))]);
}

describe("comparisons of weather models", () => {
  const weather = weatherCsv().replace("temp_max", WARMTH);
  const response = WARMTH;
  let datasetId: string;
  let api: ReturnType<typeof evaluationsOf>;
  let linear: string;
  let trees: string;
  let evaluation: string;

  beforeAll(async () => {
    datasetId = (await client.uploadDataset("weather.csv", lines(weather, isTraining), { name: "Weather" })).id;
    api = evaluationsOf(datasetId);
    const train = async (name: string, algorithm: string) => {
      const columns = ["precipitation", "temp_min", "wind"];
      const layers = [{ nodes: [{ algorithm }] }];
      const model = await client.train(datasetId, { name, model_type: "REGRESSION", response, columns, layers });
      expect(model.status).toBe("success");
      return model.id;
    };
    [linear, trees] = [await train("Linear", "GLM"), await train("Trees", "XGB")];
  }, TRAINING_MS);

  // @contract post-agatha-datasets-id-evaluations-eid-start, an-evaluation-is-started-polled-and-ends
  test("a comparison waits for a file and for its start", async () => {
    evaluation = await api.begin({ model_id_list: [linear] });
    expect(await api.get(evaluation)).toMatchObject({ status: "init", response });
    await expect(client.api.startEvaluation(datasetId, evaluation)).rejects.toMatchObject({ status: 409, code: "010705" });
    const file = inBig5(lines(weather, isTest));
    const ready = await client.api.prepareTestData(datasetId, evaluation, { name: "later.csv", size: file.length });
    expect(ready).toEqual({ id: evaluation });
    expect(await api.upload(evaluation, file, { encoding: "big5" })).toMatchObject({
      status: "prepare_upload_finish",
      test_file: "later.csv",
    });
  });

  test("a comparison scores the models' answers to the test rows", async () => {
    const finished = await api.start(evaluation);
    expect(finished).toMatchObject({ status: "evaluating_finish", progress: 1, test_rows: 293, reason: null });
    const [line] = finished.evaluation_bymodel;
    const { actual = [], prediction } = (await api.ofModel(evaluation, line!.id)).result!;
    const errors = actual.map((value, i) => Number(value) - Number(prediction.value[i]));
    expect(errors).toHaveLength(293);
    expect(line!.indicators.RMSE).toBeCloseTo(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / 293), 9);
  });

  test("a comparison can change its models later without asking the same model twice", async () => {
    const before = (await api.get(evaluation)).evaluation_bymodel[0];
    const changed = await api.change(evaluation, { model_id_list: [trees, linear] });
    expect([changed.status, changed.evaluation_bymodel.map((line) => line.status)]).toEqual(["evaluating", ["waiting", "success"]]);
    const both = await api.settled(evaluation);
    expect(both.evaluation_bymodel.map(({ model_name, status }) => [model_name, status])).toEqual([
      ["Trees", "success"],
      ["Linear", "success"],
    ]);
    expect(both.evaluation_bymodel[1]).toEqual(before);
    await api.change(evaluation, { model_id_list: [trees] });
    expect((await api.settled(evaluation)).evaluation_bymodel).toEqual([both.evaluation_bymodel[0]]);
    await api.change(evaluation, { model_id_list: [trees, linear] });
    await api.settled(evaluation);
  });

  test.each([
    ["big5" as const, WARMTH_IN_BIG5],
    ["utf-8" as const, Buffer.from(WARMTH)],
  ])("a comparison is downloaded with the test rows in %s", async (encoding, written) => {
    const file = await gunzipDownload(await client.api.downloadEvaluation(datasetId, evaluation, { encoding }));
    const text = new TextDecoder(encoding).decode(file).trimEnd().split("\r\n");
    expect(text[0]).toBe(`row,date,precipitation,${response},temp_min,wind,weather,Trees,Linear`);
    expect(file.includes(written)).toBe(true);
    expect(text).toHaveLength(294);
    const { actual = [], prediction } = (await api.ofModel(evaluation, linear)).result!;
    for (const row of [0, 100, 292]) {
      const cells = text[row + 1]!.split(",");
      expect([Number(cells[3]), Number(cells[8])]).toEqual([actual[row], prediction.value[row]]);
    }
    const alone = await client.api.downloadEvaluationByModel(datasetId, evaluation, trees, { encoding });
    expect((await gunzipLines(alone, encoding))[0]).toBe(`row,date,precipitation,${response},temp_min,wind,weather,Trees`);
  });

  // @contract test-data-has-the-columns-types-and
  test("a comparison fails with the name of the column that the file lacks, and succeeds with the next file", async () => {
    const id = await api.begin({ model_id_list: [linear, trees] });
    await api.upload(id, lines(weather, isTest).replace("wind", "breeze"));
    const failed = await api.start(id);
    expect(failed).toMatchObject({ status: "evaluating_fail", reason: "010702", message: expect.stringContaining("wind: is missing") });
    await api.upload(id, lines(weather, isTest));
    const finished = await api.start(id);
    expect([finished.status, finished.evaluation_bymodel.map(({ status }) => status)]).toEqual([
      "evaluating_finish",
      ["success", "success"],
    ]);
  });

  test("models are compared on the rows of another dataset", async () => {
    const other = await client.uploadDataset("later.csv", lines(weather, isTest), { name: "Later" });
    const id = await api.begin({ model_id_list: [linear], test_dataset_id: other.id });
    const finished = await api.settled(id);
    const line = (await api.get(evaluation)).evaluation_bymodel.find((one) => one.id === linear)!;
    expect(finished.evaluation_bymodel[0]!.indicators).toEqual(line.indicators);
    expect(await gunzipLines(await client.api.downloadEvaluation(datasetId, id))).toHaveLength(294);
  });

  // @contract models-that-are-compared-are-of-one
  test("models of different kinds cannot be compared", async () => {
    const { id } = await client.train(datasetId, { name: "Sky", model_type: "CLASSIFICATION", response: "weather" });
    await expect(api.begin({ model_id_list: [linear, id] })).rejects.toMatchObject({
      status: 400,
      code: "010706",
      detail: [{ path: "model_id_list[1]" }],
    });
  });

  // Reads the folder of objects, which is not accessible of a product that was installed elsewhere.
  const testOfFolder = process.env.AGATHA_URL ? test.skip : test;

  testOfFolder("a report that is asked for leaves a finished comparison on the same rows as it is", async () => {
    const before = new Set(await files());
    const id = await api.begin({ model_id_list: [linear], test_dataset_id: datasetId });
    await api.settled(id);
    const added = (await files()).filter((file) => !before.has(file));
    const found = await api.ofModel(id, linear);
    await client.api.createProfiling(datasetId);
    await waitFor("the report", async () => (await client.api.profiling(datasetId)).status === "success");
    expect(await files()).toEqual(expect.arrayContaining(added));
    expect([(await api.get(id)).status, await api.ofModel(id, linear)]).toEqual(["evaluating_finish", found]);
  });

  test("a deleted comparison is not found, and comes back whole", async () => {
    const id = await api.begin({ model_id_list: [linear] });
    await api.upload(id, lines(weather, isTest));
    expect((await api.start(id)).status).toBe("evaluating_finish");
    const found = await api.ofModel(id, linear);
    await client.api.deleteEvaluation(datasetId, id);
    await expect(api.get(id)).rejects.toMatchObject({ status: 404, code: "010701" });
    await client.api.restoreEvaluation(datasetId, id);
    expect([(await api.get(id)).status, await api.ofModel(id, linear)]).toEqual(["evaluating_finish", found]);
  });
});

describe("comparisons of semi-labeled detectors of snow", () => {
  // Marks the days with snow. All others are unlabeled.
  const csv = weatherCsv()
    .replace(/,(?!snow|weather)[a-z]+$/gm, ",")
    .replace(/,weather$/m, ",anomaly");
  let api: ReturnType<typeof evaluationsOf>;
  let forest: string;
  let axes: string;
  let evaluation: string;

  beforeAll(async () => {
    const { id } = await client.uploadDataset("snow.csv", lines(csv, isTraining), { name: "Snow", product_type: "occ" });
    api = evaluationsOf(id);
    const columns = ["precipitation", "temp_max", "temp_min", "wind"];
    const train = async (name: string, algorithm: string) =>
      (await client.train(id, { name, model_type: "OCC", semilabel: "anomaly", columns, layers: [{ nodes: [{ algorithm }] }] })).id;
    [forest, axes] = [await train("Forest", "iForest"), await train("Axes", "PCA")];
  }, TRAINING_MS);

  /** Counts the figures by hand from the rows. */
  async function recount(model: string, wanted?: MaxFprQuery) {
    const answered = await api.ofModel(evaluation, model, wanted);
    const { actual = [], prediction } = answered.result!;
    const share = (labelled: boolean): number => {
      const rows = [...actual.keys()].filter((i) => (actual[i] !== "") === labelled);
      return rows.filter((i) => prediction.value[i]).length / rows.length;
    };
    return { answered, true_positive: share(true), contamination: share(false) };
  }

  test("detectors are scored by the known anomalies of the test rows", async () => {
    evaluation = await api.begin({ model_id_list: [forest, axes] });
    await api.upload(evaluation, lines(csv, isTest));
    const { status, response, evaluation_bymodel } = await api.start(evaluation);
    expect([status, response]).toEqual(["evaluating_finish", "anomaly"]);
    for (const { id, indicators, threshold } of evaluation_bymodel) {
      const { answered, ...counted } = await recount(id);
      expect(indicators).toMatchObject(counted);
      expect(answered.result?.prediction.threshold).toBe(threshold);
    }
  });

  test("a comparison of detectors takes another limit at once and keeps it", async () => {
    const own = await api.get(evaluation);
    const strict = await api.get(evaluation, { max_fpr: 0.02 });
    for (const [i, { id, indicators, threshold }] of strict.evaluation_bymodel.entries()) {
      const { answered, ...counted } = await recount(id, { max_fpr: 0.02 });
      expect(indicators).toMatchObject(counted);
      expect(answered.indicators).toEqual(indicators);
      expect(threshold!).toBeGreaterThan(own.evaluation_bymodel[i]!.threshold!);
      expect(indicators.contamination!).toBeLessThan(own.evaluation_bymodel[i]!.indicators.contamination!);
    }
    await api.change(evaluation, { max_fpr: 0.02 });
    const kept = await api.settled(evaluation);
    expect(kept.evaluation_bymodel).toEqual(strict.evaluation_bymodel);
    expect(kept.max_fpr).toBe(0.02);
    await api.change(evaluation, { max_fpr: null });
    expect((await api.settled(evaluation)).evaluation_bymodel).toEqual(own.evaluation_bymodel);
  });

  test.each([
    ["lacks the semi-labeled column", (file: string) => file.replace("anomaly", "note"), "anomaly: is missing"],
    ["marks no row", (file: string) => file.replaceAll(",snow", ","), "anomaly: marks 0 rows as anomalies, and has to mark at least 5"],
    // @contract an-evaluation-is-started-polled-and-ends, test-data-has-the-columns-types-and
  ])("a comparison of detectors says so when the file %s", async (_case, change, message) => {
    const id = await api.begin({ model_id_list: [forest, axes] });
    await api.upload(id, change(lines(csv, isTest)));
    expect(await api.start(id)).toMatchObject({
      status: "semilabel_check_fail",
      reason: "010703",
      message: expect.stringContaining(message),
    });
  });
});
