import { readFile } from "node:fs/promises";
import { COLLECTIONS, editStepSpec, type PredictionResult, type SamplingMethod, type TaskInput } from "@agatha/contracts";
import { loadServingModel, type ServingModel } from "../../model/serving/serving-model.js";
import { createTable } from "../../testing/create-table.js";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { ingest } from "./ingest.js";
import { predict } from "./predict.js";
import { ingestInput } from "./testing/run-ingest.js";
import { createTaskHarness, type TaskHarness } from "./testing/task-harness.js";

let bench: TaskHarness;
beforeAll(async () => {
  bench = await createTaskHarness();
});
afterAll(() => bench.remove());

const readJson = async <T>(file: string): Promise<T[]> => JSON.parse(await readFile(vegaDatasetPath(file), "utf8")) as T[];

type Rows = Extract<Extract<TaskInput, { kind: "predict" }>["rows"], { records: string }>;

/** Predicts records, given as JSON. */
async function batchOf(artifact: Uint8Array, json: string, series?: Rows["series"]): Promise<PredictionResult> {
  await bench.objects.put("model", artifact);
  await bench.objects.put("rows.json", Buffer.from(json));
  const { result } = await predict({ kind: "predict", model: "model", rows: { records: "rows.json", series } }, bench.context);
  return JSON.parse(String(bench.objects.bytes.get(result.key))) as PredictionResult;
}

/** Predicts the rows of a dataset, given as CSV. */
async function predictionsOfFile(artifact: Uint8Array, csv: string): Promise<PredictionResult["value"]> {
  const { context, objects, remove } = await createTaskHarness();
  await objects.put("model", artifact);
  await objects.put(ingestInput({}).source.key, Buffer.from(csv));
  try {
    const { table: read, document } = await ingest(ingestInput({}), context);
    const rows = { table: read.key, tableDocument: document, sampling: "raw" as const };
    const { result } = await predict({ kind: "predict", model: "model", rows }, context);
    return (JSON.parse(String(objects.bytes.get(result.key))) as PredictionResult).value;
  } finally {
    await remove();
  }
}

test("a batch of records has the values of a column named __proto__", async () => {
  const cars = await readJson<{ Horsepower: number | null; Miles_per_Gallon: number | null }>("cars.json");
  const table = createTable({
    ["__proto__"]: cars.map(({ Horsepower }) => Horsepower),
    miles: cars.map(({ Miles_per_Gallon }) => Miles_per_Gallon),
  });
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "miles" }));
  const json = '[{ "__proto__": 60 }, { "__proto__": 200 }]';
  const { value } = loadServingModel(artifact).predict(JSON.parse(json));
  expect(Number(value[0])).toBeGreaterThan(Number(value[1]) + 10);
  expect((await batchOf(artifact, json)).value).toEqual(value);
});

test("an unreadable cell of a long batch of records is named with the row of its record", async () => {
  const flights = await readJson<{ date: string; delay: number; distance: number }>("flights-5k.json");
  const few = flights.slice(0, 300);
  const table = createTable({ date: few.map(({ date }) => new Date(date)), delay: few.map(({ delay }) => delay) });
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "delay" }));
  const records = flights.map((flight, i) => (i === 4321 ? { ...flight, date: "at noon" } : flight));
  await expect(batchOf(artifact, JSON.stringify(records))).rejects.toMatchObject({ problems: [{ path: "data[4321].date" }] });
});

test("a dataset may have no value in a column of numbers, which is then missing in each row", async () => {
  const cars = await readJson<{ Horsepower: number | null; Weight_in_lbs: number; Miles_per_Gallon: number | null }>("cars.json");
  const table = createTable({
    weight: cars.map(({ Weight_in_lbs }) => Weight_in_lbs),
    power: cars.map(({ Horsepower }) => Horsepower),
    miles: cars.map(({ Miles_per_Gallon }) => Miles_per_Gallon),
  });
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "miles" }));
  const ask = (power: string) => predictionsOfFile(artifact, `weight,power\n2000,${power}\n4000,\n`);
  const { value } = loadServingModel(artifact).predict([{ weight: 2000 }, { weight: 4000 }]);
  expect(await ask("")).toEqual(value);
  await expect(ask("strong")).rejects.toThrow(
    "power: holds text, and the model learned from numbers: change its values, or the column's type in the dataset",
  );
});

test("values of a dataset that came after the training continue the series of a forecaster, as those of records do", async () => {
  const dateOf = (t: number) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10);
  const days = Array.from({ length: 84 }, (_, t) => t);
  const table = createTable({ when: days.map((t) => new Date(Date.UTC(2024, 0, 1 + t))), y: days.map((t) => 10 + (t % 7)) });
  const timeSeries = { time: "when", lags: 1, horizon: 7 };
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries }));
  const rows = [...[84, 85, 86].map((t) => ({ when: dateOf(t), y: 500 + t })), { when: dateOf(91) }, { when: dateOf(94) }];
  const csv = ["when,y", ...rows.map((row) => `${row.when},${"y" in row ? row.y : ""}`), ""].join("\n");
  const continued = await predictionsOfFile(artifact, csv);
  expect(continued).toEqual((await batchOf(artifact, JSON.stringify(rows))).value);
  expect(continued.slice(3)).toEqual([584, 13]);
});

test.each(["", "n/a"])("periods to come may have %j in the response's column of a forecaster's dataset", async (none) => {
  const days = Array.from({ length: 84 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)));
  const table = createTable({ when: days, y: days.map((_, t) => 10 + (t % 7)) });
  const timeSeries = { time: "when", lags: 1, horizon: 7 };
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries }));
  const ask = (cell: string) => predictionsOfFile(artifact, `when,y\n2024-03-25,${cell}\n2024-03-26,${none}\n2024-03-27,${none}\n`);
  expect(await ask(none)).toEqual([10, 11, 12]);
  await expect(ask("soon")).rejects.toThrow("y: holds text");
});

test("each of several rows of one period has the prediction of its period, and so has a single row after the training", async () => {
  const dateOf = (t: number) => new Date(Date.UTC(2024, 0, 1 + t));
  const days = Array.from({ length: 120 }, (_, t) => t);
  const table = createTable({ when: days.map(dateOf), y: days.map((t) => ((t * 7919) % 201) + 5 * (t % 7)) });
  const timeSeries = { time: "when", lags: 1, horizon: 3 };
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", timeSeries }));
  await bench.objects.put("model", artifact);
  const ask = async (...rows: [number, number | null][]) => {
    const records = rows.map(([t, y]) => ({ when: dateOf(t).toISOString(), y }));
    await bench.objects.put("rows", Buffer.from(JSON.stringify(records)));
    const series = { ...timeSeries, response: "y" };
    const { result } = await predict({ kind: "predict", model: "model", rows: { records: "rows", series } }, bench.context);
    return JSON.parse(String(bench.objects.bytes.get(result.key))) as PredictionResult;
  };
  const one = await ask([120, null]);
  expect([one.value, one.warning]).toEqual([[expect.any(Number)], undefined]);
  const several = await ask([120, 10], [120, 30], [121, null], [122, null]);
  expect(several.value.slice(0, 2)).toEqual([one.value[0], one.value[0]]);
  expect(several.value[2]).toEqual((await ask([120, 20], [121, null])).value[1]);
  expect(several.warning).toEqual([null, null, null, expect.stringContaining("do not have the values before")]);
});

describe("a dataset of more rows than a sample has", () => {
  interface Flight {
    delay: number;
    distance: number;
  }
  let table: { key: string; document: string };
  let whole: PredictionResult;
  beforeAll(async () => {
    const flights = await readJson<Flight>("flights-20k.json");
    const few = flights.slice(0, 500);
    const trained = createTable({ delay: few.map(({ delay }) => delay), distance: few.map(({ distance }) => distance) });
    const { artifact } = await trainOnTable(trained, modelRequest("REGRESSION", "GLM", { response: "delay" }));
    await bench.objects.put("model", artifact);
    const csv = ["delay,distance", ...flights.map(({ delay, distance }) => `${delay},${distance}`)].join("\n");
    await bench.objects.put(ingestInput({}).source.key, Buffer.from(csv));
    const output = await ingest(ingestInput({}), bench.context);
    table = { key: output.table.key, document: output.document };
    whole = await predictionsOf("raw");
  });

  async function predictionsOf(sampling: SamplingMethod, extraction?: string): Promise<PredictionResult> {
    const rows = { table: table.key, tableDocument: table.document, sampling };
    const edits = extraction === undefined ? {} : { extraction: { id: extraction, timezone: "UTC" } };
    const { result } = await predict({ kind: "predict", model: "model", rows: { ...rows, ...edits } }, bench.context);
    return JSON.parse(String(bench.objects.bytes.get(result.key))) as PredictionResult;
  }

  test("is predicted whole without numbers of rows, which are those of the file", () => {
    expect([whole.value.length, whole.row]).toEqual([20_000, undefined]);
  });

  test("has the columns outside the training data beside each prediction, and no marks of a what-if", () => {
    expect(Object.keys(whole)).toEqual(["value", "interval", "interval_level", "outside"]);
    expect(new Set(whole.outside?.map(String))).toEqual(new Set(["", "distance"]));
  });

  test.each<SamplingMethod>(["random", "head", "middle", "tail"])(
    "has the row of the file beside each prediction of a sample: %s",
    async (sampling) => {
      const { value, row = [] } = await predictionsOf(sampling);
      expect([value.length, row.length, new Set(row).size]).toEqual([10_000, 10_000, 10_000]);
      expect(value).toEqual(row.map((each) => whole.value[each - 1]));
    },
  );

  test("has no row of the file beside what edit steps make of a sample", async () => {
    const id = "e".repeat(24);
    const specs = [editStepSpec.parse({ type: "sort", by: [{ column: "delay", order: "desc" }] })];
    await bench.documents.collection(COLLECTIONS.editSteps).put({ id, datasetUid: "uid", specs });
    const result = await predictionsOf("head", id);
    expect(result.value).toHaveLength(10_000);
    expect(result).not.toHaveProperty("row");
  });
});

test.each([["[]"], ["{}"], ["[1]"], ["[[1]]"], ["[null]"]])("%s is no list of records", async (json) => {
  const table = createTable({ x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], y: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20] });
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y" }));
  await expect(batchOf(artifact, json)).rejects.toThrow("the object has to be a JSON list of records");
});

interface Country {
  country: string;
  year: number;
  life_expect: number;
  fertility: number;
}

describe("plain rows of several series", () => {
  const source = { time: "year", series: "country", response: "life_expect" };
  let rows: Country[];
  beforeAll(async () => {
    rows = await readJson<Country>("gapminder.json");
  });

  const timeOf = ({ year }: Country) => new Date(Date.UTC(year, 0, 1));
  async function trainOn(countries: readonly string[], knownAhead?: string[]) {
    const own = rows.filter(({ country }) => countries.includes(country));
    const table = createTable({
      year: own.map(timeOf),
      country: own.map(({ country }) => country),
      life_expect: own.map(({ life_expect }) => life_expect),
      fertility: own.map(({ fertility }) => fertility),
    });
    const timeSeries = { time: "year", series: "country", lags: 1, horizon: 1, knownAhead };
    const { artifact } = await trainOnTable(
      table,
      modelRequest("REGRESSION", "GLM", { response: "life_expect", timeSeries, ...(!knownAhead && { columns: [] }) }),
    );
    return { artifact, model: loadServingModel(artifact), series: { ...source, ...timeSeries } };
  }
  const allCountries = () => [...new Set(rows.map(({ country }) => country))];
  const recordsOf = (countries: readonly string[]) =>
    rows
      .filter(({ country }) => countries.includes(country))
      .map((row) => ({ year: timeOf(row), country: row.country, life_expect: row.life_expect, fertility: row.fertility }));

  /** The predictions of rows that have the values before them as the model's inputs. */
  function fromLags(model: ServingModel, records: ReturnType<typeof recordsOf>) {
    return records.map((row, i) => {
      const before = records[i - 1];
      if (before?.country !== row.country) return null;
      const lags = { life_expect_lag_1: before.life_expect, fertility_lag_1: before.fertility };
      return model.predict([{ ...lags, country: row.country, fertility: row.fertility }]).value[0];
    });
  }

  test.each<[string, (all: string[]) => { trained: string[]; asked: string[] }]>([
    ["of more series than levels are inputs", (all) => ({ trained: all, asked: all.slice(10, 12) })],
    ["of series that the training did not have", (all) => ({ trained: all.slice(0, 10), asked: all.slice(10, 12) })],
  ])("%s are each predicted from the rows of its own series", async (_what, choose) => {
    const { trained, asked } = choose(allCountries());
    const { artifact, model, series } = await trainOn(trained);
    const records = recordsOf(asked);
    const { value, warning } = await batchOf(artifact, JSON.stringify(records), series);
    const expected = fromLags(model, records);
    expect(value).toEqual(expected.map((each) => (each === null ? null : expect.closeTo(Number(each), 6))));
    expect(warning).toEqual(
      expected.map((each) => (each === null ? expect.stringContaining("add the rows of the periods before it") : null)),
    );
  });

  test("with a column known ahead are predicted from the rows before them where they have the response, and as future periods where not", async () => {
    const { artifact, model, series } = await trainOn(allCountries().slice(0, 10), ["fertility"]);
    const records = recordsOf(allCountries().slice(2, 4));
    const { value } = await batchOf(artifact, JSON.stringify(records), series);
    expect(value).toEqual(fromLags(model, records).map((each) => (each === null ? null : expect.closeTo(Number(each), 6))));
    const plan = [{ year: "2010-01-01", country: records[0]?.country, fertility: 2 }];
    const expected = model.predict(plan).value;
    expect(expected).toEqual([expect.any(Number)]);
    for (const more of [{}, { life_expect: "" }]) {
      const sent = plan.map((row) => ({ ...row, ...more }));
      expect((await batchOf(artifact, JSON.stringify(sent), series)).value).toEqual(expected);
    }
  });
});
