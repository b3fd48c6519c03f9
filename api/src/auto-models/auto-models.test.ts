import {
  API_VERSION,
  type AutoModelStatus,
  CANCEL_ANNOTATION,
  COLLECTIONS,
  isMarkedDeleted,
  type Resource,
  Unavailable,
  type User,
} from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { type AutoModelFixture, createAutoModelFixture, refusal, wanted } from "../testing/auto-model-fixture.js";
import { addUser, type Client, readJson, type TestDeps, type TestServer } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel } from "../testing/models.js";

let fixture: AutoModelFixture;
let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let asManager: Client;
let dataset: Resource<"Dataset">;
let autoModels: string;
let begin: AutoModelFixture["begin"];
let setStatus: AutoModelFixture["setStatus"];

beforeEach(async () => {
  fixture = await createAutoModelFixture();
  ({ deps, server, amber, asAmber, asManager, dataset, autoModels, begin, setStatus } = fixture);
});
afterEach(() => fixture.close());

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

  test("each training of an automatic training of hours may take as long as all", async () => {
    expect((await begin({ ...wanted, limit: { seconds: 36_000 } })).spec.resources?.deadlineSeconds).toBe(36_000);
  });
});
