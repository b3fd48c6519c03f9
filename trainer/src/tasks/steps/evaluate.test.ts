/**
 * Tests of trained models on test files, as in production: the file is ingested with the training data's types, then each model
 * predicts.
 */
import { mkdtempSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  COLLECTIONS,
  type EditStepSpec,
  type EvaluationPredictions,
  editStepSpec,
  evaluationPredictions,
  evaluationResultDocument,
  type ModelEvaluation,
  type ModelSpec,
  type TaskInput,
  taskOutputs,
} from "@agatha/contracts";
import { contaminationMetrics } from "../../evaluation/metrics/outlier-metrics.js";
import { createRandom } from "../../numeric/random.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { modelRequest } from "../../testing/train-on-table.js";
import type { ModelRequest } from "../../training/plan/plan.js";
import { evaluate } from "./evaluate.js";
import { ingest } from "./ingest.js";
import { predict } from "./predict.js";
import { createTaskHarness, type TaskHarness } from "./testing/task-harness.js";
import { train } from "./train.js";

type EvaluateTask = Extract<TaskInput, { kind: "evaluate" }>;
type EvaluatedTask = EvaluateTask["models"][number];

let bench: TaskHarness;
beforeAll(async () => {
  bench = await createTaskHarness();
});
afterAll(() => bench.remove());

/** Many tests ask for the same tables and models, which are made once. */
const results = new Map<string, Promise<unknown>>();
function once<T>(key: unknown, make: () => Promise<T>): Promise<T> {
  const text = JSON.stringify(key);
  const result = results.get(text) ?? make();
  results.set(text, result);
  return result as Promise<T>;
}

let made = 0;
const step = () => {
  const attempt = `a${made++}`;
  return { ...bench.context, attempt, outputPrefix: `out/${attempt}`, scratch: mkdtempSync(join(bench.context.scratch, "step-")) };
};

/** Ingests a file. `test` gives the text columns of the training data, as for test data. */
const ingested = (csv: string, test?: { text: string[] }) => once([csv, test], () => ingestNow(csv, test));

async function ingestNow(csv: string, test?: { text: string[] }) {
  const { key, sha256, size } = await bench.objects.put(`file${made++}`, Buffer.from(csv));
  const columns = (test?.text ?? []).map((name) => ({ name, type: "s" as const }));
  const source = { key, sha256, size, fileName: "file.csv", format: "csv" as const };
  const about = { timezone: "UTC", productType: "quality", sampling: "raw", columns } as const;
  return await ingest({ kind: "ingest", source, ...about, columnsMayLack: test !== undefined }, step());
}

async function trained(
  name: string,
  table: Awaited<ReturnType<typeof ingested>>,
  model: ModelRequest,
  actual?: string,
): Promise<EvaluatedTask> {
  const about = { table: table.table.key, tableDocument: table.document, sampling: "raw", timezone: "UTC" } as const;
  const { artifact, info } = await once([about, model], () => train({ kind: "train", ...about, model }, step()));
  return { name, artifact: artifact.key, info, actual: actual ?? model.response ?? model.semilabel, timeSeries: model.timeSeries };
}

interface Outcome {
  lines: ReturnType<typeof taskOutputs.evaluate.parse>["models"];
  found: Record<string, ModelEvaluation>;
  rows(name: string): EvaluationPredictions;
}

async function evaluated(
  training: string,
  csv: string,
  models: EvaluatedTask[],
  { text = [], extraction }: { text?: string[]; extraction?: string } = {},
): Promise<Outcome> {
  const test = await ingested(csv, { text });
  const about = {
    table: test.table.key,
    tableDocument: test.document,
    sampling: "raw",
    timezone: "UTC",
    trainingDocument: training,
    extraction,
  } as const;
  const output = taskOutputs.evaluate.parse(await evaluate({ kind: "evaluate", ...about, models }, step()));
  const document = evaluationResultDocument.parse(await bench.documents.collection(COLLECTIONS.evaluationResults).get(output.document));
  return {
    lines: output.models,
    found: document.models,
    rows(name) {
      const { result = "" } = output.models.find((line) => line.name === name) ?? {};
      return evaluationPredictions.parse(JSON.parse(bench.objects.bytes.get(result)?.toString() ?? ""));
    },
  };
}

/** Returns the header and the lines that `keep` selects. */
function lines(csv: string, keep: (i: number) => boolean): string {
  const [header, ...rest] = csv.trim().split(/\r?\n/);
  return [header, ...rest.filter((_, i) => keep(i))].join("\n");
}

const isTest = (i: number) => i % 5 === 0;
const isTraining = (i: number) => !isTest(i);

describe("weather models", () => {
  let weather: string;
  beforeAll(async () => {
    weather = await readFile(vegaDatasetPath("seattle-weather.csv"), "utf8");
  });

  const columns = ["precipitation", "temp_min", "wind"];
  const trainingTable = () => ingested(lines(weather, isTraining));
  const warmth = modelRequest("REGRESSION", "GLM", { response: "temp_max", columns });
  const sort = modelRequest("CLASSIFICATION", "GLM", { response: "weather", columns });

  describe("on rows of an edit history", () => {
    const dry: EditStepSpec[] = [
      { type: "filter", groups: [{ conditions: [{ column: "precipitation", op: "eq", value: 0 }] }] },
      { type: "derived", name: "swing", formula: { op: "subtract", left: { column: "temp_max" }, right: { column: "temp_min" } } },
      { type: "sort", by: [{ column: "wind", order: "desc" }] },
    ].map((spec) => editStepSpec.parse(spec));
    const keep = (specs: EditStepSpec[]) => bench.documents.collection(COLLECTIONS.editSteps).put({ id: "dry", datasetUid: "uid", specs });
    const swing = { ...modelRequest("REGRESSION", "GLM", { response: "swing", columns: ["temp_min", "wind"] }), extraction: "dry" };

    test("models predict the rows and columns that the edit steps leave, in their order", async () => {
      await keep(dry);
      const table = await trainingTable();
      const csv = lines(weather, isTest);
      const {
        lines: told,
        found,
        rows,
      } = await evaluated(table.document, csv, [await trained("swing", table, swing)], { extraction: "dry" });
      const expected = csv
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").slice(1, 5).map(Number) as [number, number, number, number])
        .filter(([precipitation]) => precipitation === 0)
        .sort((a, b) => b[3] - a[3])
        .map(([, high, low]) => high - low);
      expect(told[0].reason).toBeUndefined();
      expect(rows("swing").actual).toEqual(expected.map((value) => expect.closeTo(value, 9)));
      expect(found.swing).toMatchObject({ rows: expected.length, warnings: [] });
    });

    test("models make no predictions when the edit steps do not fit the test rows", async () => {
      await keep(dry);
      const table = await trainingTable();
      const asked = evaluated(table.document, "wind,temp_min\n1,2\n", [await trained("swing", table, swing)], { extraction: "dry" });
      await expect(asked).rejects.toMatchObject({
        code: "010702",
        problems: [{ path: "entries[0].groups[0].conditions[0].column", message: expect.stringContaining('"precipitation"') }],
      });
    });
  });

  test("test rows that were in the training are counted, and the others are evaluated without them", async () => {
    const table = await trainingTable();
    // Every tenth row is one of the fifth that the training does not have; the row after it is one that it has.
    const csv = lines(weather, (i) => i % 10 === 0 || i % 10 === 1);
    const { found } = await evaluated(table.document, csv, [await trained("warmth", table, warmth)]);
    const fresh = await evaluated(
      table.document,
      lines(weather, (i) => i % 10 === 0),
      [await trained("warmth", table, warmth)],
    );
    expect(fresh.found.warmth.known).toMatchObject({ groups: 0 });
    expect(fresh.found.warmth.known!.rows).toBeLessThan(5);
    expect(found.warmth.known!.rows).toBeGreaterThan(135);
    expect(found.warmth.known!.new_rows!.rows).toBe(found.warmth.rows - found.warmth.known!.rows);
    expect(found.warmth.intervals!.RMSE!.lower).toBeLessThan(found.warmth.indicators.RMSE!);
    expect(found.warmth.baseline_intervals!.RMSE!.lower).toBeGreaterThan(found.warmth.indicators.RMSE!);
  });

  test("texts of the training count without the blanks that they have there", async () => {
    const blank = (csv: string) => csv.replace(/,(?=[a-z]+$)(?!weather)/gm, ", ");
    const part = lines(weather, (i) => i < 400);
    const table = await ingested(blank(part));
    const models = [await trained("warmth", table, { ...warmth, columns: ["temp_min", "weather"] }), await trained("sort", table, sort)];
    const mixed = blank(part)
      .split("\n")
      .map((line, i) => (i % 3 === 0 ? line : line.replace(", ", ",")))
      .join("\n");
    const same = await evaluated(table.document, blank(part), models);
    const other = await evaluated(table.document, mixed, models);
    expect(same.found.warmth.known!.rows).toBeGreaterThan(200);
    expect(other.found).toEqual(same.found);
    expect(other.rows("sort").actual).toEqual(same.rows("sort").actual);
  });

  test("models are evaluated by their predictions for the test rows", async () => {
    const table = await trainingTable();
    const {
      lines: told,
      found,
      rows,
    } = await evaluated(table.document, lines(weather, isTest), [
      await trained("warmth", table, warmth),
      await trained("sort", table, sort),
    ]);
    expect(told.map(({ name, reason }) => [name, reason])).toEqual([
      ["warmth", undefined],
      ["sort", undefined],
    ]);
    const { actual = [], prediction } = rows("warmth");
    expect(actual).toHaveLength(293);
    const errors = actual.map((value, i) => Number(value) - Number(prediction.value[i]));
    const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    expect(told[0].indicators?.RMSE).toBeCloseTo(rmse, 12);
    expect(rmse).toBeLessThan(4);
    const sorts = rows("sort");
    const right = sorts.prediction.value.filter((label, i) => label === sorts.actual?.[i]).length;
    expect(found.sort.indicators.Accuracy).toBe(right / 293);
    const surprise = sorts.prediction.prob?.map((prob, i) => -Math.log(prob[String(sorts.actual?.[i])])) ?? [];
    expect(found.sort.indicators.log_loss).toBeCloseTo(surprise.reduce((sum, one) => sum + one, 0) / 293, 12);
    expect(found.sort).toMatchObject({ rows: 293, warnings: [] });
    const ofClass = (label: string) => sorts.actual!.flatMap((actual, i) => (actual === label ? [sorts.prediction.value[i]] : []));
    // The trivial guess of the same rows: their mean, and their most frequent class.
    const mean = actual.reduce<number>((sum, value) => sum + Number(value), 0) / 293;
    const spread = Math.sqrt(actual.reduce<number>((sum, value) => sum + (Number(value) - mean) ** 2, 0) / 293);
    expect(found.warmth.baseline).toMatchObject({ RMSE: expect.closeTo(spread, 9), R2: expect.closeTo(0, 12) });
    const counts = ["drizzle", "fog", "rain", "snow", "sun"].map((label) => ofClass(label).length);
    expect(found.sort.baseline).toMatchObject({ Accuracy: Math.max(...counts) / 293, Kappa: 0 });
    // Each class has a recall, of the rows that are of it, and an area, within their intervals.
    expect(Object.keys(found.sort.class_intervals!).sort()).toEqual(["drizzle", "fog", "rain", "snow", "sun"]);
    for (const label of ["rain", "sun"]) {
      const { recall, auc } = found.sort.class_intervals![label];
      const answers = ofClass(label);
      const share = answers.filter((answer) => answer === label).length / answers.length;
      expect(recall!.lower).toBeLessThanOrEqual(share);
      expect(recall!.upper).toBeGreaterThanOrEqual(share);
      expect(auc!.upper - auc!.lower).toBeLessThan(0.2);
    }
  });

  test.each<[string, (csv: string) => string, string]>([
    ["lacks a column", (csv) => csv.replace("wind", "breeze"), "wind: is missing"],
    [
      "has text where numbers were",
      (csv) => csv.replace(/^([^,]*,[^,]*,[^,]*,[^,]*),[^,]*,/gm, "$1,strong,").replace("strong", "wind"),
      "wind: holds text",
    ],
    ["lacks what is predicted", (csv) => csv.replace("temp_max", "warmest"), "temp_max: is missing"],
    // @contract test-data-has-the-columns-types-and
  ])("an evaluation fails with the column's name when the file %s", async (_case, change, message) => {
    const table = await trainingTable();
    const { lines: told, found } = await evaluated(table.document, change(lines(weather, isTest)), [
      await trained("warmth", table, warmth),
    ]);
    expect(told[0]).toMatchObject({ reason: "010702", message: expect.stringContaining(message) });
    expect(found).toEqual({});
  });

  test("a model fails alone when the others do not need the missing column", async () => {
    const table = await trainingTable();
    const { lines: told } = await evaluated(table.document, lines(weather, isTest).replace("wind", "breeze"), [
      await trained("warmth", table, warmth),
      await trained("cold", table, { ...warmth, columns: ["temp_min"] }),
    ]);
    expect(told.map(({ reason }) => reason)).toEqual(["010702", undefined]);
  });

  test("an evaluation warns of unknown columns, new values, new classes, and rows without a response", async () => {
    const table = await trainingTable();
    const file = lines(weather, isTest)
      .split("\n")
      .map(
        (line, i) =>
          `${i === 40 ? line.replace(/[^,]*$/, "hail") : i === 50 ? line.replace(/[^,]*$/, "") : line},${i === 0 ? "note" : "x"}`,
      );
    const asked = { ...warmth, columns: ["temp_min", "weather"] };
    const { found } = await evaluated(table.document, file.join("\n"), [
      await trained("warmth", table, asked),
      await trained("sort", table, sort),
    ]);
    const told = (name: string) => found[name].warnings.map(({ code, column }) => `${code} ${column}`);
    expect(told("warmth")).toEqual(["unseen_values weather", "extra_column note"]);
    expect(told("sort")).toEqual(["target_missing weather", "unseen_class weather", "extra_column note"]);
    expect(found.sort.rows).toBe(292);
  });

  test("an evaluation names the first entry that keeps a column from being numbers", async () => {
    const table = await trainingTable();
    const rows = lines(weather, isTest).split("\n");
    const at = rows[0].split(",").indexOf("wind");
    const file = rows.map((line, i) => (i === 7 ? line.split(",").with(at, "calm").join(",") : line));
    const { lines: told } = await evaluated(table.document, file.join("\n"), [await trained("warmth", table, warmth)]);
    expect(told[0]).toMatchObject({ reason: "010702", message: expect.stringContaining('first row 7: "calm"') });
  });

  // @contract test-data-has-the-columns-types-and
  test("an evaluation refuses text that shares no value with the training data", async () => {
    const table = await trainingTable();
    const file = lines(weather, isTest).replace(/,[a-z]+$/gm, (end) => (end === ",weather" ? end : ",7"));
    const asked = { ...warmth, columns: ["temp_min", "weather"] };
    const { lines: told } = await evaluated(table.document, file, [await trained("warmth", table, asked)], { text: ["weather"] });
    expect(told[0]).toMatchObject({ reason: "010702", message: expect.stringContaining("no value that was seen in training") });
  });

  test("each period of a time series is predicted from those before it", async () => {
    const daily = lines(weather, (i) => i < 1200);
    const later = lines(weather, (i) => i >= 1200);
    const table = await ingested(daily);
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 2, horizon: 1 };
    const asked = modelRequest("REGRESSION", "GLM", { response: "temp_max", columns: ["wind"], timeSeries });
    const { lines: told, rows, found } = await evaluated(table.document, later, [await trained("series", table, asked)]);
    expect(told[0].reason).toBeUndefined();
    // There are 261 days, and the first two have no past.
    expect(found.series.rows).toBe(259);
    expect(rows("series").prediction.value.slice(0, 3)).toEqual([null, null, expect.any(Number)]);
    expect(told[0].indicators?.RMSE).toBeLessThan(4);
    expect(found.series.drawn).toBe("blocks");
  });

  test("a forecaster predicts each test row from the values before it, as a model of lags does, and its time is no extrapolation", async () => {
    const later = lines(weather, (i) => i >= 1200);
    const table = await ingested(lines(weather, (i) => i < 1200));
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 1, horizon: 7 };
    const asked = modelRequest("REGRESSION", "SNaive", { response: "temp_max", timeSeries });
    const repeated = { ...asked, layers: [{ nodes: [{ algorithm: "SNaive" as const, params: { season: 1 } }] }] };
    const { rows, found } = await evaluated(table.document, later, [await trained("repeated", table, repeated)]);
    const { actual = [], prediction } = rows("repeated");
    expect(prediction.value.slice(1)).toEqual(actual.slice(0, -1));
    expect(found.repeated.warnings.filter(({ column }) => column === "date")).toEqual([]);
  });

  test("rows more than 10,000 periods after the training of a forecaster are not predicted, and the others are judged", async () => {
    const hourOf = (i: number) => new Date(Date.UTC(2012, 0, 1, i)).toISOString();
    const [header, ...rest] = weather.trim().split(/\r?\n/);
    const atHour = (line: string, i: number) => [hourOf(i), ...line.split(",").slice(1)].join(",");
    const part = (from: number, hours: readonly number[]) => [header, ...hours.map((hour, k) => atHour(rest[from + k], hour))].join("\n");
    const table = await ingested(
      part(
        0,
        Array.from({ length: 1000 }, (_, i) => i),
      ),
    );
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 1, horizon: 7 };
    const asked = modelRequest("REGRESSION", "SNaive", { response: "temp_max", timeSeries });
    const later = [1000, 1001, 1002, 10_999, 11_000, 12_000];
    const { rows, found } = await evaluated(table.document, part(1000, later), [await trained("late", table, asked)]);
    expect(rows("late").prediction.value.map((value) => value !== null)).toEqual(later.map((hour) => hour <= 10_999));
    expect(found.late.rows).toBe(4);
    expect(found.late.warnings.map(({ code, column }) => [code, column])).toEqual([["beyond_forecast", "date"]]);
  });

  test("sums are forecast from the end of the training, which the evaluation tells", async () => {
    const cities = await readFile(vegaDatasetPath("weather.csv"), "utf8");
    const dateOf = (line: string) => line.split(",")[1];
    const part = (isIn: (date: string) => boolean) => {
      const [header, ...rest] = cities.trim().split(/\r?\n/);
      return [header, ...rest.filter((line) => isIn(dateOf(line)))].join("\n");
    };
    const table = await ingested(part((date) => date < "2013"));
    const timeSeries: ModelSpec["timeSeries"] = {
      ...{ time: "date", lags: 1, horizon: 7 },
      hierarchy: { columns: ["location"], reconciliation: "bottomUp" },
    };
    const asked = modelRequest("REGRESSION", "SNaive", { response: "temp_max", timeSeries });
    const { found } = await evaluated(
      table.document,
      part((date) => date >= "2013" && date < "2013-02"),
      [await trained("sums", table, asked)],
      { text: ["location"] },
    );
    expect(found.sums.warnings.map(({ code, column }) => [code, column])).toContainEqual(["forecast_from_training", "date"]);
    expect(found.sums.rows).toBe(62);
  });

  test("a model of later rows has wider intervals of the same figures, since the errors of following days are alike", async () => {
    const table = await ingested(lines(weather, (i) => i < 1000));
    const asked = { ...warmth, columns: ["precipitation", "wind"] };
    const later = { ...asked, validation: { rows: "time" as const, timeColumn: "date" } };
    const models = [await trained("alone", table, asked), await trained("later", table, later)];
    const { found } = await evaluated(
      table.document,
      lines(weather, (i) => i >= 1000),
      models,
    );
    const { alone, later: inTime } = found;
    expect([alone.drawn, inTime.drawn]).toEqual(["rows", "blocks"]);
    expect(inTime.indicators.RMSE).toBeCloseTo(alone.indicators.RMSE!, 9);
    const widthOf = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    expect(widthOf(inTime.intervals!.RMSE!)).toBeGreaterThan(1.15 * widthOf(alone.intervals!.RMSE!));
    expect(widthOf(inTime.baseline_differences!.RMSE!)).toBeGreaterThan(1.15 * widthOf(alone.baseline_differences!.RMSE!));
  });

  test.each<[string, ModelRequest, "RMSE" | "log_loss" | "contamination"]>([
    ["a regression", { ...warmth, columns: ["precipitation", "wind"] }, "RMSE"],
    ["a classification", sort, "log_loss"],
    ["a detector", modelRequest("OCC", "PCA", { columns }), "contamination"],
  ])("the newest rows, beside those that a model learned from, are drawn in blocks of their own: %s", async (_name, asked, figure) => {
    // No two days with so much rain are equal.
    const rainy = lines(weather, (i) => Number(weather.split("\n")[i + 1].split(",")[1]) > 3);
    const table = await ingested(lines(rainy, (i) => i < 200));
    const models = [await trained("later", table, { ...asked, validation: { rows: "time", timeColumn: "date" } })];
    const test = (from: number) => lines(rainy, (i) => i >= from && i < 215);
    const { known } = (await evaluated(table.document, test(0), models)).found.later;
    const alone = (await evaluated(table.document, test(200), models)).found.later;
    const { rows, intervals, baseline_differences } = known!.new_rows!;
    expect([rows, alone.rows]).toEqual([15, 15]);
    expect(intervals[figure]!.upper).toBeGreaterThan(intervals[figure]!.lower);
    expect(intervals).toEqual(alone.intervals);
    expect(baseline_differences).toEqual(alone.baseline_differences ?? {});
  });

  test("only the rows that have a response are drawn in blocks", async () => {
    const table = await ingested(lines(weather, (i) => i < 500));
    const asked = { ...warmth, columns: ["precipitation", "wind"], validation: { rows: "time" as const, timeColumn: "date" } };
    const models = [await trained("later", table, asked)];
    const [header, ...days] = lines(weather, (i) => i >= 500).split("\n");
    const response = header.split(",").indexOf("temp_max");
    const latest = days.slice(-9);
    const unknown = days.slice(0, -9).map((line) => line.split(",").with(response, "").join(","));
    const { found } = await evaluated(table.document, [header, ...unknown, ...latest].join("\n"), models);
    const { found: alone } = await evaluated(table.document, [header, ...latest].join("\n"), models);
    expect(found.later.rows).toBe(9);
    expect(found.later.intervals).toEqual(alone.later.intervals);
    expect(found.later.baseline_differences!.RMSE).toBeDefined();
  });

  test("a detector of a time series judges all test rows together, as a batch does", async () => {
    const hours = await readFile(vegaDatasetPath("seattle-weather-hourly-normals.csv"), "utf8");
    const table = await ingested(lines(hours, (i) => i < 1_000));
    const timeSeries: ModelSpec["timeSeries"] = { time: "date", lags: 1, horizon: 1 };
    const model = await trained("odd", table, modelRequest("OCC", "Residual", { columns: ["temperature"], timeSeries }));
    const later = lines(hours, (i) => i >= 1_000 && i < 3_300);
    const { rows } = await evaluated(table.document, later, [model]);
    const test = await ingested(later, { text: [] });
    const source = { table: test.table.key, tableDocument: test.document, sampling: "raw" as const };
    const { result } = await predict({ kind: "predict", model: model.artifact, rows: source }, step());
    const batch = JSON.parse(bench.objects.bytes.get(result.key)?.toString() ?? "");
    const { score = [] } = rows("odd").prediction;
    expect(score).toHaveLength(2_300);
    expect(score.filter((each, row) => each !== batch.score[row])).toEqual([]);
  });

  test.each([
    ["ETS", modelRequest("REGRESSION", "ETS", { response: "load" })],
    ["Residual", modelRequest("OCC", "Residual")],
  ])("no series of the training is new to %s, however many they are", async (_name, asked) => {
    const row = (t: number, machine: number) => `${new Date(t * 86_400_000).toISOString()},M${machine},${machine + ((t * 7919) % 11)}`;
    const csv = (from: number, to: number, machines: number[]) => {
      const times = Array.from({ length: to - from }, (_, i) => from + i);
      return ["day,machine,load", ...machines.flatMap((machine) => times.map((t) => row(t, machine)))].join("\n");
    };
    const machines = Array.from({ length: 52 }, (_, i) => i);
    const table = await ingested(csv(0, 30, machines));
    const model = await trained("many", table, { ...asked, timeSeries: { time: "day", lags: 1, horizon: 2, series: "machine" } });
    for (const few of [[51], machines]) {
      const { lines: told, found } = await evaluated(table.document, csv(30, 32, few), [model], { text: ["machine"] });
      expect(told[0].reason).toBeUndefined();
      expect(found.many.rows).toBe(2 * few.length);
      expect(found.many.warnings.map(({ code }) => code)).not.toContain("unseen_values");
    }
  });

  test("a clustering is evaluated by the distances among the test rows", async () => {
    const table = await trainingTable();
    const asked = modelRequest("CLUSTERING", "k-means", {
      columns,
      layers: [{ nodes: [{ algorithm: "k-means", params: { clusters: 3 } }] }],
    });
    const {
      lines: told,
      found: { groups },
      rows,
    } = await evaluated(table.document, lines(weather, isTest), [await trained("groups", table, asked)]);
    expect(groups.drawn).toBe("rows");
    for (const name of ["silhouette_score", "CH_index"] as const) {
      expect(groups.intervals![name]!.lower).toBeLessThan(groups.indicators[name]!);
      expect(groups.intervals![name]!.upper).toBeGreaterThan(groups.indicators[name]!);
    }
    expect(told[0].indicators).toMatchObject({ n_clusters: 3, silhouette_score: expect.any(Number), CH_index: expect.any(Number) });
    expect(rows("groups").actual).toBeUndefined();
  });
});

describe("outlier detectors", () => {
  const cardio = async () => (await readFile(dataFolderPath("anomaly-cardio.csv"), "utf8")).replace(/,no$/gm, ",");
  const detector = modelRequest("OCC", "iForest", { semilabel: "anomaly" });

  testWithDataFolder(
    "outlier detectors are evaluated by the known anomalies of the test rows, for any limit (anomaly-cardio)",
    async () => {
      const csv = await cardio();
      const table = await ingested(lines(csv, isTraining));
      const { found, rows } = await evaluated(table.document, lines(csv, isTest), [await trained("odd", table, detector)], {
        text: ["anomaly"],
      });
      const { choices = [], indicators, threshold } = found.odd;
      const { actual = [], prediction } = rows("odd");
      const anomalous = Int32Array.from(actual, (label) => Number(label === "yes"));
      const recount = (limit: number) =>
        contaminationMetrics(
          Int32Array.from(prediction.score ?? [], (score) => Number(score > limit)),
          anomalous,
        );
      expect(indicators).toMatchObject(recount(threshold ?? 0));
      expect(indicators.true_positive).toBeGreaterThan(0.75);
      expect(indicators.min_distance).toBeLessThan(0.3);
      expect(choices.length).toBeGreaterThan(20);
      expect(found.odd.drawn).toBe("rows");
      for (const { indicators: figures, intervals = {} } of [found.odd, ...choices]) {
        for (const name of ["true_positive", "contamination", "min_distance", "roc_auc"] as const) {
          expect(intervals[name]!.lower).toBeLessThanOrEqual(figures[name]!);
          expect(intervals[name]!.upper).toBeGreaterThanOrEqual(figures[name]!);
        }
      }
      for (const choice of choices) expect(choice.indicators).toMatchObject(recount(choice.threshold));
    },
  );

  for (const [fault, change, message] of [
    ["lacks the semi-labeled column", (csv) => csv.replace("anomaly", "note"), "anomaly: is missing"],
    ["marks no row", (csv) => csv.replaceAll(",yes", ","), "anomaly: marks 0 rows as anomalies, and has to mark at least 5"],
    ["marks every row", (csv) => csv.replace(/,$/gm, ",yes"), "anomaly: leaves 0 rows that are no known anomalies"],
  ] as [string, (csv: string) => string, string][]) {
    testWithDataFolder(`an outlier evaluation refuses a file that ${fault}`, async () => {
      const csv = await cardio();
      const table = await ingested(lines(csv, isTraining));
      const models = [await trained("odd", table, detector)];
      const { lines: told } = await evaluated(table.document, change(lines(csv, isTest)), models, { text: ["anomaly"] });
      expect(told[0]).toMatchObject({ reason: "010703", message: expect.stringContaining(message) });
    });
  }

  test("test rows are marked by the value that marked anomalies in the training", async () => {
    const csv = (odd: number, rest: number) =>
      ["x,y,odd", ...Array.from({ length: odd + rest }, (_, i) => `${(i * 7) % 13},${i},${i < odd ? "ok" : "nok"}`)].join("\n");
    const table = await ingested(csv(10, 60), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd", anomalyValue: "nok" }))];
    const { rows } = await evaluated(table.document, csv(6, 12), models, { text: ["odd"] });
    expect(rows("odd").actual).toEqual([...Array(6).fill(""), ...Array(12).fill("nok")]);
  });

  test("the value that marked anomalies marks them without the blanks that it has in the training, too", async () => {
    const csv = (odd: string) =>
      ["x,y,odd", ...Array.from({ length: 70 }, (_, i) => `${(i * 7) % 13},${i},${i < 10 ? odd : "ok"}`)].join("\n");
    const table = await ingested(csv(" nok"), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd", anomalyValue: " nok" }))];
    const { rows } = await evaluated(table.document, csv("nok"), models, { text: ["odd"] });
    expect(rows("odd").actual).toEqual([...Array(10).fill(" nok"), ...Array(60).fill("")]);
  });

  test.each([
    ["a second kind of anomalies marks too, as in the training", ["crack", "scratch"], ["crack", "scratch"], 3, "at least 5: empty"],
    ["the kind of the training marks, and its opposite does not", ["yes"], ["yes", "no"], 0, undefined],
  ])("of two values in test rows, %s", async (_, kinds, values, empty, message) => {
    const row = (label: string, i: number) => `${(i * 7) % 13},${i},${label}`;
    const csv = (labels: string[]) => ["x,y,odd", ...labels.map(row)].join("\n");
    const table = await ingested(csv([...kinds.flatMap((kind) => Array(10).fill(kind)), ...Array(60).fill("")]), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd" }))];
    const labels = [...Array(8).fill(values[0]), ...Array(20).fill(values[1]), ...Array(empty).fill("")];
    const { lines: told, rows } = await evaluated(table.document, csv(labels), models, { text: ["odd"] });
    if (message) expect(told[0]).toMatchObject({ reason: "010703", message: expect.stringContaining(message) });
    else expect(rows("odd").actual).toEqual([...Array(8).fill(values[0]), ...Array(20).fill("")]);
  });

  test("a detector's test rows that were in the training are counted, and the others are evaluated without them", async () => {
    const row = (i: number) => `${Math.sin(i * i)},${Math.cos(3 * i)},${i % 10 === 0 ? "nok" : "ok"}`;
    const csv = (from: number, to: number) => ["x,y,odd", ...Array.from({ length: to - from }, (_, i) => row(from + i))].join("\n");
    const table = await ingested(csv(0, 100), { text: ["odd"] });
    const request = modelRequest("OCC", "PCA", { semilabel: "odd", anomalyValue: "nok", otherRows: "normal" });
    const models = [await trained("odd", table, request)];
    const [same, half] = [
      await evaluated(table.document, csv(0, 100), models, { text: ["odd"] }),
      await evaluated(table.document, csv(50, 150), models, { text: ["odd"] }),
    ];
    expect(same.found.odd.known).toMatchObject({ rows: 100, new_rows: { rows: 0 } });
    expect(half.found.odd.known).toMatchObject({ rows: 50, new_rows: { rows: 50 } });
    const { value, score } = half.rows("odd").prediction;
    const flags = value.slice(50);
    const anomalous = Int32Array.from(half.rows("odd").actual?.slice(50) ?? [], (label) => Number(label === "nok"));
    expect(half.found.odd.known!.new_rows!.indicators).toMatchObject(contaminationMetrics(Int32Array.from(flags, Number), anomalous));
    const { choices } = half.found.odd;
    expect(half.found.odd.known!.new_rows!.choices!.map(({ max_fpr }) => max_fpr)).toEqual(choices!.map(({ max_fpr }) => max_fpr));
    for (const { threshold, indicators, intervals } of half.found.odd.known!.new_rows!.choices!) {
      const flagged = Int32Array.from(score!.slice(50), (one) => Number(one! > threshold));
      expect(indicators).toMatchObject(contaminationMetrics(flagged, anomalous));
      expect(intervals!.contamination!.lower).toBeLessThanOrEqual(indicators.contamination!);
    }
    expect(half.rows("odd").unlabeled).toBe("normal");
  });

  test("the figures of test rows that are judged together are those of their alarms", async () => {
    const random = createRandom(7);
    const csv = (odd: number, rest: number) => {
      const rows = Array.from({ length: odd + rest }, (_, i) => (i < odd ? 5 : 0));
      return ["x,y,odd", ...rows.map((at) => `${at + random.normal()},${random.normal() - at},${at > 0 ? "yes" : ""}`)].join("\n");
    };
    const table = await ingested(csv(20, 300), { text: ["odd"] });
    const falseAlarms = { atMost: 1, outOf: 5, of: "alarms" as const };
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd", falseAlarms }))];
    const { lines: told, rows } = await evaluated(table.document, csv(40, 200), models, { text: ["odd"] });
    const { actual = [], prediction } = rows("odd");
    const of = (flags: readonly unknown[] = []) =>
      contaminationMetrics(
        Int32Array.from(flags, Number),
        Int32Array.from(actual, (label) => Number(label === "yes")),
      );
    expect(told[0].indicators).toMatchObject(of(prediction.alarm));
    expect(prediction.value).toEqual(prediction.alarm);
    expect(prediction.threshold).toBeUndefined();
    const aloneAlarms = prediction.p_value?.map((p) => p <= 0.2);
    expect(of(prediction.alarm).contamination).toBeLessThan(of(aloneAlarms).contamination ?? 0);
  });

  // @contract test-data-has-the-columns-types-and
  test.each([
    [4, 40, "odd: marks 4 rows as anomalies, and has to mark at least 5"],
    [40, 4, "odd: leaves 4 rows that are no known anomalies, and has to leave at least 5"],
    [5, 5, undefined],
  ])("test rows with %i labels and %i without are taken as training takes them", async (labeled, unlabeled, message) => {
    const csv = (marked: number, rest: number) =>
      ["x,y,odd", ...Array.from({ length: marked + rest }, (_, i) => `${(i * 7) % 13},${i},${i < marked ? "yes" : ""}`)].join("\n");
    const table = await ingested(csv(10, 60), { text: ["odd"] });
    const models = [await trained("odd", table, modelRequest("OCC", "PCA", { semilabel: "odd" }))];
    const { lines: told } = await evaluated(table.document, csv(labeled, unlabeled), models, { text: ["odd"] });
    if (message === undefined) expect(told[0].indicators?.true_positive).toEqual(expect.any(Number));
    else expect(told[0]).toMatchObject({ reason: "010703", message: expect.stringContaining(message) });
  });
});
