import { API_VERSION, COLLECTIONS, isoTime, type Resource, type User, withDeletedAnnotation } from "@agatha/contracts";
import type { ErrorBody, EvaluationAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readError, readJson, type TestDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel, setModelStatus } from "../testing/models.js";
import { formData } from "../testing/upload-fixture.js";
import { CSV, createEvaluationFixture, type EvaluationFixture } from "./testing/evaluation-fixture.js";

let fixture: EvaluationFixture;
let deps: TestDeps;
let client: Client;
let path: string;
let models: [string, string];
beforeEach(async () => {
  fixture = await createEvaluationFixture();
  ({ deps, client, path, models } = fixture);
});
afterEach(() => fixture.close());

const keys = async (prefix: string): Promise<string[]> => {
  const found = [];
  for await (const { key } of deps.objects.list(prefix)) found.push(key);
  return found;
};

const withDeletion = (dataset: Resource<"Dataset">): Resource<"Dataset"> => ({
  ...dataset,
  metadata: { ...dataset.metadata, annotations: withDeletedAnnotation(dataset.metadata, isoTime(deps.clock)) },
});

async function addDeletedDataset(owner: User): Promise<Resource<"Dataset">> {
  return await deps.resources.update("Dataset", withDeletion(await addDataset(deps, { owner, name: "Gone" })));
}

describe("creating an evaluation", () => {
  // @contract post-agatha-datasets-id-evaluations
  test("a new evaluation lists its models and waits for a file", async () => {
    const answer = await client("POST", path, { body: { model_id_list: [...models, models[0]], max_fpr: 0.2, response: "kind" } });
    expect(answer.status).toBe(201);
    const { id } = await readJson<{ id: string }>(answer);
    const { metadata, spec } = (await deps.resources.get("Evaluation", id))!;
    expect(spec).toMatchObject({ owner: fixture.someone.id, models, maxFpr: 0.2, response: "kind", suspend: true, useExtraction: false });
    const { name, uid } = fixture.dataset.metadata;
    expect(metadata.ownerReferences).toEqual([{ apiVersion: API_VERSION, kind: "Dataset", name, uid, controller: true }]);
    expect(metadata.finalizers).toEqual(["agatha.dev/cleanup"]);
    expect(await fixture.get(`${path}/${id}`)).toMatchObject({
      id,
      status: "init",
      progress: 0,
      model_type: "OCC",
      model_id_list: models,
      max_fpr: 0.2,
      test_file: null,
      evaluation_bymodel: [
        { id: models[0], model_name: "First", algorithms: ["XGB"], status: "waiting", indicators: {} },
        { id: models[1], model_name: "Second", status: "waiting" },
      ],
    });
  });

  test("an evaluation on another dataset's rows starts at once", async () => {
    const test = await addDataset(deps, { owner: fixture.someone, name: "Later" });
    const one = await fixture.createEvaluation({ test_dataset_id: test.metadata.name });
    expect((await fixture.stored(one)).spec).toMatchObject({ testDataset: test.metadata.name, suspend: false });
    expect(await fixture.get(one)).toMatchObject({ status: "evaluating", test_dataset_id: test.metadata.name, response: "kind" });
  });

  test("who may read a comparison reads the title of its test dataset, even if that is not shared", async () => {
    const test = await addDataset(deps, { owner: fixture.someone, name: "Later" });
    const one = await fixture.createEvaluation({ test_dataset_id: test.metadata.name });
    const viewer = await addUser(deps, "viewer");
    const shared = { visibility: "shared" as const, shares: [{ account: "viewer", role: "viewer" as const }] };
    const stored = (await deps.resources.get("Dataset", fixture.dataset.metadata.name))!;
    await deps.resources.update("Dataset", { ...stored, spec: { ...stored.spec, ...shared } });
    const asViewer = await fixture.server.loggedInAs(viewer);
    expect(await readJson<EvaluationAnswer>(await asViewer("GET", one))).toMatchObject({ role: "viewer", test_dataset_title: "Later" });
  });

  async function strange(): Promise<Record<string, string>> {
    const { dataset, someone } = fixture;
    const add = async (spec: Partial<Resource<"Model">["spec"]>, of = dataset) =>
      (await addTrainedModel(deps, { dataset: of, spec })).metadata.name;
    const failed = await addModel(deps, { dataset, spec: { displayName: "Failed", type: "OCC", response: undefined } });
    await setModelStatus(deps, failed.metadata.name, { phase: "fitting_fail" });
    const theirs = await addDataset(deps, { owner: await addUser(deps, "stranger"), name: "Theirs" });
    return {
      regression: await add({ displayName: "R" }),
      other: await add({ displayName: "O", response: "x" }),
      clusters: await add({ displayName: "C", type: "CLUSTERING", response: undefined }),
      gone: await add({ displayName: "E", type: "OCC", response: undefined }, await addDeletedDataset(someone)),
      failed: failed.metadata.name,
      strangers: theirs.metadata.name,
      strangersModel: await add({ displayName: "S", type: "OCC", response: undefined }, theirs),
    };
  }

  test.each<[string, (known: Record<string, string>) => object, [number, string, string | undefined]]>([
    ["no model", () => ({ model_id_list: [] }), [400, "010201", "model_id_list"]],
    ["a model that is not there", () => ({ model_id_list: ["nobody"] }), [404, "010514", undefined]],
    ["a stranger's model", ({ strangersModel }) => ({ model_id_list: [models[0], strangersModel] }), [404, "010514", undefined]],
    ["a model of a deleted dataset", ({ gone }) => ({ model_id_list: [models[0], gone] }), [404, "010514", undefined]],
    ["a model whose training failed", ({ failed }) => ({ model_id_list: [models[0], failed] }), [409, "010517", "model_id_list[1]"]],
    ["models of two kinds", ({ regression }) => ({ model_id_list: [models[0], regression] }), [400, "010706", "model_id_list[1]"]],
    ["models with two targets", ({ regression, other }) => ({ model_id_list: [regression, other] }), [400, "010706", "model_id_list[1]"]],
    [
      "another response than the models'",
      ({ regression }) => ({ model_id_list: [regression], response: "x" }),
      [400, "010706", "response"],
    ],
    ["a response for clusters", ({ clusters }) => ({ model_id_list: [clusters], response: "x" }), [400, "010508", "response"]],
    ["a limit above 1", () => ({ model_id_list: models, max_fpr: 2 }), [400, "010201", "max_fpr"]],
    ["an extraction", () => ({ model_id_list: models, use_extraction: true }), [400, "010201", "use_extraction"]],
    ["test rows that are not there", () => ({ model_id_list: models, test_dataset_id: "nowhere" }), [404, "010401", undefined]],
    ["a stranger's test rows", ({ strangers }) => ({ model_id_list: models, test_dataset_id: strangers }), [404, "010401", undefined]],
  ])("an evaluation is refused for %s", async (_case, body, expected) => {
    const known = await strange();
    expect(await readError(client("POST", path, { body: body(known) }))).toEqual(expected);
    expect((await deps.resources.list("Evaluation")).items).toEqual([]);
  });

  test("a model of another dataset with the same owner is compared, and named with its dataset", async () => {
    const { someone } = fixture;
    const elsewhere = await addDataset(deps, { owner: someone, name: "Elsewhere" });
    const spec = { displayName: "First", type: "OCC", response: undefined } as const;
    const other = (await addTrainedModel(deps, { dataset: elsewhere, spec })).metadata.name;
    const one = await fixture.createEvaluation({ model_id_list: [models[0], other] });
    expect((await fixture.get(one)).evaluation_bymodel).toMatchObject([
      { dataset_id: fixture.dataset.metadata.name, dataset_title: "Oven" },
      { model_name: "First", dataset_id: elsewhere.metadata.name, dataset_title: "Elsewhere", model_deleted: false },
    ]);
    const stored = (await deps.resources.get("Dataset", elsewhere.metadata.name))!;
    await deps.resources.update("Dataset", withDeletion(stored));
    expect((await fixture.get(one)).evaluation_bymodel).toMatchObject([{ model_deleted: false }, { model_deleted: true }]);
  });

  test("an editor keeps compared models of a dataset that is not shared with them, and adds none", async () => {
    const elsewhere = await addDataset(deps, { owner: fixture.someone, name: "Elsewhere" });
    const spec = { type: "OCC", response: undefined } as const;
    const add = async (displayName: string) =>
      (await addTrainedModel(deps, { dataset: elsewhere, spec: { ...spec, displayName } })).metadata.name;
    const [compared, unseen] = [await add("Compared"), await add("Unseen")];
    const one = await fixture.createEvaluation({ model_id_list: [models[0], compared] });
    const shared = { visibility: "shared" as const, shares: [{ account: "editor", role: "editor" as const }] };
    const stored = (await deps.resources.get("Dataset", fixture.dataset.metadata.name))!;
    await deps.resources.update("Dataset", { ...stored, spec: { ...stored.spec, ...shared } });
    const asEditor = await fixture.server.loggedInAs(await addUser(deps, "editor"));
    const change = (...names: (string | undefined)[]) => asEditor("PATCH", one, { body: { model_id_list: names } });
    expect((await change(models[0], models[1], compared)).status).toBe(200);
    expect((await fixture.stored(one)).spec.models).toEqual([models[0], models[1], compared]);
    expect(await readError(change(models[0], unseen))).toEqual([404, "010514", undefined]);
  });

  test("a change of the models is refused if somebody else has changed them since", async () => {
    const one = await fixture.createEvaluation({ model_id_list: [models[0]] });
    const change = (...names: (string | undefined)[]) =>
      client("PATCH", one, { body: { model_id_list: names, known_model_id_list: [models[0]] } });
    expect((await change(models[0], models[1])).status).toBe(200);
    expect(await readError(change(models[1]))).toEqual([409, "021401", "known_model_id_list"]);
    expect((await fixture.stored(one)).spec.models).toEqual([models[0], models[1]]);
  });

  test("a manager's evaluation shows no user's rows to another user", async () => {
    const manager = await addUser(deps, "manager", { auth: "manager" });
    const theirs = await addDataset(deps, { owner: await addUser(deps, "stranger"), name: "Theirs" });
    const asManager = await fixture.server.loggedInAs(manager);
    const ask = (test_dataset_id: string) => asManager("POST", path, { body: { model_id_list: models, test_dataset_id } });
    expect(await readError(ask(theirs.metadata.name))).toEqual([404, "010401", undefined]);
    expect((await ask(fixture.dataset.metadata.name)).status).toBe(201);
    const [record] = await deps.documents.collection(COLLECTIONS.audit).find();
    expect(record).toMatchObject({ userId: manager.id, action: "evaluation.create" });
  });
});

describe("a test file", () => {
  // @contract post-agatha-datasets-id-evaluations-eid-upload
  test("a test file is stored and waits for the start", async () => {
    const one = await fixture.createEvaluation();
    const answer = await client("POST", `${one}/upload/`, {
      body: formData(["file", "later.csv", CSV], ["delimiter", ","], ["skip_rows", "0"]),
    });
    expect(answer.status).toBe(201);
    expect(await readJson<EvaluationAnswer>(answer)).toMatchObject({ status: "prepare_upload_finish", test_file: "later.csv" });
    const { spec } = await fixture.stored(one);
    expect(spec).toMatchObject({
      suspend: true,
      testData: { fileName: "later.csv", format: "csv", size: CSV.length, delimiter: ",", skipRows: 0 },
    });
    expect(await keys("uploads/")).toEqual([spec.testData!.key]);
    expect(await deps.documents.collection(COLLECTIONS.uploadsInProgress).count()).toBe(0);
    const started = await client("POST", `${one}/start/`);
    expect([started.status, await readJson(started)]).toMatchObject([200, { status: "evaluating" }]);
    expect((await fixture.stored(one)).spec.suspend).toBe(false);
  });

  test("a test file replaces the previous one, whose results no longer count", async () => {
    const one = await fixture.createEvaluation();
    await fixture.upload(one);
    await client("POST", `${one}/start`);
    await fixture.finishEvaluation(one, { [models[0]]: { found: { indicators: {}, rows: 2, warnings: [] } } });
    expect(await fixture.get(one)).toMatchObject({ status: "evaluating_finish", evaluation_bymodel: [{ status: "success" }, {}] });
    await fixture.upload(one, "x,kind\n3,c\n", "latest.csv");
    expect(await keys("uploads/")).toEqual([(await fixture.stored(one)).spec.testData!.key]);
    expect(await fixture.get(one)).toMatchObject({
      status: "prepare_upload_finish",
      test_file: "latest.csv",
      evaluation_bymodel: [{ status: "waiting" }, { status: "waiting" }],
    });
  });

  test("a test file replaces a dataset", async () => {
    const one = await fixture.createEvaluation({ test_dataset_id: fixture.dataset.metadata.name });
    expect((await fixture.upload(one)).status).toBe(201);
    expect(await fixture.get(one)).toMatchObject({ status: "prepare_upload_finish", test_dataset_id: null, test_file: "later.csv" });
  });

  test.each<[string, string, string, number, string]>([
    ["of another kind", "later.pdf", CSV, 400, "010408"],
    ["that is too large", "later.csv", `${CSV}${"1,a\n".repeat(500)}`, 413, "010413"],
    ["without rows", "later.csv", "x,kind\n", 400, "010406"],
    ["with a repeated header", "later.csv", "x,x\n1,2\n", 400, "010404"],
    ["with an empty header", "later.csv", "x,,kind\n1,2,a\n", 400, "010410"],
  ])("a test file %s is refused and nothing of it remains", async (_case, name, csv, status, code) => {
    const one = await fixture.createEvaluation();
    expect((await readError(fixture.upload(one, csv, name))).slice(0, 2)).toEqual([status, code]);
    expect(await keys("uploads/")).toEqual([]);
    expect(await fixture.get(one)).toMatchObject({ status: "init", test_file: null });
  });

  test("a test file is kept if the answer to its write is lost", async () => {
    const one = await fixture.createEvaluation();
    const { update } = deps.resources;
    deps.resources.update = async (...args) => {
      await update(...args);
      throw new Error("connection reset");
    };
    expect((await fixture.upload(one)).status).toBe(201);
    expect(await keys("uploads/")).toEqual([(await fixture.stored(one)).spec.testData!.key]);
  });

  test.each([
    ["a file that is fine", { name: "later.xlsx", size: 1000 }, 201, undefined],
    ["a file of another kind", { name: "later.pdf", size: 1000 }, 400, "010408"],
    ["a file that is too large", { name: "later.csv", size: 1001 }, 413, "010413"],
    // @contract post-agatha-datasets-id-evaluations-eid-prepare-upload-data
  ])("a file is checked before its upload: %s", async (_case, body, status, code) => {
    const one = await fixture.createEvaluation();
    const answer = await client("POST", `${one}/prepare_upload_data/`, { body });
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([status, code]);
  });

  test("the start needs test rows", async () => {
    expect((await readError(client("POST", `${await fixture.createEvaluation()}/start`))).slice(0, 2)).toEqual([409, "010705"]);
  });
});

describe("evaluations", () => {
  // @contract get-agatha-datasets-id-evaluations
  test("evaluations are listed oldest first, for their owner and managers only", async () => {
    const first = await fixture.createEvaluation();
    deps.advance(1000);
    const second = await fixture.createEvaluation();
    const idOf = (one: string) => one.slice(path.length + 1);
    const listed = await readJson<{ data: EvaluationAnswer[] }>(await client("GET", path));
    expect(listed.data.map(({ id }) => id)).toEqual([idOf(first), idOf(second)]);
    expect(await readJson<unknown[]>(await client("GET", "/rest/evaluations"))).toHaveLength(2);
    const stranger = await fixture.server.loggedInAs(await addUser(deps, "stranger"));
    expect(await readJson<unknown[]>(await stranger("GET", "/rest/evaluations"))).toEqual([]);
    expect((await stranger("GET", `/rest/evaluations/${idOf(first)}`)).status).toBe(404);
    const manager = await fixture.server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
    expect(await readJson<unknown[]>(await manager("GET", "/rest/evaluations"))).toHaveLength(2);
  });

  test("evaluations are not found under another dataset", async () => {
    const other = await addDataset(deps, { owner: fixture.someone, name: "Other" });
    const one = (await fixture.createEvaluation()).replace(fixture.dataset.metadata.name, other.metadata.name);
    expect((await readError(client("GET", one))).slice(0, 2)).toEqual([404, "010701"]);
  });

  // @contract delete-agatha-datasets-id-evaluations-eid
  test("a deleted evaluation is not found", async () => {
    const one = await fixture.createEvaluation();
    expect((await client("DELETE", one)).status).toBe(204);
    expect((await readError(client("GET", one))).slice(0, 2)).toEqual([404, "010701"]);
    expect((await readError(client("DELETE", one))).slice(0, 2)).toEqual([404, "010701"]);
    expect(await readJson(await client("GET", path))).toEqual({ data: [] });
  });

  // @contract get-rest-evaluations
  test("evaluations are created, changed and deleted as records of a list", async () => {
    const made = await client("POST", "/rest/evaluations", { body: { dataset_id: fixture.dataset.metadata.name, model_id_list: models } });
    expect(made.status).toBe(201);
    const record = await readJson<EvaluationAnswer>(made);
    const one = `/rest/evaluations/${record.id}`;
    const changed = await client("PUT", one, { body: { ...record, model_id_list: [models[1]], max_fpr: 0.5 } });
    expect(await readJson(changed)).toMatchObject({ id: record.id, model_id_list: [models[1]], max_fpr: 0.5 });
    expect(await readJson(await client("DELETE", one))).toMatchObject({ id: record.id });
    expect((await client("GET", one)).status).toBe(404);
  });
});
