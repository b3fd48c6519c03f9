import { API_VERSION, isoTime, type Resource, type User, withDeletedAnnotation } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import { describeUser, describeUsers } from "../accounts/service.js";
import { type AutoModelFixture, createAutoModelFixture, refusal, wanted } from "../testing/auto-model-fixture.js";
import { addUser, readJson, type TestDeps, type TestServer } from "../testing/deps.js";
import { addDataset, addModel } from "../testing/models.js";

let fixture: AutoModelFixture;
let deps: TestDeps;
let server: TestServer;
let amber: User;
let setStatus: AutoModelFixture["setStatus"];

beforeEach(async () => {
  fixture = await createAutoModelFixture();
  ({ deps, server, amber, setStatus } = fixture);
});
afterEach(() => fixture.close());

describe("starting an automatic training", () => {
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
  test("of requests for the last places, one gets them, be it a model or an automatic training", async () => {
    const berta = await addUser(deps, "berta", { restriction: { autoModelEnable: true, modelLimit: 1 } });
    const own = await addDataset(deps, { owner: berta });
    const client = await server.loggedInAs(berta);
    const path = `/agatha/datasets/${own.metadata.name}`;
    const begins = () => client("POST", `${path}/automodels`, { body: { ...wanted, limit: 1 } });
    const makesModel = (name: string) => client("POST", `${path}/models`, { body: { name, model_type: "REGRESSION", response: "y" } });
    const { create } = deps.resources;
    // The requests come as far as they may, and those that create do so at once.
    const allAreHere = new Promise((resolve) => setTimeout(resolve, 200));
    deps.resources.create = async (...args) => {
      await allAreHere;
      return await create(...args);
    };
    const answers = await Promise.all([makesModel("First"), begins(), makesModel("Second"), begins()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  });

  // @contract models-are-limited-in-number
  test("an automatic training whose places are taken elsewhere while it begins is refused, and none is left", async () => {
    const berta = await addUser(deps, "berta", { restriction: { autoModelEnable: true, modelLimit: 4 } });
    const own = await addDataset(deps, { owner: berta });
    const client = await server.loggedInAs(berta);
    const { create } = deps.resources;
    deps.resources.create = async (...args) => {
      deps.resources.create = create;
      for (const displayName of ["First", "Second"]) await addModel(deps, { dataset: own, spec: { displayName } });
      return await create(...args);
    };
    const begun = await client("POST", `/agatha/datasets/${own.metadata.name}/automodels`, { body: { ...wanted, limit: 3 } });
    expect(begun.status).toBe(403);
    const { items } = await deps.resources.list("AutoModel", { owner: berta.id });
    expect(items.filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toEqual([]);
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
});
