import { json } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { API_VERSION, COLLECTIONS, editStepSpec, type Resource, ROW_LIMIT, type User } from "@agatha/contracts";
import type { CalculationAnswer, ErrorBody } from "@agatha/contracts/wire";
import { addUser, type Client, readError, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel, numericInput, stubModelCache, textInput } from "../testing/models.js";
import { calculationRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let client: Client;
let dataset: Resource<"Dataset">;
let calcs: string;
let oneInput: string;

const calcsOf = (model: Resource<"Model">): string => `/agatha/datasets/${model.spec.datasetRef}/models/${model.metadata.name}/calcs`;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, calculationRoutes(deps, stubModelCache(deps)));
  amber = await addUser(deps, "amber");
  client = await server.loggedInAs(amber);
  dataset = await addDataset(deps, { owner: amber });
  oneInput = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Plain" } }));
  calcs = calcsOf(await addTrainedModel(deps, { dataset, inputs: ["x", "__proto__"].map(numericInput) }));
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

describe("a what-if", () => {
  // @contract post-agatha-datasets-id-models-mid-calcs
  test("a what-if is answered completely in the POST, with the values outside the training data", async () => {
    const answer = await client("POST", calcs, { body: { type: "whatif", data: [{ x: 3 }, { x: "11" }] } });
    expect(answer.status).toBe(201);
    const made = (await answer.json()) as CalculationAnswer;
    expect(made).toMatchObject({ type: "whatif", status: "success", result: { value: [3, 11], outside: [[], ["x"]] } });
    expect(await readJson(client("GET", `${calcs}/${made.id}/`))).toEqual(made);
  });

  test("a what-if of a number so large that the model's sum overflows is refused with its place", async () => {
    const inputs = [numericInput("x"), numericInput("y")];
    const model = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Sum" }, inputs }));
    const data = [
      { x: 1, y: 2 },
      { x: 11, y: 1e308 },
    ];
    const refused = await client("POST", model, { body: { type: "whatif", data } });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { tukey_error: "010602", detail: [{ path: "data[1].y", message: expect.stringContaining("outside the training data") }] },
    ]);
  });

  test("a what-if of many rows is stored in pages, and read as it was answered", async () => {
    const data = Array.from({ length: 4500 }, (_, x) => ({ x: x / 7 }));
    const made = await readJson<CalculationAnswer>(client("POST", oneInput, { body: { type: "whatif", data, explain: true } }));
    expect(made).toMatchObject({ rows: 4500, result: { value: data.map(({ x }) => x), varimp: data } });
    const { pages, result } = (await deps.documents.collection(COLLECTIONS.calculations).get(made.id)) ?? {};
    expect([pages, result]).toEqual([3, undefined]);
    expect(await readJson(client("GET", `${oneInput}/${made.id}/`))).toEqual(made);
    expect(await readJson(client("GET", `${oneInput}/`))).toMatchObject({ data: [{ id: made.id, rows: 4500, result: null }] });
  });

  test("a what-if returns the contribution of each input on request", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", oneInput, { body: { type: "whatif", data: [{ x: 3 }], explain: true } }));
    expect(made.result).toMatchObject({ value: [3], varimp: [{ x: 3 }], explanation: { base: [0], prediction: [3] } });
    const plain = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "whatif", data: [{ x: 3 }] } }));
    expect(plain.result).not.toHaveProperty("varimp");
  });

  test("a what-if takes one record, and a column named __proto__", async () => {
    const body = '{ "type": "whatif", "data": { "__proto__": 3 } }';
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body, headers: { "Content-Type": "application/json" } }));
    expect(made.result).toMatchObject({ value: [6] });
  });

  test.each([
    ["rows without any of the model's columns", { type: "whatif", data: { y: 1 } }, "010602", "data[0]"],
    ["values that are lists", { type: "whatif", data: { x: [1] } }, "010602", "data.x"],
    ["another type", { type: "magic", data: { x: 1 } }, "010201", "type"],
    ["no data", { type: "whatif" }, "010602", "data"],
    ["next periods of a model that does not forecast", { type: "whatif", periods: 2 }, "010602", "periods"],
  ])("a what-if is refused for %s", async (_case, body, code, path) => {
    const answer = await client("POST", calcs, { body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ tukey_error: code, detail: [{ path }] });
  });

  test("a what-if is refused for an untrained model", async () => {
    const waiting = calcsOf(await addModel(deps, { dataset, spec: { displayName: "Waiting" } }));
    const answer = await client("POST", waiting, { body: { type: "whatif", data: { x: 1 } } });
    expect([answer.status, ((await answer.json()) as ErrorBody).tukey_error]).toEqual([409, "010517"]);
  });

  test("a what-if expires after a day and is not found under another model", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "whatif", data: { x: 3 } } }));
    const other = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Other" } }));
    expect((await client("GET", `${other}/${made.id}`)).status).toBe(404);
    deps.advance(24 * 3_600_000);
    const session = await server.loggedInAs(amber);
    expect((await session("GET", `${calcs}/${made.id}`)).status).toBe(404);
  });

  // @contract get-rest-calculations
  test("what-ifs are listed newest first, for their owner and managers only", async () => {
    const ask = (x: number) => readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "whatif", data: { x } } }));
    const first = await ask(1);
    deps.advance(1000);
    const second = await ask(2);
    const listed = await readJson<(CalculationAnswer & { model_id: string })[]>(client("GET", "/rest/calculations"));
    expect(listed.map(({ id, result }) => [id, result])).toEqual([
      [second.id, null],
      [first.id, null],
    ]);
    expect(await readJson(client("GET", `/rest/calculations/${first.id}`))).toMatchObject({ result: { value: [1] } });
    const stranger = await server.loggedInAs(await addUser(deps, "berta"));
    expect(await readJson(stranger("GET", "/rest/calculations"))).toEqual([]);
    expect((await stranger("GET", `/rest/calculations/${first.id}`)).status).toBe(404);
    const manager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
    expect(await readJson<unknown[]>(manager("GET", "/rest/calculations"))).toHaveLength(2);
  });
});

describe("a batch or an optimization", () => {
  const optimization = { type: "optimization", target: { goal: "max" } };

  /** Does the work of the operator and the trainer. */
  async function workOut(id: string, result: unknown): Promise<void> {
    const { key } = await deps.objects.put(`calculations/${id}/result.json`, new TextEncoder().encode(JSON.stringify(result)));
    const found = (await deps.resources.get("Calculation", id))!;
    await deps.resources.updateStatus("Calculation", { ...found, status: { phase: "success", result: key, rows: 2 } });
  }

  test.each([
    ["of rows", { type: "batch", data: [{ x: 1 }, { x: 2 }] }, { type: "batch" }],
    ["of settings", optimization, { type: "optimization", optimization: { target: { goal: "max" }, solutions: 5, seed: 1 } }],
    // @contract a-calculation-is-is-processed-then-success
  ])("a calculation %s becomes an object that the model owns, and runs", async (_what, body, spec) => {
    const answer = await client("POST", calcs, { body });
    expect(answer.status).toBe(201);
    const made = (await answer.json()) as CalculationAnswer;
    expect(made).toMatchObject({ status: "is_processed", progress: 0, result: null });
    expect(made.optimization).toEqual("optimization" in spec ? expect.objectContaining(spec.optimization) : undefined);
    const object = (await deps.resources.get("Calculation", made.id))!;
    expect(object.spec).toMatchObject({ ...spec, owner: amber.id });
    const { name, uid } = (await deps.resources.get("Model", object.spec.modelRef))!.metadata;
    expect(object.metadata.ownerReferences).toEqual([{ apiVersion: API_VERSION, kind: "Model", name, uid, controller: true }]);
  });

  test("a long batch keeps the columns that the inputs of a time series are made from, and no other", async () => {
    const timeSeries = { time: "when", lags: 1, horizon: 1, series: "shop", knownAhead: ["promo"] };
    const inputs = ["sold_lag_1", "promo_lag_1", "promo"].map(numericInput);
    const spec = { displayName: "Shops", response: "sold", timeSeries };
    const model = calcsOf(await addTrainedModel(deps, { dataset, inputs, spec }));
    const rows = Array.from({ length: 2_000 }, (_, i) => ({ when: `2024-01-01T00:00:${i % 60}`, shop: `s${i}`, sold: i, promo: 1 }));
    const data = rows.map((row) => ({ ...row, note: "none" }));
    const made = await readJson<CalculationAnswer>(client("POST", model, { body: { type: "batch", data } }));
    const { rows: key = "" } = (await deps.resources.get("Calculation", made.id))!.spec;
    const stored = (await json(await deps.objects.get(key))) as object[];
    expect(stored).toHaveLength(rows.length);
    expect(stored.at(-1)).toEqual(rows.at(-1));
  });

  // @contract the-past-is-not-searched
  test("a search of a model of lags wants the past of its response and its series fixed", async () => {
    const inputs = [...["sold_lag_1", "promo_lag_1", "promo"].map(numericInput), textInput("shop", ["Berlin", "Taipei"])];
    const timeSeries = { time: "when", series: "shop", lags: 1, horizon: 1, knownAhead: ["promo"] };
    const spec = { displayName: "Shops", response: "sold", timeSeries };
    const model = calcsOf(await addTrainedModel(deps, { dataset, inputs, spec, info: { response: "sold" } }));
    const refused = await client("POST", model, { body: optimization });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { tukey_error: "011003", detail: [{ path: "variables", message: expect.stringContaining('fix "sold_lag_1", "shop", or') }] },
    ]);
    const variables = [
      { column: "sold_lag_1", fixed: 3 },
      { column: "shop", choices: ["Taipei"] },
    ];
    const fixed = await client("POST", model, { body: { ...optimization, variables } });
    expect(fixed.status).toBe(201);
  });

  test("a batch of a dataset's rows names the dataset", async () => {
    const calcs = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Plain" } }));
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "batch", dataset_id: dataset.metadata.name } }));
    expect((await deps.resources.get("Calculation", made.id))!.spec).toMatchObject({ datasetRef: dataset.metadata.name });
    expect(await readJson(client("GET", `${calcs}/`))).toMatchObject({ data: [{ id: made.id, dataset_id: dataset.metadata.name }] });
  });

  /** All with whom the model is shared read the predictions, with contributions of each value. */
  test("a batch of another owner's rows is refused to a manager until the model's owner may read them", async () => {
    const calcs = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Plain" } }));
    const berta = await addUser(deps, "berta");
    const other = await addDataset(deps, { owner: berta, name: "Other" });
    const manager = await addUser(deps, "manager", { auth: "manager" });
    const asManager = await server.loggedInAs(manager);
    const batchOf = (id: string) => asManager("POST", calcs, { body: { type: "batch", dataset_id: id } });
    expect(await readError(batchOf(other.metadata.name))).toEqual([400, "010902", "dataset_id"]);
    expect((await deps.resources.list("Calculation")).items).toEqual([]);
    const shares = [{ account: "amber", role: "viewer" as const }];
    await deps.resources.update("Dataset", { ...other, spec: { ...other.spec, visibility: "shared", shares } });
    expect((await batchOf(other.metadata.name)).status).toBe(201);
    const own = await addDataset(deps, { owner: manager, name: "Own" });
    expect((await batchOf(own.metadata.name)).status).toBe(201);
  });

  test("a batch of edited rows names a snapshot of the present edit steps", async () => {
    const calcs = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Plain" } }));
    const body = { type: "batch", dataset_id: dataset.metadata.name, use_extraction: true };
    const refused = await client("POST", calcs, { body });
    expect([refused.status, ((await refused.json()) as ErrorBody).detail?.[0]?.path]).toEqual([400, "use_extraction"]);
    const spec = editStepSpec.parse({ type: "sort", by: [{ column: "x" }] });
    const entry = { id: "entry", order: 1, enabled: true, cond: "", spec, owner: amber.id, updatedAt: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: dataset.metadata.uid, entries: [entry] });
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body }));
    const { extraction = "" } = (await deps.resources.get("Calculation", made.id))!.spec;
    expect((await deps.documents.collection(COLLECTIONS.editSteps).get(extraction))?.specs).toEqual([spec]);
  });

  test.each([
    ["neither rows nor dataset", { type: "batch" }, 400, "010201"],
    ["an edit history of rows that are sent", { type: "batch", data: { x: 1 }, use_extraction: true }, 400, "010201"],
    ["both", { type: "batch", data: { x: 1 }, dataset_id: "d" }, 400, "010201"],
    ["a dataset that is not there", { type: "batch", dataset_id: "nowhere" }, 404, "010401"],
    ["rows that are no records", { type: "batch", data: [1] }, 400, "010602"],
    ["no goal", { type: "optimization" }, 400, "010201"],
    ["a column that the model does not have", { ...optimization, variables: [{ column: "wings" }] }, 400, "011003"],
    ["bounds in the wrong order", { ...optimization, variables: [{ column: "x", min: 2, max: 1 }] }, 400, "011003"],
    ["a goal without its value", { type: "optimization", target: { goal: "value" } }, 400, "011003"],
    ["a class of a model of numbers", { type: "optimization", target: { goal: "max", label: "good" } }, 400, "011003"],
    ["another model that is not there", { ...optimization, goals: [{ goal: "min", model: "nowhere" }] }, 404, "010514"],
    ["a model of another namespace that is not there", { ...optimization, goals: [{ goal: "min", model: "wear_team-a" }] }, 404, "010514"],
    // @contract optimization-takes-numbers-texts-and-dates
  ])("a calculation with %s is refused and leaves nothing behind", async (_what, body, status, code) => {
    const answer = await client("POST", calcs, { body });
    expect([answer.status, ((await answer.json()) as ErrorBody).tukey_error]).toEqual([status, code]);
    expect((await deps.resources.list("Calculation")).items).toEqual([]);
    const left = [];
    for await (const { key } of deps.objects.list("calculations/")) left.push(key);
    expect(left).toEqual([]);
  });

  test("a batch of a dataset without some of the model's columns names all of them and leaves nothing behind", async () => {
    const { fingerprint } = dataset.status?.table ?? {};
    const observedGeneration = dataset.metadata.generation;
    await deps.resources.updateStatus("Dataset", { ...dataset, status: { ...dataset.status, observedGeneration, fingerprint } });
    const needed = ["x", "wings", "y", "beak"].map(numericInput);
    const other = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Bird" }, inputs: needed }));
    const answer = await client("POST", other, { body: { type: "batch", dataset_id: dataset.metadata.name } });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        tukey_error: "010902",
        message: "The batch prediction failed",
        detail: [{ path: "columns", message: "wings, beak are missing, and the model learned from them: add the columns" }],
      },
    ]);
    expect((await deps.resources.list("Calculation")).items).toEqual([]);
  });

  // @contract get-agatha-datasets-id-models-mid-calcs
  test("a model's calculations are listed with its what-ifs, newest first, without results", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: optimization }));
    const other = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Other" } }));
    deps.advance(1000);
    const asked = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "whatif", data: { x: 3 } } }));
    const { data } = await readJson<{ data: CalculationAnswer[] }>(client("GET", `${calcs}/`));
    expect(data.map(({ id, type, result }) => [id, type, result])).toEqual([
      [asked.id, "whatif", null],
      [made.id, "optimization", null],
    ]);
    expect(await readJson(client("GET", other))).toEqual({ data: [] });
  });

  // @contract get-agatha-datasets-id-models-mid-calcs-cid
  test("a finished calculation has its result, which is downloaded completely", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "batch", data: [{ x: 1 }, { x: 2 }] } }));
    expect((await client("GET", `${calcs}/${made.id}/download_gzip/`)).status).toBe(404);
    await workOut(made.id, { value: [1, 2], outside: [[], ["x"]] });
    expect(await readJson(client("GET", `${calcs}/${made.id}/`))).toMatchObject({
      status: "success",
      rows: 2,
      progress: 1,
      result: { value: [1, 2] },
    });
    const file = await client("GET", `${calcs}/${made.id}/download_gzip/?encoding=big5`);
    expect(file.headers.get("Content-Disposition")).toContain(".csv.gz");
    const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString("latin1");
    expect(text.split("\r\n").slice(1, 3)).toEqual(["1,1,", "2,2,x"]);
  });

  test("a long batch is shown with its first rows, and downloaded completely", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "batch", data: [{ x: 1 }] } }));
    const value = Array.from({ length: ROW_LIMIT + 5 }, (_, i) => i);
    await workOut(made.id, { value, outside: value.map(() => ["x"]), interval_level: 0.9 });
    const { result } = await readJson<CalculationAnswer>(client("GET", `${calcs}/${made.id}/`));
    const shown = value.slice(0, ROW_LIMIT);
    expect(result).toEqual({ value: shown, outside: shown.map(() => ["x"]), interval_level: 0.9 });
    const file = await client("GET", `${calcs}/${made.id}/download_gzip/`);
    const lines = gunzipSync(Buffer.from(await file.arrayBuffer()))
      .toString()
      .trim()
      .split("\r\n");
    expect(lines.at(-1)).toBe(`${value.length},${value.length - 1},x`);
  });

  test("the file of a batch of a sample names the row of the dataset's file beside each prediction", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "batch", data: [{ x: 1 }, { x: 2 }] } }));
    await workOut(made.id, { value: [1, 2], row: [7, 40_000], outside: [[], []] });
    const file = await client("GET", `${calcs}/${made.id}/download_gzip/`);
    const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
    expect(text.split("\r\n").slice(1, 3)).toEqual(["7,1,", "40000,2,"]);
  });

  test("the file of a batch has the interval of each prediction, and the reason of a row without one", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: { type: "batch", data: [{ x: 1 }, { x: 2 }] } }));
    const uncertain = { interval: [{ lower: 0.5, upper: 1.5 }, null], interval_level: 0.9 };
    await workOut(made.id, { value: [1, null], ...uncertain, outside: [["x"], []], warning: [null, "the rows before it are missing"] });
    const file = await client("GET", `${calcs}/${made.id}/download_gzip/`);
    const [header, ...lines] = gunzipSync(Buffer.from(await file.arrayBuffer()))
      .toString()
      .trim()
      .split("\r\n");
    expect(header?.split(",").slice(2)).toEqual(["lower", "upper", "outside training", "warning"]);
    expect(lines).toEqual(["1,1,0.5,1.5,x,", "2,,,,,the rows before it are missing"]);
  });

  // @contract delete-agatha-datasets-id-models-mid-calcs-cid
  test("a deleted calculation is not found, nor is one under another model", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: optimization }));
    const other = calcsOf(await addTrainedModel(deps, { dataset, spec: { displayName: "Other" } }));
    expect((await client("DELETE", `${other}/${made.id}`)).status).toBe(404);
    expect((await client("DELETE", `${calcs}/${made.id}`)).status).toBe(204);
    expect((await client("GET", `${calcs}/${made.id}`)).status).toBe(404);
    expect(await readJson(client("GET", "/rest/calculations"))).toEqual([]);
  });

  test("a calculation that a manager starts or deletes is recorded, and its owner's is not", async () => {
    const manager = await addUser(deps, "manager", { auth: "manager" });
    const asManager = await server.loggedInAs(manager);
    const own = await readJson<CalculationAnswer>(client("POST", calcs, { body: optimization }));
    await client("DELETE", `${calcs}/${own.id}`);
    const { id } = await readJson<CalculationAnswer>(asManager("POST", calcs, { body: { type: "batch", data: [{ x: 1 }] } }));
    deps.advance(1);
    await asManager("DELETE", `${calcs}/${id}`);
    const records = await deps.documents.collection(COLLECTIONS.audit).find();
    const told = records.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ userId, action, target }) => [userId, action, target]);
    expect(told).toEqual([
      [manager.id, "calculation.create", id],
      [manager.id, "calculation.delete", id],
    ]);
  });

  test("a calculation is listed without its result", async () => {
    const made = await readJson<CalculationAnswer>(client("POST", calcs, { body: optimization }));
    await workOut(made.id, { target: { goal: "max" }, solutions: [], evaluations: 1 });
    expect(await readJson(client("GET", "/rest/calculations"))).toMatchObject([
      { id: made.id, type: "optimization", status: "success", result: null },
    ]);
    expect(await readJson(client("GET", `/rest/calculations/${made.id}`))).toMatchObject({ result: { evaluations: 1 } });
  });
});
