import { createExplanations, type Explanations } from "@agatha/api/serving/explanations";
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
  const columns = [column("a"), column("b"), column("y")];
  const layers = [{ nodes: [{ algorithm: "GLM" }] }];
  const context = { random, progress: () => undefined, signal: new AbortController().signal, threads: 1, timezone: "UTC" };
  artifact = (await trainModel({ type: "REGRESSION", layers, maxFpr: 1, seed: 1, response: "y" }, { nrow: 60, columns }, context)).artifact;
});
afterAll(() => explanations.close());

test("an explanation in a thread is that of the model, row by row", async () => {
  const rows = [
    { a: 1, b: 2 },
    { a: -1, b: 0.5 },
  ];
  const expected = loadServingModel(artifact).predict(rows, { explain: true, outside: true });
  expect(await predictRows(explanations.load(artifact), rows, { explain: true, outside: true })).toEqual(expected);
});

test("a cell that cannot be read is refused with its place", async () => {
  const model = explanations.load(artifact);
  const refused = predictRows(model, [{ a: 1 }, { a: "warm" }], { explain: true });
  await expect(refused).rejects.toThrow(InvalidInput);
  await expect(refused).rejects.toMatchObject({ problems: [expect.objectContaining({ path: "data[1].a" })] });
});

test("the event loop runs on while a prediction is explained", async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await predictRows(explanations.load(artifact), [{ a: 1, b: 1 }], { explain: true });
  expect(turned).toBe(true);
});
