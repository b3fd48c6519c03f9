import { API_VERSION, CANCEL_ANNOTATION, COLLECTIONS, type Resource, type User } from "@agatha/contracts";
import type { ErrorBody, ModelAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readErrorCode, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel, setModelStatus } from "../testing/models.js";
import { createTokenUsage } from "../tokens/usage.js";
import { modelRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let manager: User;
let asManager: Client;
let dataset: Resource<"Dataset">;
let models: string;

const wanted = { name: "Strength", model_type: "REGRESSION", response: "y" };
const modelsOf = (one: Resource<"Dataset">): string => `/agatha/datasets/${one.metadata.name}/models`;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, modelRoutes(deps, createTokenUsage(deps)));
  amber = await addUser(deps, "amber");
  manager = await addUser(deps, "manager", { auth: "manager" });
  [asAmber, asManager] = [await server.loggedInAs(amber), await server.loggedInAs(manager)];
  dataset = await addDataset(deps, { owner: amber });
  models = modelsOf(dataset);
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

describe("creating a model", () => {
  test("a model needs a name, a type and a response, and has defaults for the rest", async () => {
    const answer = await asAmber("POST", models, { body: wanted });
    expect(answer.status).toBe(201);
    const { id } = await readJson<{ id: string }>(answer);
    const model = (await deps.resources.get("Model", id))!;
    expect(model.spec).toMatchObject({
      displayName: "Strength",
      owner: amber.id,
      datasetRef: dataset.metadata.name,
      layers: [{ nodes: [{ algorithm: "XGB" }] }],
      seed: 1,
      apiEnabled: false,
    });
    const { name, uid } = dataset.metadata;
    expect(model.metadata.ownerReferences).toEqual([{ apiVersion: API_VERSION, kind: "Dataset", name, uid, controller: true }]);
    expect(model.metadata.finalizers).toEqual(["agatha.dev/cleanup"]);
    expect(await readJson(asAmber("GET", `${models}/${id}`))).toMatchObject({
      id,
      name: "Strength",
      status: "init",
      is_processed: false,
      owner_name: "amber",
    });
  });

  // @contract post-agatha-datasets-id-models
  test("a model's spec has all choices of the request", async () => {
    const layers = [{ nodes: [{ algorithm: "RF", columns: ["x"], params: { trees: 10 } }] }];
    const { id } = await readJson<{ id: string }>(
      asAmber("POST", models, { body: { ...wanted, columns: ["x", "kind"], layers, seed: 7, max_fpr: 0.5 } }),
    );
    const model = await deps.resources.get("Model", id);
    expect(model?.spec).toMatchObject({ columns: ["x", "kind"], layers, seed: 7, maxFpr: 0.5, response: "y", type: "REGRESSION" });
  });

  test("a model tells the costs of wrong answers that it is trained by", async () => {
    const classes = { ...wanted, model_type: "CLASSIFICATION", response: "kind" };
    const told = async (body: object) => {
      const { id } = await readJson<{ id: string }>(asAmber("POST", models, { body }));
      return (await readJson<ModelAnswer>(asAmber("GET", `${models}/${id}`))).error_costs;
    };
    expect(await told(classes)).toBeNull();
    expect(await told({ ...classes, name: "Balanced", error_costs: {} })).toEqual({});
  });

  test.each([
    ["enabled", undefined],
    ["first", true],
    ["all", true],
    ["disabled", undefined],
    // @contract a-model-made-by-hand-is-enabled
  ])("a model requests enabling after the training as the owner's account specifies: %s", async (apiEnableMode, enableWhenTrained) => {
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, contract: { ...amber.contract, apiEnableMode } });
    const { id } = await readJson<{ id: string }>(asManager("POST", models, { body: wanted }));
    expect((await deps.resources.get("Model", id))?.spec).toMatchObject({ enableWhenTrained, apiEnabled: false });
  });

  test("a model states the result of enabling once it was tried", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const told = async () => (await readJson<ModelAnswer>(asAmber("GET", `${models}/${model.metadata.name}`))).enabling_message;
    expect(await told()).toBeNull();
    const condition = { type: "Enabled", status: "True", reason: "Enabled", message: "Enabled: 1 of 1." } as const;
    const conditions = [{ ...condition, lastTransitionTime: "2024-05-01T08:00:00Z" }];
    await setModelStatus(deps, model.metadata.name, { ...model.status, conditions });
    expect(await told()).toBe("Enabled: 1 of 1.");
  });

  test("a time series uses the only time column by default", async () => {
    const { id } = await readJson<{ id: string }>(asAmber("POST", models, { body: { ...wanted, time_series_params: { lags: 2 } } }));
    expect((await deps.resources.get("Model", id))?.spec.timeSeries).toEqual({ time: "at", lags: 2 });
  });

  test.each([
    ["a time series with six prior periods", { time_series_params: { time: "at", lags: 6 } }, 400, "010201", "time_series_params.lags"],
    ["a time series too far ahead", { time_series_params: { time: "at", horizon: 101 } }, 400, "010201", "time_series_params.horizon"],
    ["a time series by a number", { time_series_params: { time: "x" } }, 400, "010507", "time_series_params.time"],
    ["a response that is no column", { response: "z" }, 400, "010503", "response"],
    [
      "a parameter that is not there",
      { layers: [{ nodes: [{ algorithm: "XGB", params: { magic: 1 } }] }] },
      400,
      "010201",
      "layers[0].nodes[0].params",
    ],
    ["a name with blanks in it", { name: "my model" }, 400, "010516", "name"],
    ["a type that is not there", { model_type: "MAGIC" }, 400, "010201", "model_type"],
    ["no layer", { layers: [] }, 400, "010201", "layers"],
  ])("a model is refused for %s, with the place, and creates nothing", async (_case, changes, status, code, path) => {
    const answer = await asAmber("POST", models, { body: { ...wanted, ...changes } });
    expect(answer.status).toBe(status);
    const body = await readJson<ErrorBody>(answer);
    expect(body.tukey_error).toBe(code);
    expect(body.detail?.map((problem) => problem.path)).toEqual([path]);
    expect((await deps.resources.list("Model")).items).toEqual([]);
  });

  test("a model is refused while the dataset is not ready", async () => {
    const unready = await addDataset(deps, { owner: amber, ready: false });
    expect(await readErrorCode(asAmber("POST", modelsOf(unready), { body: wanted }))).toEqual([400, "010201"]);
  });

  test("model names are unique in a dataset after trimming, and can be used again when free", async () => {
    const first = await readJson<{ id: string }>(asAmber("POST", models, { body: wanted }));
    expect(await readErrorCode(asAmber("POST", models, { body: { ...wanted, name: "  Strength " } }))).toEqual([409, "010502"]);
    const elsewhere = await addDataset(deps, { owner: amber, name: "Mill" });
    expect((await asAmber("POST", modelsOf(elsewhere), { body: wanted })).status).toBe(201);
    expect((await asAmber("DELETE", `${models}/${first.id}`)).status).toBe(204);
    expect((await asAmber("POST", models, { body: wanted })).status).toBe(201);
  });

  // @contract a-name-is-unique-among-the-models
  test("concurrent requests never give a name to two models", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => asAmber("POST", models, { body: wanted })));
    expect(answers.filter((answer) => answer.status === 201).length).toBeLessThanOrEqual(1);
    const named = await readJson<{ data: ModelAnswer[] }>(asAmber("GET", models));
    expect(named.data).toHaveLength(answers.filter((answer) => answer.status === 201).length);
  });

  test.each([
    ["who may not make models", { modelCreateEnable: false }, "010302"],
    ["whose limit is reached", { restriction: { autoModelEnable: true, modelLimit: 0 } }, "010510"],
    // @contract models-are-limited-in-number
  ])("a model is refused to a user %s", async (_case, changes, code) => {
    const other = await addUser(deps, "berta", changes);
    const own = await addDataset(deps, { owner: other });
    expect(await readErrorCode((await server.loggedInAs(other))("POST", modelsOf(own), { body: wanted }))).toEqual([403, code]);
  });

  test("only a manager chooses the resources of a training", async () => {
    const body = { ...wanted, resources: { queueName: "team-a", cpus: 0.5 } };
    expect(await readErrorCode(asAmber("POST", models, { body }))).toEqual([403, "010302"]);
    const { id } = await readJson<{ id: string }>(asManager("POST", models, { body }));
    const { spec } = (await deps.resources.get("Model", id))!;
    expect(spec.resources).toEqual({ memoryMiB: 1024, deadlineSeconds: 3600, cpus: 0.5, queueName: "team-a" });
  });

  // @contract ready-means-ready
  test("a model made while a changed table is still to be read is judged by the changed types, and waits", async () => {
    const present = (await deps.resources.get("Dataset", dataset.metadata.name))!;
    await deps.resources.update("Dataset", { ...present, spec: { ...present.spec, columns: [{ name: "y", type: "s" }] } });
    expect(await readErrorCode(asAmber("POST", models, { body: { ...wanted, model_type: "REGRESSION", response: "y" } }))).toEqual([
      400,
      "010504",
    ]);
    const answer = await asAmber("POST", models, { body: { ...wanted, model_type: "CLASSIFICATION", response: "y" } });
    expect(answer.status).toBe(201);
    const { id } = await readJson<{ id: string }>(answer);
    expect((await readJson<ModelAnswer>(asAmber("GET", `${models}/${id}`))).status).toBe("init");
  });

  // @contract products-datasets-and-models-are-for-accounts
  test("a model is refused in a product that the account does not have", async () => {
    const products = { ...amber.products, quality: { enabled: false, enableLimit: -1 } };
    const other = await addUser(deps, "berta", { products });
    const own = await addDataset(deps, { owner: other });
    expect(await readErrorCode((await server.loggedInAs(other))("POST", modelsOf(own), { body: wanted }))).toEqual([403, "010302"]);
  });

  test("a manager's model belongs to the dataset's owner and is audited", async () => {
    const { id } = await readJson<{ id: string }>(asManager("POST", models, { body: wanted }));
    expect((await readJson<ModelAnswer>(asAmber("GET", `${models}/${id}`))).owner_id).toBe(amber.id);
    expect(await deps.documents.collection(COLLECTIONS.audit).find()).toMatchObject([
      { userId: manager.id, action: "model.create", target: id },
    ]);
  });
});

describe("a model", () => {
  // @contract get-agatha-datasets-id-models-mid, a-model-is-init-fitting-then-success
  test("a model shows its training's progress, and none afterwards", async () => {
    const { metadata } = await addModel(deps, { dataset });
    await setModelStatus(deps, metadata.name, { phase: "fitting", task: "task-1" });
    const progress = deps.documents.collection(COLLECTIONS.progress);
    await progress.put({ id: "task-1", fraction: 0.25, step: "fit", updatedAt: "2024-05-01T08:00:00Z" });
    const path = `${models}/${metadata.name}`;
    expect(await readJson(asAmber("GET", path))).toMatchObject({ status: "fitting", progress: 0.25, progress_step: "fit" });
    const lastTransitionTime = "2024-05-01T08:00:00Z";
    const queued = { type: "Queued", status: "True", reason: "QuotaExceeded", message: "No room.", lastTransitionTime } as const;
    await setModelStatus(deps, metadata.name, { phase: "fitting", task: "task-1", conditions: [queued] });
    const waiting = { reason: "QuotaExceeded", message: "No room.", since: lastTransitionTime };
    expect(await readJson(asAmber("GET", path))).toMatchObject({ status: "fitting", queued: waiting });
    await setModelStatus(deps, metadata.name, { phase: "fitting_fail", reason: "010515", message: "Too few rows" });
    expect(await readJson(asAmber("GET", path))).toMatchObject({
      status: "fitting_fail",
      progress: 0,
      reason: "010515",
      message: "Too few rows",
    });
  });

  test.each([
    ["init", false],
    ["fitting", false],
    ["fitting_fail", false],
    ["fail", false],
    ["success", true],
    // @contract a-model-is-init-fitting-then-success
  ] as const)("a model in phase %s is processed: %s", async (phase, processed) => {
    const { metadata } = await addModel(deps, { dataset });
    await setModelStatus(deps, metadata.name, { phase });
    expect(await readJson(asAmber("GET", `${models}/${metadata.name}`))).toMatchObject({ status: phase, is_processed: processed });
  });

  // @contract patch-agatha-datasets-id-models-mid
  test("a model can be renamed, except to another model's name", async () => {
    const model = await addModel(deps, { dataset });
    await addModel(deps, { dataset, spec: { displayName: "Taken" } });
    const path = `${models}/${model.metadata.name}`;
    expect(await readJson(asAmber("PATCH", path, { body: { name: "Fresh" } }))).toMatchObject({ name: "Fresh", model_name: "Fresh" });
    expect(await readErrorCode(asAmber("PATCH", path, { body: { name: "Taken" } }))).toEqual([409, "010502"]);
    expect((await asAmber("PATCH", path, { body: { name: "Fresh" } })).status).toBe(200);
  });

  // @contract answers-follow-the-decision
  test("a decision is stored on a model of classes, refused with the place for other classes, and removed", async () => {
    const classification = { labels: ["ok", "nok"], confusion: [], largest_errors: [], smallest_errors: [] };
    const info = { type: "CLASSIFICATION" as const, classification };
    const model = await addTrainedModel(deps, { dataset, spec: { type: "CLASSIFICATION" }, info });
    const path = `${models}/${model.metadata.name}`;
    const decision = {
      labels: ["ok", "nok"],
      costs: [
        [0, 1],
        [9, 0],
      ],
      threshold: 0.1,
    };
    expect(await readJson(asAmber("PATCH", path, { body: { decision } }))).toMatchObject({ decision });
    const refused = await asAmber("PATCH", path, { body: { decision: { ...decision, labels: ["nok", "ok"] }, name: "Other" } });
    expect(await readJson(refused)).toMatchObject({ tukey_error: "010201", detail: [{ path: "decision.labels" }] });
    expect(await readJson(asAmber("GET", path))).toMatchObject({ decision, before_decision: true, name: model.spec.displayName });
    expect(await readJson(asAmber("PATCH", path, { body: { decision: null } }))).toMatchObject({ decision: null, before_decision: false });
    expect((await deps.resources.get("Model", model.metadata.name))?.spec.decision).toBeUndefined();
  });

  test("a decision is refused for a model of numbers and before the training", async () => {
    const decision = {
      labels: ["ok", "nok"],
      costs: [
        [0, 1],
        [9, 0],
      ],
    };
    const numbers = await addTrainedModel(deps, { dataset });
    const answer = await asAmber("PATCH", `${models}/${numbers.metadata.name}`, { body: { decision } });
    expect(await readJson(answer)).toMatchObject({ tukey_error: "010201", detail: [{ path: "decision" }] });
    const untrained = await addModel(deps, { dataset, spec: { type: "CLASSIFICATION", displayName: "Untrained" } });
    const early = await readErrorCode(asAmber("PATCH", `${models}/${untrained.metadata.name}`, { body: { decision } }));
    expect(early[1]).toBe("010517");
  });

  test("renaming a model keeps a concurrent write of the operator", async () => {
    const model = await addModel(deps, { dataset });
    const { update } = deps.resources;
    let first = true;
    deps.resources.update = async (kind, resource) => {
      if (first) await setModelStatus(deps, model.metadata.name, { phase: "fitting" });
      first = false;
      return await update(kind, resource);
    };
    const answer = await asAmber("PATCH", `${models}/${model.metadata.name}`, { body: { name: "Fresh" } });
    expect(await readJson(answer)).toMatchObject({ name: "Fresh", status: "fitting" });
  });

  // @contract post-agatha-datasets-id-models-mid-cancel
  test("a model can be cancelled during its training; afterwards nothing changes", async () => {
    const model = await addModel(deps, { dataset });
    const path = `${models}/${model.metadata.name}`;
    expect((await asAmber("POST", `${path}/cancel`)).status).toBe(200);
    expect((await deps.resources.get("Model", model.metadata.name))?.metadata.annotations).toEqual({ [CANCEL_ANNOTATION]: "true" });
    const trained = await addTrainedModel(deps, { dataset });
    expect(await readJson(asAmber("POST", `${models}/${trained.metadata.name}/cancel`))).toMatchObject({ status: "success" });
    expect((await deps.resources.get("Model", trained.metadata.name))?.metadata.annotations).toBeUndefined();
  });

  // @contract delete-agatha-datasets-id-models-mid
  test("a deleted model is gone at once", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const path = `${models}/${model.metadata.name}`;
    expect((await asAmber("DELETE", path)).status).toBe(204);
    for (const [method, place] of [
      ["GET", path],
      ["GET", `${path}/info`],
      ["DELETE", path],
      ["GET", `${path}/api`],
    ] as const) {
      expect(await readErrorCode(asAmber(method, place))).toEqual([404, "010514"]);
    }
    expect(await readJson(asAmber("GET", models))).toEqual({ data: [] });
  });

  test("a model is gone with its dataset", async () => {
    const model = await addTrainedModel(deps, { dataset });
    await deps.resources.delete("Dataset", dataset.metadata);
    expect(await readErrorCode(asAmber("GET", `${models}/${model.metadata.name}`))).toEqual([404, "010401"]);
  });

  test("a model is not found in another dataset", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const other = await addDataset(deps, { owner: amber });
    expect(await readErrorCode(asAmber("GET", `${modelsOf(other)}/${model.metadata.name}`))).toEqual([404, "010514"]);
  });

  // @contract get-agatha-datasets-id-models-mid-graph
  test("a trained model returns its info, graph and held-out predictions", async () => {
    const trained = `${models}/${(await addTrainedModel(deps, { dataset })).metadata.name}`;
    expect(await readJson(asAmber("GET", `${trained}/info/`))).toMatchObject({ indicators: { RMSE: 1.5 }, inputs: [{ name: "x" }] });
    expect(await readJson(asAmber("GET", `${trained}/graph/`))).toMatchObject({ nodes: [{ id: "x" }] });
    const predictions = await asAmber("GET", `${trained}/preds/`);
    expect(predictions.headers.get("content-type")).toMatch("application/json");
    expect(await readJson(predictions)).toEqual({ rows: [3], actual: [1], prediction: { value: [2] } });
    const waiting = `${models}/${(await addModel(deps, { dataset, spec: { displayName: "Waiting" } })).metadata.name}`;
    for (const part of ["info", "graph", "preds", "api"])
      expect(await readErrorCode(asAmber("GET", `${waiting}/${part}`))).toEqual([409, "010517"]);
  });
});

describe("the console's list of models", () => {
  test("the list has the models of all datasets, filtered, with a range", async () => {
    const mill = await addDataset(deps, { owner: amber, name: "Mill", productType: "occ" });
    await addModel(deps, { dataset, spec: { displayName: "Alpha" } });
    await addTrainedModel(deps, { dataset: mill, spec: { displayName: "Beta" } });
    const names = async (filter: object) => {
      const answer = await asAmber("GET", `/rest/models?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=["name","DESC"]`);
      return (await readJson<ModelAnswer[]>(answer)).map(({ name }) => name);
    };
    expect(await names({})).toEqual(["Beta", "Alpha"]);
    expect(await names({ dataset_id: dataset.metadata.name })).toEqual(["Alpha"]);
    expect(await names({ product_type: "occ" })).toEqual(["Beta"]);
    expect(await names({ status: "success" })).toEqual(["Beta"]);
    expect(await names({ q: "alp" })).toEqual(["Alpha"]);
    expect((await asAmber("GET", "/rest/models?range=[0,0]")).headers.get("content-range")).toBe("models 0-0/2");
  });

  // @contract get-rest-models
  test("the list creates, renames and deletes as the other routes do", async () => {
    const made = await readJson<ModelAnswer>(asAmber("POST", "/rest/models", { body: { ...wanted, dataset_id: dataset.metadata.name } }));
    expect(made).toMatchObject({ name: "Strength", dataset_id: dataset.metadata.name, product_type: "quality" });
    const path = `/rest/models/${made.id}`;
    expect(await readJson(asAmber("PUT", path, { body: { ...made, name: "Fresh" } }))).toMatchObject({ id: made.id, name: "Fresh" });
    expect(await readJson(asAmber("PUT", path, { body: { ...made, name: "Fresh" } }))).toMatchObject({ name: "Fresh" });
    expect(await readJson(asAmber("DELETE", path))).toMatchObject({ id: made.id });
    expect(await readErrorCode(asAmber("GET", path))).toEqual([404, "010514"]);
  });
});
