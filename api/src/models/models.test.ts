import { CANCEL_ANNOTATION, COLLECTIONS, type Resource, type User } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { type Client, readErrorCode, readJson, type TestDeps } from "../testing/deps.js";
import { createModelFixture, type ModelFixture, modelsOf, wanted } from "../testing/model-fixture.js";
import { addDataset, addModel, addTrainedModel, setModelStatus } from "../testing/models.js";

let fixture: ModelFixture;
let deps: TestDeps;
let amber: User;
let asAmber: Client;
let dataset: Resource<"Dataset">;
let models: string;

beforeEach(async () => {
  fixture = await createModelFixture();
  ({ deps, amber, asAmber, dataset, models } = fixture);
});
afterEach(() => fixture.close());

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

  // @contract a-name-is-unique-among-the-models
  test("of two models that are renamed at once, one gets the name", async () => {
    const model = await addModel(deps, { dataset });
    const { metadata } = await addModel(deps, { dataset });
    const { update } = deps.resources;
    let other: Response | undefined;
    deps.resources.update = async (...args) => {
      deps.resources.update = update;
      other = await asAmber("PATCH", `${models}/${metadata.name}`, { body: { name: "Fresh" } });
      return await update(...args);
    };
    const first = await asAmber("PATCH", `${models}/${model.metadata.name}`, { body: { name: "Fresh" } });
    expect([first.status, other?.status]).toEqual([200, 409]);
    expect(await deps.documents.collection(COLLECTIONS.modelNameReservations).count()).toBe(0);
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
