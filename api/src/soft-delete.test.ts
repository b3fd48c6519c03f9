import { autoModelSpec, CANCEL_ANNOTATION, COLLECTIONS, DELETED_AT_ANNOTATION, type Resource, type User } from "@agatha/contracts";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { countModels } from "./api-limits/model-counts.js";
import { remainingModelQuota } from "./api-limits/model-limit.js";
import { datasetRoutes } from "./datasets/index.js";
import { modelRoutes } from "./models/index.js";
import { addUser, type Client, readErrorCode, readJson, startServer, type TestDeps, type TestServer, testDeps } from "./testing/deps.js";
import { addDataset, addModel, addTrainedModel } from "./testing/models.js";
import { createTokenUsage } from "./tokens/usage.js";

let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;
const DAY_MS = 24 * 3_600_000;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, [...datasetRoutes(deps), ...modelRoutes(deps, createTokenUsage(deps))]);
  someone = await addUser(deps, "someone");
  client = await server.loggedInAs(someone);
  dataset = await addDataset(deps, { owner: someone, name: "Oven" });
  path = `/agatha/datasets/${dataset.metadata.name}`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const restore = (place = path): Promise<Response> => client("POST", `${place}/restore/`);
const names = async (place: string): Promise<string[]> => {
  const { data } = await readJson<{ data: { name: string }[] }>(await client("GET", place));
  return data.map(({ name }) => name);
};
/** Writes wait until all requests have come as far as they may. */
function holdWrites(): void {
  const { create, update } = deps.resources;
  const allAreHere = new Promise((resolve) => setTimeout(resolve, 200));
  deps.resources.create = async (...args) => allAreHere.then(() => create(...args));
  deps.resources.update = async (...args) => allAreHere.then(() => update(...args));
}
const limitApis = (enableLimit: number): Promise<User> => {
  const products = { ...someone.products, quality: { enabled: true, enableLimit } };
  return deps.documents.collection(COLLECTIONS.users).put({ ...someone, products });
};

describe("a deleted dataset", () => {
  // @contract post-agatha-datasets-id-restore
  test("a deleted dataset can be restored with its models within a day", async () => {
    await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
    expect((await client("DELETE", path)).status).toBe(204);
    expect(await names("/agatha/datasets/")).toEqual([]);
    expect(await readErrorCode(client("GET", `${path}/models/`))).toEqual([404, "010401"]);
    deps.advance(DAY_MS - 1);
    client = await server.loggedInAs(someone);
    const answer = await restore();
    expect([answer.status, await readJson<DatasetAnswer>(answer)]).toMatchObject([
      200,
      { name: "Oven", status: "evaluating_finish", nrow: null },
    ]);
    expect([await names("/agatha/datasets/"), await names(`${path}/models/`)]).toEqual([["Oven"], ["Strength"]]);
    expect((await deps.resources.get("Dataset", dataset.metadata.name))?.metadata.annotations).not.toHaveProperty(DELETED_AT_ANNOTATION);
  });

  test("a manager's deletion and restoration are audited", async () => {
    const { metadata } = await addTrainedModel(deps, { dataset });
    client = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
    for (const place of [`${path}/models/${metadata.name}`, path]) {
      await client("DELETE", place);
      expect((await restore(place)).status).toBe(200);
    }
    const actions = (await deps.documents.collection(COLLECTIONS.audit).find()).map(({ action }) => action);
    expect(actions.sort()).toEqual(["dataset.delete", "dataset.restore", "model.delete", "model.restore"]);
  });

  // @contract what-is-deleted-can-be-recovered-for
  test("a deleted dataset is removed after a day", async () => {
    await client("DELETE", path);
    deps.advance(DAY_MS);
    client = await server.loggedInAs(someone);
    expect(await readErrorCode(restore())).toEqual([404, "010401"]);
  });

  test("a restored dataset gets another name if its own is taken", async () => {
    await client("DELETE", path);
    await addDataset(deps, { owner: someone, name: "Oven" });
    expect(await readJson<DatasetAnswer>(await restore())).toMatchObject({ name: "Oven2" });
  });

  test("deletion stops the trainings of its models and frees their quota", async () => {
    const { metadata } = await addModel(deps, { dataset });
    await deps.documents.collection(COLLECTIONS.users).put({ ...someone, restriction: { ...someone.restriction, modelLimit: 1 } });
    await client("DELETE", path);
    expect((await deps.resources.get("Model", metadata.name))?.metadata.annotations).toHaveProperty([CANCEL_ANNOTATION], "true");
    const other = await addDataset(deps, { owner: someone, name: "Press" });
    const body = { name: "Strength", model_type: "REGRESSION", response: "y" };
    expect((await client("POST", `/agatha/datasets/${other.metadata.name}/models/`, { body })).status).toBe(201);
  });

  test("a training that deletion stopped goes on after the restoration, and one that was cancelled before does not", async () => {
    const { metadata } = await addModel(deps, { dataset });
    const cancelled = await addModel(deps, { dataset, spec: { displayName: "Cancelled" } });
    await client("POST", `${path}/models/${cancelled.metadata.name}/cancel`);
    await client("DELETE", path);
    expect((await restore()).status).toBe(200);
    const annotationsOf = async (name: string) => (await deps.resources.get("Model", name))?.metadata.annotations;
    expect(await annotationsOf(metadata.name)).toEqual({});
    expect(await annotationsOf(cancelled.metadata.name)).toEqual({ [CANCEL_ANNOTATION]: "true" });
  });

  test("deletion ends the dataset's automatic trainings, which keep no places of models after its restoration", async () => {
    const spec = autoModelSpec.parse({ owner: someone.id, datasetRef: dataset.metadata.name, mode: "AUTO_REGRESSION", response: "y" });
    await deps.resources.create("AutoModel", { metadata: { name: "a1" }, spec });
    const owner = { ...someone, restriction: { ...someone.restriction, modelLimit: 20 } };
    expect(await remainingModelQuota(deps, owner)).toEqual({ left: 0, reserved: 20 });
    await client("DELETE", path);
    expect((await deps.resources.get("AutoModel", "a1"))?.metadata.annotations).toEqual({ [CANCEL_ANNOTATION]: "true" });
    expect((await restore()).status).toBe(200);
    expect(await remainingModelQuota(deps, owner)).toEqual({ left: 20, reserved: 0 });
  });

  test("a model whose dataset is gone does not count against its owner's limit", async () => {
    await addModel(deps, { dataset, spec: { datasetRef: "gone" } });
    const owner = { ...someone, restriction: { ...someone.restriction, modelLimit: 1 } };
    expect(await remainingModelQuota(deps, owner)).toEqual({ left: 1, reserved: 0 });
  });

  test("a dataset is not restored with more models than the owner may have, and is once others are deleted", async () => {
    await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
    const deleted = await addTrainedModel(deps, { dataset, spec: { displayName: "Hardness" } });
    await client("DELETE", `${path}/models/${deleted.metadata.name}`);
    await client("DELETE", path);
    const press = await addDataset(deps, { owner: someone, name: "Press" });
    const other = await addTrainedModel(deps, { dataset: press });
    await deps.documents.collection(COLLECTIONS.users).put({ ...someone, restriction: { ...someone.restriction, modelLimit: 1 } });
    expect(await readErrorCode(restore())).toEqual([403, "010510"]);
    expect(await names("/agatha/datasets/")).toEqual(["Press"]);
    await client("DELETE", `/agatha/datasets/${press.metadata.name}/models/${other.metadata.name}`);
    expect((await restore()).status).toBe(200);
    expect(await names(`${path}/models/`)).toEqual(["Strength"]);
  });

  test.each(["two datasets", "two models", "a dataset and a new model"])(
    "of requests for %s at once, one gets the last places of the owner's limit",
    async (what) => {
      const press = await addDataset(deps, { owner: someone, name: "Press" });
      const places = [path, `/agatha/datasets/${press.metadata.name}`] as const;
      const strength = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
      const wear = await addTrainedModel(deps, { dataset: press, spec: { displayName: "Wear" } });
      const models = [`${places[0]}/models/${strength.metadata.name}`, `${places[1]}/models/${wear.metadata.name}`] as const;
      const deleted = { "two datasets": places, "two models": models, "a dataset and a new model": [path, models[1]] }[what]!;
      for (const each of deleted) await client("DELETE", each);
      await deps.documents.collection(COLLECTIONS.users).put({ ...someone, restriction: { ...someone.restriction, modelLimit: 1 } });
      const body = { name: "Force", model_type: "REGRESSION", response: "y" };
      holdWrites();
      const asked =
        what === "a dataset and a new model"
          ? [restore(), client("POST", `${places[1]}/models/`, { body })]
          : deleted.map((each) => restore(each));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.map((status) => (status < 300 ? "done" : status)).sort()).toEqual([403, "done"]);
    },
  );

  test("a dataset that is restored twice at once is restored once", async () => {
    await addTrainedModel(deps, { dataset });
    await client("DELETE", path);
    await deps.documents.collection(COLLECTIONS.users).put({ ...someone, restriction: { ...someone.restriction, modelLimit: 1 } });
    holdWrites();
    const statuses = (await Promise.all([restore(), restore()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
  });

  test("a dataset without models is restored beyond the limit of models", async () => {
    await client("DELETE", path);
    await addTrainedModel(deps, { dataset: await addDataset(deps, { owner: someone, name: "Press" }) });
    await deps.documents.collection(COLLECTIONS.users).put({ ...someone, restriction: { ...someone.restriction, modelLimit: 0 } });
    expect((await restore()).status).toBe(200);
  });

  test.each([
    [1, [true, false]],
    [-1, [true, true]],
    [0, [false, false]],
  ])("a restored dataset has as many enabled APIs as a limit of %d allows", async (limit, expected) => {
    const models = [];
    for (const displayName of ["First", "Second"])
      models.push(await addTrainedModel(deps, { dataset, spec: { displayName, apiEnabled: true } }));
    await client("DELETE", path);
    expect((await countModels(deps))(someone.id).enabled.quality).toBe(0);
    await limitApis(limit);
    await restore();
    const enabled = await Promise.all(
      models.map(async ({ metadata }) => (await deps.resources.get("Model", metadata.name))?.spec.apiEnabled),
    );
    expect(enabled.sort()).toEqual([...expected].sort());
  });

  test("a dataset cannot be restored by other users, if it is not deleted, or during its removal", async () => {
    expect(await readErrorCode(restore())).toEqual([404, "010401"]);
    await client("DELETE", path);
    const other = await server.loggedInAs(await addUser(deps, "other"));
    expect(await readErrorCode(other("POST", `${path}/restore`))).toEqual([404, "010401"]);
    await deps.resources.delete("Dataset", dataset.metadata);
    expect(await readErrorCode(restore())).toEqual([404, "010401"]);
  });
});

test.each([
  ["a dataset", "", "010401"],
  ["a model", "/models/m-strength", "010514"],
])("%s whose day ends while it is being restored stays deleted", async (_kind, place, code) => {
  const model = await addTrainedModel(deps, { dataset });
  const deleted = path + place.replace("m-strength", model.metadata.name);
  await client("DELETE", deleted);
  const { list } = deps.resources;
  deps.resources.list = async (...args) => {
    deps.advance(DAY_MS);
    return await list(...args);
  };
  expect(await readErrorCode(restore(deleted))).toEqual([404, code]);
  const present = await (place === ""
    ? deps.resources.get("Dataset", dataset.metadata.name)
    : deps.resources.get("Model", model.metadata.name));
  expect(present?.metadata.annotations).toHaveProperty([DELETED_AT_ANNOTATION]);
});

describe("a deleted model", () => {
  let model: Resource<"Model">;
  let place: string;
  beforeEach(async () => {
    model = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength", apiEnabled: true } });
    place = `${path}/models/${model.metadata.name}`;
    expect((await client("DELETE", place)).status).toBe(204);
  });

  // @contract what-is-deleted-can-be-recovered-for
  test("a deleted model can be restored as it was within a day", async () => {
    expect(await names(`${path}/models/`)).toEqual([]);
    const answer = await restore(place);
    expect([answer.status, await readJson<ModelAnswer>(answer)]).toMatchObject([
      200,
      { name: "Strength", status: "success", api_enabled: true },
    ]);
    expect(await names(`${path}/models/`)).toEqual(["Strength"]);
    expect((await client("GET", `${place}/info/`)).status).toBe(200);
  });

  test("a deleted model is removed after a day", async () => {
    deps.advance(DAY_MS);
    client = await server.loggedInAs(someone);
    expect(await readErrorCode(restore(place))).toEqual([404, "010514"]);
  });

  // @contract post-agatha-datasets-id-models-mid-restore
  test("a model is not restored next to another of its name, or beyond the limit of models", async () => {
    const { metadata } = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
    expect(await readErrorCode(restore(place))).toEqual([409, "010511"]);
    await client("PATCH", `${path}/models/${metadata.name}/`, { body: { name: "Other" } });
    const users = deps.documents.collection(COLLECTIONS.users);
    await users.put({ ...someone, restriction: { ...someone.restriction, modelLimit: 1 } });
    expect(await readErrorCode(restore(place))).toEqual([403, "010510"]);
  });

  test("a restored model's API is disabled if the limit is reached", async () => {
    await limitApis(1);
    await addTrainedModel(deps, { dataset, spec: { displayName: "Other", apiEnabled: true } });
    expect(await readJson<ModelAnswer>(await restore(place))).toMatchObject({ api_enabled: false });
  });

  test("a model is restored once, in its own dataset, by its owner", async () => {
    const elsewhere = await addDataset(deps, { owner: someone, name: "Press" });
    expect(await readErrorCode(restore(`/agatha/datasets/${elsewhere.metadata.name}/models/${model.metadata.name}`))).toEqual([
      404,
      "010514",
    ]);
    const other = await server.loggedInAs(await addUser(deps, "other"));
    expect(await readErrorCode(other("POST", `${place}/restore`))).toEqual([404, "010401"]);
    expect((await restore(place)).status).toBe(200);
    expect(await readErrorCode(restore(place))).toEqual([404, "010514"]);
  });
});
