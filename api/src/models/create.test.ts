import { API_VERSION, COLLECTIONS, type Resource, type User } from "@agatha/contracts";
import type { ErrorBody, ModelAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readErrorCode, readJson, type TestDeps, type TestServer } from "../testing/deps.js";
import { createModelFixture, type ModelFixture, modelsOf, wanted } from "../testing/model-fixture.js";
import { addDataset, addTrainedModel, setModelStatus } from "../testing/models.js";

let fixture: ModelFixture;
let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let manager: User;
let asManager: Client;
let dataset: Resource<"Dataset">;
let models: string;

beforeEach(async () => {
  fixture = await createModelFixture();
  ({ deps, server, amber, asAmber, manager, asManager, dataset, models } = fixture);
});
afterEach(() => fixture.close());

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

  test("forecasts that add up are a combination by default", async () => {
    const body = { ...wanted, time_series_params: { hierarchy: { columns: ["kind"] } } };
    const { id } = await readJson<{ id: string }>(asAmber("POST", models, { body }));
    expect((await deps.resources.get("Model", id))?.spec.layers).toMatchObject([{ nodes: [{ algorithm: "Combination" }] }]);
  });

  test.each([
    ["a time series with six prior periods", { time_series_params: { time: "at", lags: 6 } }, 400, "010201", "time_series_params.lags"],
    ["a time series too far ahead", { time_series_params: { time: "at", horizon: 101 } }, 400, "010201", "time_series_params.horizon"],
    ["a time series by a number", { time_series_params: { time: "x" } }, 400, "010507", "time_series_params.time"],
    [
      "sums with a column known ahead, which is the only problem",
      { time_series_params: { hierarchy: { columns: ["kind"] }, knownAhead: ["x"] } },
      400,
      "010201",
      "time_series_params.hierarchy",
    ],
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
  test("of concurrent requests for a name, one gets it", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => asAmber("POST", models, { body: wanted })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const named = await readJson<{ data: ModelAnswer[] }>(asAmber("GET", models));
    expect(named.data).toHaveLength(1);
  });

  // @contract a-name-is-unique-among-the-models
  test("a name that another request is about to give is taken", async () => {
    const { create } = deps.resources;
    let other: Response | undefined;
    deps.resources.create = async (...args) => {
      deps.resources.create = create;
      other = await asAmber("POST", models, { body: wanted });
      return await create(...args);
    };
    const first = await asAmber("POST", models, { body: wanted });
    expect([first.status, other?.status]).toEqual([201, 409]);
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

  test("a training with a search of hours may take as long as the search needs", async () => {
    const { id } = await readJson<{ id: string }>(asAmber("POST", models, { body: { ...wanted, tuning: { seconds: 36_000 } } }));
    expect((await deps.resources.get("Model", id))!.spec.resources.deadlineSeconds).toBe(45_000);
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
