import type { ModelInput, PredictionResult, Resource, User } from "@agatha/contracts";
import type { ResponseCurvesAnswer } from "@agatha/contracts/wire";
import type { RowColumns, ServingModel, Table } from "@agatha/trainer/serving";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addTrainedModel, loadWeightedSum, numericInput } from "../testing/models.js";
import { calculationRoutes } from "./index.js";

const LEVELS = Array.from({ length: 25 }, (_, i) => `level ${i}`);
const INPUTS: ModelInput[] = [
  numericInput("__proto__"),
  { ...numericInput("count"), min: 2, max: 5, integer: true },
  { name: "at", type: "d", min: 0, max: 4e9, typical: 0, integer: false, levels: [] },
  { name: "kind", type: "s", min: null, max: null, typical: "level 0", integer: false, levels: LEVELS },
  { ...numericInput("unknown"), min: null, max: null },
  { ...numericInput("constant"), min: 3, max: 3 },
];
/** Predicts __proto__ + 2 × count + 3 × at + 5 × unknown + 6 × constant, ± 1. */
const sum = loadWeightedSum(Buffer.from(JSON.stringify(INPUTS)));

let deps: TestDeps;
let server: TestServer;
let owner: User;
let client: Client;
let model: Resource<"Model">;
let served: ServingModel;
let address: string;

beforeEach(async () => {
  deps = testDeps();
  served = withResult(({ value }) => ({
    value,
    interval: value.map((middle) => ({ lower: Number(middle) - 1, upper: Number(middle) + 1 })),
  }));
  server = await startServer(deps, calculationRoutes(deps, { get: async () => served }));
  owner = await addUser(deps, "amber");
  client = await server.loggedInAs(owner);
  model = await addTrainedModel(deps, { dataset: await addDataset(deps, { owner }) });
  address = `/agatha/datasets/${model.spec.datasetRef}/models/${model.metadata.name}/response_curves`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

/** The model of weighted sums, with a result made of its result. */
function withResult(change: (result: PredictionResult) => PredictionResult, type: ServingModel["type"] = "REGRESSION"): ServingModel {
  return { ...sum, type, predict: (...rows) => change(sum.predict(...rows)) };
}
const record = { count: 4, at: 0, kind: "level 3", unknown: 1, constant: 0 };
const RECORD = `{ "__proto__": 2, ${JSON.stringify(record).slice(1)}`;
const curves = (columns: string[], more = "") =>
  client("POST", address, {
    body: `{ "data": ${RECORD}, "columns": ${JSON.stringify(columns)}${more} }`,
    headers: { "Content-Type": "application/json" },
  });
const curvesOf = async (columns: string[], more = "") => await readJson<ResponseCurvesAnswer>(curves(columns, more));

// @contract post-agatha-datasets-id-models-mid-response-curves
test("a curve has the predictions over the range of one input, with their intervals, while the others keep their values", async () => {
  const { of, curves: found } = await curvesOf(["__proto__", "count"]);
  expect(of).toBe("value");
  const [first, second] = found;
  expect(first).toMatchObject({ column: "__proto__", grid: Array.from({ length: 21 }, (_, i) => i / 2) });
  expect(first?.values).toEqual(first?.grid.map((value) => Number(value) + 2 * 4 + 5));
  expect(first?.intervals?.[0]).toEqual({ lower: 12, upper: 14 });
  expect(second).toMatchObject({ column: "count", grid: [2, 3, 4, 5], values: [2 + 4 + 5, 2 + 6 + 5, 2 + 8 + 5, 2 + 10 + 5] });
});

test("text has its most frequent levels and that of the record, times have their range, and an unknown range has no point", async () => {
  const [at, kind, unknown, constant] = (await curvesOf(["at", "kind", "unknown", "constant"])).curves;
  expect([at?.grid[0], at?.grid[10], at?.grid[20], at?.values[20]]).toEqual([0, 2e9, 4e9, 2 + 8 + 3 * 4e9 + 5]);
  expect(kind?.grid).toEqual(LEVELS.slice(0, 21));
  expect(unknown).toEqual({ column: "unknown", grid: [], values: [] });
  expect(constant?.grid).toEqual([3]);
  const answer = await client("POST", address, { body: { data: { ...record, kind: "level 24" }, columns: ["kind"] } });
  expect(((await answer.json()) as ResponseCurvesAnswer).curves[0]?.grid).toEqual([...LEVELS.slice(0, 21), "level 24"]);
});

test("times of a curve are no texts of the dataset's file: 2000000000 is milliseconds, although it counts seconds there", async () => {
  const written = new Map([["at", ["epochSeconds"]]]);
  served = { ...sum, predict: (records) => sum.predictTable(tableOf(sum.rowColumns({ written }), records)) };
  const [at] = (await curvesOf(["at"])).curves;
  expect([at?.grid[10], at?.values[10]]).toEqual([2e9, 2 + 8 + 3 * 2e9 + 5]);
});

function tableOf(columns: RowColumns, records: readonly Record<string, unknown>[]): Table {
  for (const record of records) {
    for (const [name, cell] of Object.entries(record)) columns.set(columns.find(name)!, cell as number | string);
    columns.endRow();
  }
  return columns.take();
}

test.each<[string, ServingModel["type"], (value: number) => Partial<PredictionResult>, string, object]>([
  [
    "of the predicted class",
    "CLASSIFICATION",
    (value) => ({ value: ["good"], prob: [{ good: value / 100, bad: 1 - value / 100 }] }),
    "",
    { of: "probability", label: "good", curves: [{ values: [0.11, 0.13, 0.15, 0.17] }] },
  ],
  [
    "of a chosen class",
    "CLASSIFICATION",
    (value) => ({ value: ["good"], prob: [{ good: value / 64, bad: value / 128 }] }),
    ', "label": "bad"',
    { of: "probability", label: "bad", curves: [{ values: [11 / 128, 13 / 128, 15 / 128, 17 / 128] }] },
  ],
  ["of scores", "OCC", (value) => ({ value: [true], score: [value] }), "", { of: "score", curves: [{ values: [11, 13, 15, 17] }] }],
  ["of clusters", "CLUSTERING", (value) => ({ value: [value] }), "", { of: "cluster", curves: [{ values: [11, 13, 15, 17] }] }],
  ["of nothing", "REGRESSION", () => ({ value: [null] }), "", { of: "value", curves: [{ values: [null, null, null, null] }] }],
])("a curve can be %s", async (_what, type, resultOf, more, expected) => {
  served = withResult(({ value }) => {
    const results = value.map((one) => resultOf(Number(one)));
    const [prob, score] = [results.flatMap((one) => one.prob ?? []), results.flatMap((one) => one.score ?? [])];
    return { value: results.flatMap((one) => one.value ?? []), prob, score };
  }, type);
  const answer = await curvesOf(["count"], more);
  expect(answer).toMatchObject(expected);
  expect(answer.curves[0]).not.toHaveProperty("intervals");
});

test("the points of a curve are no rows of one request to a model that sees those together", async () => {
  const lastOf = ({ value }: PredictionResult) => ({ value: value.map(() => value.at(-1) ?? null) });
  served = { ...withResult(lastOf), rowsTogether: true };
  const [count] = (await curvesOf(["count"])).curves;
  expect(count).toEqual({ column: "count", grid: [2, 3, 4, 5], values: [11, 13, 15, 17] });
});

test("nothing is stored", async () => {
  await curvesOf(["count"]);
  expect(await readJson(client("GET", address.replace("response_curves", "calcs")))).toEqual({ data: [] });
});

test.each([
  ["an unknown column", '["count", "pressure"]', "", "columns[1]", "010602"],
  ["no column", "[]", "", "columns", "010201"],
  ["a value that is a list", '["count"]', ', "data": { "count": [1] }', "data[0].count", "010602"],
  ["a list of records", '["count"]', ', "data": [{ "count": 1 }]', "data[0]", "010602"],
])("%s is refused by name", async (_what, columns, more, path, code) => {
  const answer = await client("POST", address, {
    body: `{ "data": ${RECORD}, "columns": ${columns}${more} }`,
    headers: { "Content-Type": "application/json" },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ tukey_error: code, detail: [{ path }] });
});

test("an unknown class is refused with the classes of the model", async () => {
  served = withResult(({ value }) => ({ value: value.map(() => "a"), prob: value.map(() => ({ a: 0.5, b: 0.5 })) }), "CLASSIFICATION");
  const answer = await curves(["count"], ', "label": "c"');
  expect(await answer.json()).toMatchObject({
    tukey_error: "010602",
    detail: [{ path: "label", message: '"c" is no class of the model: a, b' }],
  });
});
