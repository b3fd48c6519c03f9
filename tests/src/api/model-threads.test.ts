import { createRequestPredictor } from "@agatha/api/prediction-api/predict-table";
import { createModelThreads, type ModelThreads, type ThreadedModel } from "@agatha/api/serving/model-threads";
import { predictRows } from "@agatha/api/serving/predict";
import { InvalidInput } from "@agatha/contracts";
import type { Column } from "@agatha/trainer/data/tables/table";
import { createRandom } from "@agatha/trainer/numeric/random";
import { loadServingModel } from "@agatha/trainer/serving";
import { trainModel } from "@agatha/trainer/training/train-model";

let modelThreads: ModelThreads;
let artifact: Uint8Array;

beforeAll(async () => {
  modelThreads = createModelThreads();
  const random = createRandom(1);
  const column = (name: string): Column => ({ name, type: "n", values: Float64Array.from({ length: 60 }, () => random.normal()) });
  const kind: Column = { name: "kind", type: "s", codes: Int32Array.from({ length: 60 }, (_, i) => i % 2), levels: ["red", "blue"] };
  const columns = [column("a"), column("b"), kind, column("y")];
  const layers = [{ nodes: [{ algorithm: "GLM" }] }];
  const context = { random, progress: () => undefined, signal: new AbortController().signal, timezone: "UTC" };
  artifact = (await trainModel({ type: "REGRESSION", layers, maxFpr: 1, seed: 1, response: "y" }, { nrow: 60, columns }, context)).artifact;
});
afterAll(() => modelThreads.close());

/** Returns a model that cannot predict on the event loop. */
const loadForThreads = (): ThreadedModel => ({
  ...modelThreads.load(artifact),
  predict: failOnTheEventLoop,
  predictTable: failOnTheEventLoop,
});
const failOnTheEventLoop = (): never => {
  throw new Error("this was to be predicted in a thread");
};

test("an explanation in a thread is that of the model, row by row", async () => {
  const rows = [
    { a: 1, b: 2, kind: "red" },
    { a: -1, b: 0.5, kind: "blue" },
    { a: 0, kind: "new" },
  ];
  const expected = loadServingModel(artifact).predict(rows, { explain: true, outside: true });
  expect(await predictRows(loadForThreads(), rows, { explain: true, outside: true })).toEqual(expected);
});

test("the rows of one request are explained in a thread, also where they are a part of a table", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ a: i / 7, b: -i, kind: i % 3 === 0 ? "red" : "blue" }));
  const model = loadForThreads();
  const predictor = createRequestPredictor(model, { explain: true, isShort: false });
  const expected = loadServingModel(artifact).predict(rows, { explain: true });
  expect(await predictor.predict(model.toTable(rows), { isWhole: true, rows: 40 })).toEqual(expected);
});

/** Forecasts sales with a price known ahead, by lags. */
async function trainWithPrice(): Promise<Uint8Array> {
  const day: Column = { name: "day", type: "d", values: Float64Array.from({ length: 90 }, (_, t) => t * 86_400_000) };
  const price = Float64Array.from(day.values, (_, t) => (t % 5 === 0 ? 3 : 4));
  const sold = price.map((each, t) => 100 - 8 * each + (t % 7));
  const columns: Column[] = [day, { name: "price", type: "n", values: price }, { name: "sold", type: "n", values: sold }];
  const timeSeries = { time: "day", lags: 2, horizon: 3, knownAhead: ["price"] };
  const request = {
    type: "REGRESSION" as const,
    layers: [{ nodes: [{ algorithm: "GLM" }] }],
    maxFpr: 1,
    seed: 1,
    response: "sold",
    timeSeries,
  };
  const context = { random: createRandom(1), progress: () => undefined, signal: new AbortController().signal, timezone: "UTC" };
  return (await trainModel(request, { nrow: 90, columns }, context)).artifact;
}

describe("many rows that are seen together", () => {
  const plan = Array.from({ length: 150 }, (_, k) => ({ day: new Date((90 + k) * 86_400_000).toISOString(), price: 3 + (k % 2) }));
  let trained: Uint8Array;
  const load = (): ThreadedModel => ({ ...modelThreads.load(trained), predict: failOnTheEventLoop, predictTable: failOnTheEventLoop });

  beforeAll(async () => {
    trained = await trainWithPrice();
  });

  test("are predicted in a thread, as the model does", async () => {
    const expected = loadServingModel(trained).predict(plan);
    expect(await predictRows(load(), plan)).toEqual(expected);
    expect(expected.value).toHaveLength(150);
  });

  test("are refused as on the event loop", async () => {
    const refused = predictRows(load(), plan.slice(1));
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toMatchObject({
      problems: [expect.objectContaining({ message: expect.stringContaining("no value at") })],
    });
  });
});

test("a cell that cannot be read is refused with its place", async () => {
  const model = modelThreads.load(artifact);
  const refused = predictRows(model, [{ a: 1 }, { a: "warm" }], { explain: true });
  await expect(refused).rejects.toThrow(InvalidInput);
  await expect(refused).rejects.toMatchObject({ problems: [expect.objectContaining({ path: "data[1].a" })] });
});
