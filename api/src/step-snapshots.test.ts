/** Models and evaluations that use a dataset's edit history. */
import { COLLECTIONS, type EditStepSpec, editStepSpec, type Resource, type User } from "@agatha/contracts";
import type { ErrorBody, EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { editHistoryRoutes } from "./edit-history/index.js";
import { evaluationRoutes } from "./evaluations/index.js";
import { modelRoutes } from "./models/index.js";
import { createJoinCopier } from "./tables/index.js";
import { addUser, type Client, readError, readJson, startServer, type TestDeps, type TestServer, testDeps } from "./testing/deps.js";
import { addDataset, addTrainedModel, type ColumnTypes } from "./testing/models.js";
import { stubTableReaderCache } from "./testing/table-reader-cache.js";
import { createTokenUsage } from "./tokens/usage.js";

let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;

const ready = async (name: string, columns?: ColumnTypes, hidden: string[] = []): Promise<Resource<"Dataset">> => {
  const parsed = await addDataset(deps, { owner: someone, name, columns, hidden });
  const status = { ...parsed.status, observedGeneration: parsed.metadata.generation };
  return await deps.resources.updateStatus("Dataset", { ...parsed, status });
};

beforeEach(async () => {
  deps = testDeps();
  const routes = [
    ...editHistoryRoutes(deps, createJoinCopier(deps, stubTableReaderCache())),
    ...modelRoutes(deps, createTokenUsage(deps)),
    ...evaluationRoutes(deps, stubTableReaderCache()),
  ];
  server = await startServer(deps, routes);
  someone = await addUser(deps, "someone");
  dataset = await ready("Oven");
  client = await server.loggedInAs(someone);
  path = `/agatha/datasets/${dataset.metadata.name}`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const TWICE = { type: "derived", name: "twice", formula: { op: "multiply", left: { column: "x" }, right: { value: 2 } } };
const add = async (spec: object = TWICE): Promise<string> =>
  (await readJson<{ id: string }>(await client("POST", `${path}/extraction/`, { body: { spec } }))).id;
const make = (changes: object = {}): Promise<Response> =>
  client("POST", `${path}/models/`, {
    body: { name: "Model", model_type: "REGRESSION", response: "twice", columns: ["y"], use_extraction: true, ...changes },
  });
async function made(answer: Promise<Response>): Promise<Resource<"Model">> {
  const got = await answer;
  if (got.status !== 201) throw new Error(await got.text());
  return (await deps.resources.get("Model", (await readJson<{ id: string }>(got)).id))!;
}
const stepsOf = async ({ spec }: Resource<"Model">): Promise<EditStepSpec[] | undefined> =>
  (await deps.documents.collection(COLLECTIONS.editSteps).get(spec.extraction ?? ""))?.specs;

describe("a model", () => {
  test("a model learns from an edited column by the steps at its creation, and its answer states that", async () => {
    const id = await add();
    const model = await made(make());
    await client("DELETE", `${path}/extraction/${id}/`);
    expect(await stepsOf(model)).toEqual([editStepSpec.parse(TWICE)]);
    const answer = await readJson<ModelAnswer>(await client("GET", `${path}/models/${model.metadata.name}/`));
    expect(answer).toMatchObject({ use_extraction: true, response: "twice" });
    const { spec } = await made(make({ response: "x", use_extraction: false, name: "Plain" }));
    expect(spec.extraction).toBeUndefined();
  });

  test("equal steps are stored once, different ones separately", async () => {
    await add();
    const [first, second] = [await made(make()), await made(make({ name: "Second" }))];
    await add({ type: "sort", by: [{ column: "x" }] });
    const third = await made(make({ name: "Third" }));
    expect(second.spec.extraction).toBe(first.spec.extraction);
    expect(third.spec.extraction).not.toBe(first.spec.extraction);
    expect((await stepsOf(third))?.map(({ type }) => type)).toEqual(["derived", "sort"]);
  });

  test("a model is refused if no entry is enabled, or if a column is not one after the steps", async () => {
    expect(await readError(make())).toEqual([400, "010201", "use_extraction"]);
    await add();
    expect(await readError(make({ use_extraction: false }))).toEqual([400, "010503", "response"]);
    await add({ type: "aggregation", by: ["kind"], cols: [{ name: "mean", function: "mean", column: "x" }] });
    expect(await readError(make())).toEqual([400, "010503", "response"]);
    expect((await make({ response: "mean", columns: ["kind"] })).status).toBe(201);
  });

  test("a model may learn from an aggregate that is named like a hidden column, and not from the hidden column itself", async () => {
    const lab = await ready("Lab", { x: "n", kind: "s" }, ["kind"]);
    path = `/agatha/datasets/${lab.metadata.name}`;
    const cols = [{ name: "x", function: "mean", column: "x" }];
    const grouped = { type: "aggregation", by: ["kind"], cols };
    const id = await add(grouped);
    expect(await readError(make({ response: "x", columns: undefined }))).toEqual([400, "010505", "columns"]);
    await client("DELETE", `${path}/extraction/${id}/`);
    await add({ ...grouped, by: [], cols: [...cols, { name: "kind", function: "unique", column: "kind" }] });
    expect((await make({ response: "x", columns: undefined })).status).toBe(201);
  });

  test("a clone keeps the steps, also on another dataset that they fit", async () => {
    await add();
    const model = await made(make());
    const clone = (body: object) => client("POST", `${path}/models/${model.metadata.name}/clone/`, { body });
    expect((await made(clone({}))).spec.extraction).toBe(model.spec.extraction);
    const mill = await ready("Mill", { x: "n", y: "n" });
    const moved = await made(clone({ dataset_id: mill.metadata.name }));
    expect(moved.spec.extraction).not.toBe(model.spec.extraction);
    expect(await stepsOf(moved)).toEqual(await stepsOf(model));
    const kiln = await ready("Kiln", { y: "n" });
    const { tukey_error, detail } = await readJson<ErrorBody>(await clone({ dataset_id: kiln.metadata.name }));
    expect([tukey_error, detail?.[0]?.message]).toEqual(["010418", expect.stringContaining('"x"')]);
  });
});

describe("an evaluation", () => {
  const begin = (body: object): Promise<Response> => client("POST", `${path}/evaluations/`, { body: { use_extraction: true, ...body } });

  test("an evaluation has the steps at its creation", async () => {
    const model = await addTrainedModel(deps, { dataset });
    await add();
    const answer = await begin({ model_id_list: [model.metadata.name], test_dataset_id: dataset.metadata.name });
    const { id } = await readJson<{ id: string }>(answer);
    const { use_extraction } = await readJson<EvaluationAnswer>(await client("GET", `${path}/evaluations/${id}/`));
    await client("PATCH", `${path}/extraction/`, { body: { change: "disable" } });
    const { spec } = (await deps.resources.get("Evaluation", id))!;
    expect([answer.status, use_extraction, spec.useExtraction]).toEqual([201, true, true]);
    const steps = await deps.documents.collection(COLLECTIONS.editSteps).get(spec.extraction ?? "");
    expect(steps?.specs).toEqual([editStepSpec.parse(TWICE)]);
    expect(await readError(begin({ model_id_list: [model.metadata.name] }))).toEqual([400, "010201", "use_extraction"]);
  });
});
