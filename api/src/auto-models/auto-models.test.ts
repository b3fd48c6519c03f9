import {
  API_VERSION,
  type AutoModelStatus,
  CANCEL_ANNOTATION,
  COLLECTIONS,
  editStepSpec,
  isMarkedDeleted,
  isoTime,
  type Resource,
  Unavailable,
  type User,
  withDeletedAnnotation,
} from "@agatha/contracts";
import type { AutoModelAnswer, CreateAutoModelRequest, ErrorBody } from "@agatha/contracts/wire";
import { describeUser, describeUsers } from "../accounts/service.js";
import { modelRoutes } from "../models/index.js";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel } from "../testing/models.js";
import { createTokenUsage } from "../tokens/usage.js";
import { autoModelRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let asManager: Client;
let dataset: Resource<"Dataset">;
let autoModels: string;

const wanted = { mode: "AUTO_REGRESSION", response: "y" };

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, [...autoModelRoutes(deps), ...modelRoutes(deps, createTokenUsage(deps))]);
  amber = await addUser(deps, "amber");
  asAmber = await server.loggedInAs(amber);
  asManager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
  dataset = await addDataset(deps, { owner: amber });
  autoModels = `/agatha/datasets/${dataset.metadata.name}/automodels`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

async function refusal(answer: Promise<Response>): Promise<[number, string, ...string[]]> {
  const { tukey_error, detail = [] } = await readJson<ErrorBody>(await answer);
  return [(await answer).status, tukey_error, ...detail.map(({ path }) => path)];
}

async function begin(request: object = wanted, as = asAmber): Promise<Resource<"AutoModel">> {
  const answer = await as("POST", `${autoModels}/`, { body: request });
  expect(answer.status).toBe(201);
  const { id } = await readJson<{ id: string }>(answer);
  return (await deps.resources.get("AutoModel", id))!;
}

async function setStatus(autoModel: Resource<"AutoModel">, status: AutoModelStatus): Promise<void> {
  await deps.resources.updateStatus("AutoModel", { ...autoModel, status });
}

describe("starting an automatic training", () => {
  test("sums are forecast by an automatic training, which tries forecasters alone", async () => {
    const hierarchy = { columns: ["kind"], levels: [[]], reconciliation: "auto" };
    const { spec } = await begin({ ...wanted, time_series_params: { time: "at", horizon: 3, hierarchy } });
    expect(spec.timeSeries).toMatchObject({ time: "at", hierarchy });
    const withPlan = { ...wanted, time_series_params: { time: "at", horizon: 3, hierarchy, knownAhead: ["x"] } };
    expect(await refusal(asAmber("POST", `${autoModels}/`, { body: withPlan }))).toEqual([400, "010201", "time_series_params.hierarchy"]);
  });

  // @contract post-agatha-datasets-id-automodels
  test("an automatic training needs a mode and a response, has defaults for the rest and is deleted with its dataset", async () => {
    const { spec, metadata } = await begin();
    expect(spec).toMatchObject({
      owner: amber.id,
      mode: "AUTO_REGRESSION",
      response: "y",
      enabling: "manual",
      limits: { models: 20, seconds: 600 },
    });
    const { name, uid } = dataset.metadata;
    expect(metadata.ownerReferences).toEqual([{ apiVersion: API_VERSION, kind: "Dataset", name, uid, controller: true }]);
    const answer = await readJson<AutoModelAnswer>(await asAmber("GET", `${autoModels}/${metadata.name}/`));
    expect(answer).toMatchObject({ id: metadata.name, status: "fitting_processing", model_id: null, models: [], cancelled: false });
  });

  test("a response of few different numbers is said to be taken as classes or amounts, unless the request says which", async () => {
    const tables = deps.documents.collection(COLLECTIONS.tables);
    const found = (await tables.get(dataset.status?.table?.document ?? ""))!;
    const started = async (unique: number, changes: object = {}) => {
      const columns = found.table.columns.map((column) =>
        column.name === "y" ? { ...column, stats: { ...column.stats, unique } } : column,
      );
      await tables.put({ ...found, table: { ...found.table, columns } });
      const { model_type, message } = await readJson<{ model_type: string; message: string | null }>(
        await asAmber("POST", autoModels, { body: { ...wanted, ...changes } }),
      );
      return [model_type, message];
    };
    expect(await started(2)).toEqual(["CLASSIFICATION", expect.stringContaining("2 different numbers, which are taken as classes")]);
    expect(await started(6)).toEqual(["REGRESSION", expect.stringContaining("6 different numbers, which are taken as amounts")]);
    expect(await started(6, { model_type: "CLASSIFICATION" })).toEqual(["CLASSIFICATION", null]);
    expect(await started(60)).toEqual(["REGRESSION", null]);
  });

  test.each<[string, Partial<CreateAutoModelRequest>, object]>([
    ["a limit of models", { limit: 3 }, { limits: { models: 3, seconds: 600 } }],
    ["limits of models and time", { limit: { models: 3, seconds: 60 } }, { limits: { models: 3, seconds: 60 } }],
    ["columns", { columns: ["x"] }, { columns: ["x"] }],
    ["what it ranks by", { rank_by: "MAE" }, { rankBy: "MAE" }],
    ["another type than the response's", { model_type: "CLASSIFICATION", response: "x" }, { type: "CLASSIFICATION" }],
    ["numbers of clusters", { mode: "AUTO_CLUSTER", response: undefined, clusters: [3, 4] }, { clusters: [3, 4] }],
    [
      "candidates",
      { mode: "MANUAL", candidates: [{ layers: [{ nodes: [{ algorithm: "GLM" }] }] }] },
      { candidates: [{ layers: [{ nodes: [{ algorithm: "GLM" }] }] }] },
    ],
  ])("the spec has %s", async (_what, changes, spec) => {
    expect((await begin({ ...wanted, ...changes })).spec).toMatchObject(spec);
  });

  test.each<[string, object, string, string]>([
    ["no response", { response: undefined }, "010503", "response"],
    ["a response that is no column", { response: "z" }, "010503", "response"],
    ["a response of dates", { response: "at" }, "010504", "response"],
    ["numbers to be predicted from text", { response: "kind", model_type: "REGRESSION" }, "010504", "response"],
    ["a response of clusters", { mode: "AUTO_CLUSTER" }, "010508", "response"],
    ["a mode that is not there", { mode: "MAGIC" }, "010201", "mode"],
    ["a column that is not there", { columns: ["x", "z"] }, "010405", "columns[1]"],
    ["the response among the columns", { columns: ["x", "y"] }, "010506", "columns[1]"],
    ["a figure that numbers are not ranked by", { rank_by: "kappa" }, "010201", "rank_by"],
    ["a figure that is none", { rank_by: "luck" }, "010201", "rank_by"],
    ["MANUAL without candidates", { mode: "MANUAL" }, "010201", "candidates"],
    [
      "a candidate that cannot do it",
      { mode: "MANUAL", candidates: [{ layers: [{ nodes: [{ algorithm: "GLM" }] }] }, { layers: [{ nodes: [{ algorithm: "LOF" }] }] }] },
      "010501",
      "candidates[1].layers[0].nodes[0].algorithm",
    ],
    [
      "a limit on flagged rows beside one on false alarms out of alarms",
      { mode: "AUTO_OCC", response: undefined, max_fpr: 0.02, false_alarms: { atMost: 1, outOf: 10, of: "alarms" } },
      "010201",
      "false_alarms",
    ],
    ["six numbers of clusters", { mode: "AUTO_CLUSTER", response: undefined, clusters: [2, 3, 4, 5, 6, 7] }, "010201", "clusters"],
  ])("an automatic training is refused for %s and creates nothing", async (_case, changes, code, path) => {
    expect(await refusal(asAmber("POST", autoModels, { body: { ...wanted, ...changes } }))).toEqual([400, code, path]);
    expect((await deps.resources.list("AutoModel")).items).toEqual([]);
  });

  test("an automatic training is refused while the dataset is not ready", async () => {
    const unready = await addDataset(deps, { owner: amber, ready: false });
    const path = `/agatha/datasets/${unready.metadata.name}/automodels`;
    expect(await refusal(asAmber("POST", path, { body: wanted }))).toEqual([400, "010201", ""]);
  });

  test.each<[string, Partial<User>, string]>([
    ["for whom it is not enabled", { restriction: { autoModelEnable: false, modelLimit: -1 } }, "010513"],
    ["whose limit of models is reached", { restriction: { autoModelEnable: true, modelLimit: 0 } }, "010510"],
    ["who may not make models", { modelCreateEnable: false }, "010302"],
  ])("an automatic training is refused to a user %s", async (_who, changes, code) => {
    const berta = await addUser(deps, "berta", changes);
    const own = await addDataset(deps, { owner: berta });
    const asBerta = await server.loggedInAs(berta);
    const answer = asBerta("POST", `/agatha/datasets/${own.metadata.name}/automodels`, { body: wanted });
    expect((await refusal(answer)).slice(0, 2)).toEqual([403, code]);
  });

  test("an automatic training learns from an edit history as it is; the edited columns determine the model type", async () => {
    const asked = { mode: "AUTO_MINIMUM", response: "kinds", use_extraction: true };
    expect(await refusal(asAmber("POST", `${autoModels}/`, { body: asked }))).toEqual([400, "010201", "use_extraction"]);
    const join = editStepSpec.parse({ type: "derived", name: "kinds", formula: { op: "join", columns: ["kind", "kind"] } });
    const entry = { id: "one", order: 1, enabled: true, cond: "", spec: join, owner: amber.id, updatedAt: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: dataset.metadata.uid, entries: [entry] });
    expect(await refusal(asAmber("POST", `${autoModels}/`, { body: { ...asked, use_extraction: false } }))).toEqual([
      400,
      "010503",
      "response",
    ]);
    const { spec, metadata } = await begin(asked);
    expect(spec.type).toBe("CLASSIFICATION");
    expect((await deps.documents.collection(COLLECTIONS.editSteps).get(spec.extraction ?? ""))?.specs).toEqual([join]);
    const answer = await readJson<AutoModelAnswer>(await asAmber("GET", `${autoModels}/${metadata.name}/`));
    expect(answer).toMatchObject({ use_extraction: true, model_type: "CLASSIFICATION" });
  });

  // @contract models-are-limited-in-number
  test("an automatic training for which too few models are left in the owner's limit is refused with their number, and one of fewer models begins", async () => {
    const berta = await addUser(deps, "berta", { restriction: { autoModelEnable: true, modelLimit: 4 } });
    const own = await addDataset(deps, { owner: berta });
    await addModel(deps, { dataset: own });
    const client = await server.loggedInAs(berta);
    const begins = (limit?: number) => client("POST", `/agatha/datasets/${own.metadata.name}/automodels`, { body: { ...wanted, limit } });
    const answer = await readJson<ErrorBody>(await begins());
    expect(answer).toMatchObject({ tukey_error: "010510", detail: [{ message: expect.stringContaining("room for 3 more models") }] });
    expect((await begins(4)).status).toBe(403);
    expect((await begins(3)).status).toBe(201);
  });

  // @contract models-are-limited-in-number
  test("an automatic training under way keeps the places of the models that it may still make, until it ends or is cancelled", async () => {
    const berta = await addUser(deps, "berta", { restriction: { autoModelEnable: true, modelLimit: 4 } });
    const own = await addDataset(deps, { owner: berta });
    const client = await server.loggedInAs(berta);
    const path = `/agatha/datasets/${own.metadata.name}`;
    const begins = (limit: number) => client("POST", `${path}/automodels`, { body: { ...wanted, limit } });
    const makesModel = () => client("POST", `${path}/models`, { body: { name: "Strength", model_type: "REGRESSION", response: "y" } });
    const first = await readJson<{ id: string }>(await begins(3));
    await addModel(deps, { dataset: own });
    const refused = await readJson<ErrorBody>(await begins(1));
    expect(refused).toMatchObject({
      tukey_error: "010510",
      detail: [{ message: expect.stringContaining("may still make 3 more: wait until they end, or cancel them") }],
    });
    expect((await refusal(makesModel())).slice(0, 2)).toEqual([403, "010510"]);
    expect(await describeUser(deps, berta)).toMatchObject({ model_limit: 4, model_current: 1, model_reserved: 3 });
    expect((await describeUsers(deps, [amber, berta])).map(({ model_reserved }) => model_reserved)).toEqual([0, 3]);
    const autoModel = (await deps.resources.get("AutoModel", first.id))!;
    const made = { name: "m-deleted", slot: "c1", phase: "fail" as const };
    await setStatus(autoModel, { phase: "fitting_processing", type: "REGRESSION", models: [made] });
    expect((await begins(2)).status).toBe(403);
    expect((await begins(1)).status).toBe(201);
    await client("PATCH", `${path}/automodels/${first.id}`, { body: { cancelled: true } });
    expect((await makesModel()).status).toBe(201);
    expect((await begins(1)).status).toBe(201);
    expect((await begins(1)).status).toBe(403);
  });

  // @contract models-are-limited-in-number
  test("of automatic trainings that begin at once, only those begin whose models fit the limit together", async () => {
    const berta = await addUser(deps, "berta", { restriction: { autoModelEnable: true, modelLimit: 4 } });
    const own = await addDataset(deps, { owner: berta });
    const client = await server.loggedInAs(berta);
    const path = `/agatha/datasets/${own.metadata.name}/automodels`;
    const begins = async () => (await client("POST", path, { body: { ...wanted, limit: 3 } })).status;
    const { create } = deps.resources;
    let other: number | undefined;
    deps.resources.create = async (...args) => {
      deps.resources.create = create;
      other = await begins();
      return await create(...args);
    };
    expect([await begins(), other]).toEqual([403, 201]);
    const { items } = await deps.resources.list("AutoModel", { owner: berta.id });
    expect(items.filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toHaveLength(1);
  });

  test("models that the operator makes at once do not take the places of their own automatic training", async () => {
    const berta = await addUser(deps, "berta", { restriction: { autoModelEnable: true, modelLimit: 2 } });
    const own = await addDataset(deps, { owner: berta });
    const { create } = deps.resources;
    deps.resources.create = async (...args) => {
      deps.resources.create = create;
      const { metadata } = await create(...args);
      const model = await addModel(deps, { dataset: own });
      const ownerReferences = [{ apiVersion: API_VERSION, kind: "AutoModel" as const, name: metadata.name, uid: metadata.uid }];
      await deps.resources.update("Model", { ...model, metadata: { ...model.metadata, ownerReferences } });
      return { ...args[1], metadata } as Awaited<ReturnType<typeof create<(typeof args)[0]>>>;
    };
    const client = await server.loggedInAs(berta);
    const begun = await client("POST", `/agatha/datasets/${own.metadata.name}/automodels`, { body: { ...wanted, limit: 2 } });
    expect(begun.status).toBe(201);
  });

  // @contract models-are-limited-in-number
  test("deleted models, and models of deleted datasets, leave their places to an automatic training as to a single model", async () => {
    const berta = await addUser(deps, "berta", { restriction: { autoModelEnable: true, modelLimit: 2 } });
    const own = await addDataset(deps, { owner: berta, name: "Own" });
    const gone = await addDataset(deps, { owner: berta, name: "Gone" });
    const model = await addModel(deps, { dataset: own });
    await addModel(deps, { dataset: gone });
    const client = await server.loggedInAs(berta);
    const path = `/agatha/datasets/${own.metadata.name}`;
    const begin = () => client("POST", `${path}/automodels`, { body: { ...wanted, limit: 2 } });
    expect((await begin()).status).toBe(403);
    const deleted = <R extends Resource<"Model"> | Resource<"Dataset">>(resource: R): R => {
      const annotations = withDeletedAnnotation(resource.metadata, isoTime(deps.clock));
      return { ...resource, metadata: { ...resource.metadata, annotations } };
    };
    await deps.resources.update("Model", deleted(model));
    await deps.resources.update("Dataset", deleted(gone));
    expect((await begin()).status).toBe(201);
  });

  // @contract of-a-batch-all-models-are-enabled, only-managers-enable-and-disable-models-their
  test("an automatic training enables models only as managers configure it, in the automatic training or in the account", async () => {
    expect((await begin(wanted)).spec.enabling).toBe("manual");
    expect((await refusal(asAmber("POST", autoModels, { body: { ...wanted, enabling: "first" } }))).slice(0, 2)).toEqual([403, "010302"]);
    expect((await begin({ ...wanted, enabling: "first" }, asManager)).spec).toMatchObject({ enabling: "first", owner: amber.id });
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, contract: { ...amber.contract, apiEnableMode: "first" } });
    for (const [asked, enabling] of [
      [wanted, "first"],
      [{ ...wanted, enabling: "first" }, "first"],
      [{ ...wanted, enabling: "manual" }, "manual"],
    ] as const) {
      expect((await begin(asked)).spec.enabling).toBe(enabling);
    }
    expect((await refusal(asAmber("POST", autoModels, { body: { ...wanted, enabling: "all" } }))).slice(0, 2)).toEqual([403, "010302"]);
  });

  test("a manager chooses what each training of an automatic training uses and where it waits, and others do not", async () => {
    const resources = { queueName: "team-a", priorityClassName: "low", memoryMiB: 2048, tolerations: [{ key: "gpu", operator: "Exists" }] };
    const { spec } = await begin({ ...wanted, resources }, asManager);
    expect(spec.resources).toEqual({ cpus: 2, deadlineSeconds: 3600, ...resources });
    expect((await refusal(asAmber("POST", autoModels, { body: { ...wanted, resources } }))).slice(0, 2)).toEqual([403, "010302"]);
    const wrong = { ...wanted, resources: { queueName: "Team A", memoryMiB: 1 } };
    const refused = await refusal(asManager("POST", autoModels, { body: wrong }));
    expect(refused.slice(2).sort()).toEqual(["resources.memoryMiB", "resources.queueName"]);
  });
});

describe("an automatic training", () => {
  // @contract get-agatha-datasets-id-automodels-aid, an-auto-job-is-fitting-processing-then
  test("an automatic training lists its models, best first, and finally the best one", async () => {
    const autoModel = await begin();
    const [best, second, gone] = [await addTrainedModel(deps, { dataset }), await addModel(deps, { dataset }), "m-gone"];
    const models: AutoModelStatus["models"] = [
      { name: best.metadata.name, slot: "c2", phase: "success", indicators: { RMSE: 1.5 } },
      { name: second.metadata.name, slot: "c1", phase: "fitting" },
      { name: gone, slot: "s1", phase: "success", indicators: { RMSE: 2 }, dropped: true },
    ];
    const path = `${autoModels}/${autoModel.metadata.name}`;
    await setStatus(autoModel, { phase: "fitting_processing", type: "REGRESSION", models, bestModel: best.metadata.name });
    expect(await readJson(await asAmber("GET", path))).toMatchObject({
      status: "fitting_processing",
      model_id: null,
      models: [
        { id: best.metadata.name, name: "Model", algorithms: ["XGB"], status: "success", indicators: { RMSE: 1.5 } },
        { id: second.metadata.name, status: "fitting", indicators: {} },
      ],
    });
    const present = (await deps.resources.get("AutoModel", autoModel.metadata.name))!;
    const leftOut = [{ column: "twin", reason: "twin alone explains all" }];
    await setStatus(present, { ...present.status, phase: "fitting_finished", leftOut });
    expect(await readJson(await asAmber("GET", path))).toMatchObject({
      status: "fitting_finished",
      model_id: best.metadata.name,
      left_out: leftOut,
    });
    expect(await readJson(await asAmber("GET", `/tukey/auto-job/${autoModel.metadata.name}/`))).toEqual({
      id: autoModel.metadata.name,
      status: "fitting_finished",
      model_id: best.metadata.name,
    });
  });

  test("an automatic training tells which trained models learned before the dataset's last change", async () => {
    const autoModel = await begin();
    const trained = [await addTrainedModel(deps, { dataset }), await addTrainedModel(deps, { dataset })];
    const models = trained.map(({ metadata: { name } }, i) => ({
      name,
      slot: `c${i}`,
      phase: "success" as const,
      ...(i === 1 && { earlierRows: true }),
    }));
    await setStatus(autoModel, { phase: "fitting_processing", type: "REGRESSION", models });
    const answer = await readJson<AutoModelAnswer>(await asAmber("GET", `${autoModels}/${autoModel.metadata.name}`));
    expect(answer.models.map(({ earlier_rows }) => earlier_rows)).toEqual([false, true]);
  });

  // @contract an-auto-job-is-fitting-processing-then
  test("a failed automatic training states its reason", async () => {
    const autoModel = await begin();
    await setStatus(autoModel, { phase: "fitting_fail", reason: "010802", message: "No row is left." });
    expect(await readJson(await asAmber("GET", `${autoModels}/${autoModel.metadata.name}`))).toMatchObject({
      status: "fitting_fail",
      reason: "010802",
      message: "No row is left.",
    });
  });

  // @contract get-agatha-datasets-id-automodels, get-tukey-auto-job
  test("an automatic training is in the lists of its dataset, of the jobs and of the console", async () => {
    const autoModel = await begin();
    const other = await addDataset(deps, { owner: amber, name: "Mill" });
    const ids = async (path: string) => {
      const body = await readJson<{ id: string }[] | { data: { id: string }[] }>(await asAmber("GET", path));
      return ("data" in body ? body.data : body).map(({ id }) => id);
    };
    for (const path of [autoModels, "/tukey/auto-job", "/rest/automodels"])
      expect([path, await ids(path)]).toEqual([path, [autoModel.metadata.name]]);
    expect(await ids(`/agatha/datasets/${other.metadata.name}/automodels`)).toEqual([]);
    expect(await refusal(asAmber("GET", `/agatha/datasets/${other.metadata.name}/automodels/${autoModel.metadata.name}`))).toEqual([
      404,
      "010801",
    ]);
  });

  // @contract post-tukey-auto-job, get-tukey-auto-job-aid, get-rest-automodels
  test("an automatic training can be started as a job and through the console's list", async () => {
    const body = { ...wanted, dataset_id: dataset.metadata.name };
    const job = await asAmber("POST", "/tukey/auto-job/", { body });
    expect([job.status, await readJson(job)]).toEqual([201, { id: expect.any(String), status: "fitting_processing", model_id: null }]);
    const listed = await asAmber("POST", "/rest/automodels", { body });
    expect([listed.status, await readJson(listed)]).toEqual([201, expect.objectContaining({ mode: "AUTO_REGRESSION", response: "y" })]);
  });

  test.each<[string, (path: string, id: string) => Promise<Response>]>([
    ["by its address", (path) => asAmber("PATCH", path, { body: { cancelled: true } })],
    ["over the console's list", (_path, id) => asAmber("PUT", `/rest/automodels/${id}`, { body: { cancelled: true } })],
    // @contract patch-agatha-datasets-id-automodels-aid
  ])("an automatic training is cancelled %s, once", async (_how, cancel) => {
    const autoModel = await begin();
    const path = `${autoModels}/${autoModel.metadata.name}`;
    const answer = await cancel(path, autoModel.metadata.name);
    expect([answer.status, await readJson(answer)]).toEqual([200, expect.objectContaining({ cancelled: true })]);
    const cancelled = await deps.resources.get("AutoModel", autoModel.metadata.name);
    expect(cancelled?.metadata.annotations).toEqual({ [CANCEL_ANNOTATION]: "true" });
    await cancel(path, autoModel.metadata.name);
    expect(await deps.resources.get("AutoModel", autoModel.metadata.name)).toEqual(cancelled);
  });

  test("a finished automatic training cannot be cancelled", async () => {
    const autoModel = await begin();
    await setStatus(autoModel, { phase: "fitting_fail", finishedAt: "2024-05-01T08:00:00.000Z" });
    await asAmber("PATCH", `${autoModels}/${autoModel.metadata.name}`, { body: { cancelled: true } });
    expect((await deps.resources.get("AutoModel", autoModel.metadata.name))?.metadata.annotations).toBeUndefined();
  });

  // @contract delete-agatha-datasets-id-automodels-aid
  test("an automatic training is deleted", async () => {
    const autoModel = await begin();
    expect((await asAmber("DELETE", `${autoModels}/${autoModel.metadata.name}`)).status).toBe(204);
    expect(await refusal(asAmber("GET", `${autoModels}/${autoModel.metadata.name}`))).toEqual([404, "010801"]);
    expect(await refusal(asAmber("DELETE", `${autoModels}/${autoModel.metadata.name}`))).toEqual([404, "010801"]);
  });

  /** Adds models that the automatic training made. Returns their names in the order of lists. */
  async function addChildren({ metadata: { name, uid } }: Resource<"AutoModel">, count: number): Promise<string[]> {
    const children: string[] = [];
    for (let i = 0; i < count; i++) {
      const model = await addModel(deps, { dataset, spec: { displayName: `Model${i}` } });
      const ownerReferences = [{ apiVersion: API_VERSION, kind: "AutoModel" as const, name, uid }];
      await deps.resources.update("Model", { ...model, metadata: { ...model.metadata, finalizers: [], ownerReferences } });
      children.push(model.metadata.name);
    }
    return children;
  }

  const areDeleted = async (models: string[]) =>
    await Promise.all(
      models.map(async (name) => {
        const model = await deps.resources.get("Model", name);
        return model && isMarkedDeleted(model);
      }),
    );

  test("an automatic training is deleted although the operator deletes one of its models meanwhile", async () => {
    const autoModel = await begin();
    const models = await addChildren(autoModel, 3);
    const { get } = deps.resources;
    deps.resources.get = async (kind, name) => {
      const found = await get(kind, name);
      if (!found || name !== models[1]) return found;
      await deps.resources.delete("Model", found.metadata);
      return undefined;
    };
    expect((await asAmber("DELETE", `${autoModels}/${autoModel.metadata.name}`)).status).toBe(204);
    expect(await areDeleted(models)).toEqual([true, undefined, true]);
  });

  test("an automatic training whose deletion broke off is still there, can be deleted again and restored with the same models", async () => {
    const autoModel = await begin();
    const [deletedBefore = "", ...models] = await addChildren(autoModel, 3);
    await asAmber("DELETE", `/agatha/datasets/${dataset.metadata.name}/models/${deletedBefore}`);
    deps.advance(1000);
    const path = `${autoModels}/${autoModel.metadata.name}`;
    const { update } = deps.resources;
    deps.resources.update = async (kind, resource) => {
      if (resource.metadata.name === models[1]) throw new Unavailable("the store is away");
      return await update(kind, resource);
    };
    expect((await asAmber("DELETE", path)).status).toBe(503);
    expect([await areDeleted(models), (await asAmber("GET", path)).status]).toEqual([[true, false], 200]);
    deps.resources.update = update;
    deps.advance(1000);
    expect((await asAmber("DELETE", path)).status).toBe(204);
    expect(await areDeleted(models)).toEqual([true, true]);
    expect((await asAmber("POST", `${path}/restore`)).status).toBe(200);
    expect(await areDeleted([...models, deletedBefore])).toEqual([false, false, true]);
  });

  test("another user's automatic training is not found; the refusal and a manager's actions are audited", async () => {
    const autoModel = await begin();
    const asBerta = await server.loggedInAs(await addUser(deps, "berta"));
    expect(await refusal(asBerta("GET", `/tukey/auto-job/${autoModel.metadata.name}`))).toEqual([404, "010801"]);
    expect(await refusal(asBerta("DELETE", `/rest/automodels/${autoModel.metadata.name}`))).toEqual([404, "010801"]);
    await asManager("PATCH", `${autoModels}/${autoModel.metadata.name}`, { body: { cancelled: true } });
    const records = await deps.documents.collection(COLLECTIONS.audit).find();
    expect(records.map(({ action, target }) => [action, target]).sort()).toEqual([
      ["access.refused", autoModel.metadata.name],
      ["automodel.cancel", autoModel.metadata.name],
    ]);
  });
});
