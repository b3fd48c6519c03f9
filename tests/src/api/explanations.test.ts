import { createRequestPredictor } from "@agatha/api/prediction-api/predict-table";
import { createExplanations, type ExplainingModel, type Explanations } from "@agatha/api/serving/explanations";
import { predictRows } from "@agatha/api/serving/predict";
import { InvalidInput } from "@agatha/contracts";
import type { Column } from "@agatha/trainer/data/tables/table";
import { createRandom } from "@agatha/trainer/numeric/random";
import { loadServingModel } from "@agatha/trainer/serving";
import { trainModel } from "@agatha/trainer/training/train-model";

let explanations: Explanations;
let artifact: Uint8Array;

beforeAll(async () => {
  explanations = createExplanations();
  const random = createRandom(1);
  const column = (name: string): Column => ({ name, type: "n", values: Float64Array.from({ length: 60 }, () => random.normal()) });
  const kind: Column = { name: "kind", type: "s", codes: Int32Array.from({ length: 60 }, (_, i) => i % 2), levels: ["red", "blue"] };
  const columns = [column("a"), column("b"), kind, column("y")];
  const layers = [{ nodes: [{ algorithm: "GLM" }] }];
  const context = { random, progress: () => undefined, signal: new AbortController().signal, timezone: "UTC" };
  artifact = (await trainModel({ type: "REGRESSION", layers, maxFpr: 1, seed: 1, response: "y" }, { nrow: 60, columns }, context)).artifact;
});
afterAll(() => explanations.close());

/** Returns a model that cannot predict on the event loop. */
const loadForThreads = (): ExplainingModel => ({
  ...explanations.load(artifact),
  predict: failOnTheEventLoop,
  predictTable: failOnTheEventLoop,
});
const failOnTheEventLoop = (): never => {
  throw new Error("this was to be explained in a thread");
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

test("a cell that cannot be read is refused with its place", async () => {
  const model = explanations.load(artifact);
  const refused = predictRows(model, [{ a: 1 }, { a: "warm" }], { explain: true });
  await expect(refused).rejects.toThrow(InvalidInput);
  await expect(refused).rejects.toMatchObject({ problems: [expect.objectContaining({ path: "data[1].a" })] });
});
