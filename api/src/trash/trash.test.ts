import { COLLECTIONS, controllerReference, joinsFolder, type Resource, type User, withDeletedAnnotation } from "@agatha/contracts";
import type { TrashItem } from "@agatha/contracts/wire";
import { autoModelRoutes } from "../auto-models/index.js";
import { datasetRoutes } from "../datasets/index.js";
import { editTemplateRoutes } from "../edit-templates/index.js";
import { evaluationRoutes } from "../evaluations/index.js";
import { modelRoutes } from "../models/index.js";
import { createJoinCopier } from "../tables/index.js";
import { addUser, type Client, readErrorCode, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addTrainedModel } from "../testing/models.js";
import { stubCollection } from "../testing/stub-collection.js";
import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { createTokenUsage } from "../tokens/usage.js";
import { trashRoutes } from "./index.js";

const HOUR_MS = 3_600_000;
let deps: TestDeps;
let server: TestServer;
let owner: User;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, [
    ...trashRoutes(deps),
    ...datasetRoutes(deps),
    ...modelRoutes(deps, createTokenUsage(deps)),
    ...autoModelRoutes(deps),
    ...evaluationRoutes(deps, stubTableReaderCache()),
    ...editTemplateRoutes(deps, createJoinCopier(deps, stubTableReaderCache())),
  ]);
  owner = await addUser(deps, "owner");
  client = await server.loggedInAs(owner);
  dataset = await addDataset(deps, { owner, name: "Oven" });
  path = `/agatha/datasets/${dataset.metadata.name}`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

async function trash(asking = client): Promise<string[]> {
  const { data } = await readJson<{ data: TrashItem[] }>(await asking("GET", "/agatha/trash/"));
  return data.map(({ kind, title, dataset_title }) => `${kind} ${title}${dataset_title === null ? "" : ` of ${dataset_title}`}`);
}
const status = async (method: string, place: string): Promise<number> => (await client(method, place)).status;

async function addAutoModel(): Promise<{ autoModel: Resource<"AutoModel">; child: Resource<"Model"> }> {
  const spec = { owner: owner.id, datasetRef: dataset.metadata.name, mode: "AUTO_REGRESSION" as const, response: "hardness" };
  const autoModel = await deps.resources.create("AutoModel", { metadata: { name: "training" }, spec });
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Candidate" } });
  const ownerReferences = [controllerReference("AutoModel", autoModel.metadata)];
  const child = await deps.resources.update("Model", { ...model, metadata: { ...model.metadata, ownerReferences } });
  return { autoModel, child };
}

async function addEvaluation(models: string[]): Promise<string> {
  const spec = { owner: owner.id, datasetRef: dataset.metadata.name, testDataset: dataset.metadata.name, models };
  return (await deps.resources.create("Evaluation", { metadata: { name: "comparison" }, spec })).metadata.name;
}

async function addTemplate(): Promise<void> {
  const entries = [{ cond: "x", spec: { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] } }];
  const createdAt = "2024-05-01T08:00:00Z";
  await deps.documents.collection(COLLECTIONS.editTemplates).insert({ id: "t1", owner: owner.id, name: "Cleaning", entries, createdAt });
}

// @contract get-agatha-trash
test("the trash lists what was deleted within a day, the latest first, to its owner and to managers", async () => {
  const by = [{ column: "x", order: "asc" as const }];
  await deps.resources.update("Dataset", { ...dataset, spec: { ...dataset.spec, columns: [{ name: "x", label: "Heat" }, { name: "y" }] } });
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
  const other = await addDataset(deps, { owner, name: "Press" });
  await addTemplate();
  await deps.documents.collection(COLLECTIONS.editHistories).insert({
    id: dataset.metadata.uid,
    entries: [
      {
        id: "e1",
        order: 1,
        enabled: true,
        cond: "sorted by x",
        spec: { type: "sort", by },
        owner: owner.id,
        updatedAt: "2024-05-01T08:00:00Z",
        deletedAt: new Date(deps.clock.now()).toISOString(),
      },
    ],
  });
  for (const place of [
    `${path}/models/${model.metadata.name}`,
    `/agatha/datasets/${other.metadata.name}`,
    "/agatha/extraction_templates/t1",
  ]) {
    deps.advance(HOUR_MS);
    expect(await status("DELETE", place)).toBe(204);
  }
  const all = ["extraction_template Cleaning", "dataset Press", "model Strength of Oven", "extraction sorted by x of Oven"];
  expect(await trash()).toEqual(all);
  const manager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
  expect(await trash(manager)).toEqual(all);
  const { data } = await readJson<{ data: TrashItem[] }>(manager("GET", "/agatha/trash/"));
  expect(data.map(({ owner_name }) => owner_name)).toEqual(all.map(() => "owner"));
  expect(data.map(({ spec, labels }) => ({ spec, labels }))).toEqual([{}, {}, {}, { spec: { type: "sort", by }, labels: { x: "Heat" } }]);
  expect(await trash(await server.loggedInAs(await addUser(deps, "stranger")))).toEqual([]);
  deps.advance(22.5 * HOUR_MS);
  client = await server.loggedInAs(owner);
  expect(await trash()).toEqual(all.slice(0, 2));
});

test("what was deleted with its dataset is part of it", async () => {
  const model = await addTrainedModel(deps, { dataset });
  await client("DELETE", `${path}/models/${model.metadata.name}`);
  await client("DELETE", path);
  expect(await trash()).toEqual(["dataset Oven"]);
});

// @contract post-agatha-datasets-id-automodels-aid-restore
test("an automatic training is restored with the models that were deleted with it, and without those deleted before", async () => {
  const { autoModel, child } = await addAutoModel();
  const place = `${path}/automodels/${autoModel.metadata.name}`;
  expect(await status("DELETE", place)).toBe(204);
  expect(await status("GET", place)).toBe(404);
  expect(await status("GET", `${path}/models/${child.metadata.name}`)).toBe(404);
  expect(await trash()).toEqual(["automodel hardness of Oven"]);
  expect(await status("POST", `${place}/restore`)).toBe(200);
  expect(await trash()).toEqual([]);
  expect(await status("GET", `${path}/models/${child.metadata.name}`)).toBe(200);
  await client("DELETE", `${path}/models/${child.metadata.name}`);
  deps.advance(HOUR_MS);
  await client("DELETE", place);
  expect(await status("POST", `${place}/restore`)).toBe(200);
  expect(await trash()).toEqual(["model Candidate of Oven"]);
  deps.advance(24 * HOUR_MS);
  client = await server.loggedInAs(owner);
  expect(await readErrorCode(client("POST", `${place}/restore`))).toEqual([404, "010801"]);
});

test("a model that is restored from a deleted training keeps the training from being removed", async () => {
  const { autoModel, child } = await addAutoModel();
  await client("DELETE", `${path}/automodels/${autoModel.metadata.name}`);
  expect(await status("POST", `${path}/models/${child.metadata.name}/restore`)).toBe(200);
  expect(await status("GET", `${path}/automodels/${autoModel.metadata.name}`)).toBe(200);
});

// @contract post-agatha-datasets-id-evaluations-eid-restore
test("a deleted comparison is restored within a day", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
  const place = `${path}/evaluations/${await addEvaluation([model.metadata.name])}`;
  expect(await readErrorCode(client("POST", `${place}/restore`))).toEqual([404, "010701"]);
  expect(await status("DELETE", place)).toBe(204);
  expect(await status("GET", place)).toBe(404);
  expect(await trash()).toEqual(["evaluation Strength of Oven"]);
  const { data } = await readJson<{ data: TrashItem[] }>(client("GET", "/agatha/trash/"));
  expect(data[0]?.models).toEqual(["Strength"]);
  expect(await status("POST", `${place}/restore`)).toBe(200);
  expect(await status("GET", place)).toBe(200);
});

// @contract post-agatha-extraction-templates-tid-restore
test("a deleted template is restored within a day, unless a new one has its name", async () => {
  await addTemplate();
  const place = "/agatha/extraction_templates/t1";
  expect(await status("DELETE", place)).toBe(204);
  expect(await status("GET", place)).toBe(404);
  expect(await status("POST", `${place}/restore`)).toBe(200);
  expect(await status("GET", place)).toBe(200);
  await client("DELETE", place);
  deps.advance(24 * HOUR_MS);
  client = await server.loggedInAs(owner);
  expect(await readErrorCode(client("POST", `${place}/restore`))).toEqual([404, "010417"]);
});

test("what is gone for good is not listed", async () => {
  const gone = { ...dataset.metadata, annotations: withDeletedAnnotation(dataset.metadata, new Date(0).toISOString()) };
  await deps.resources.update("Dataset", { ...dataset, metadata: gone });
  expect(await trash()).toEqual([]);
});

/** Deletes a model, then the dataset Press and the template, an hour apart. */
async function deleteThree(): Promise<{ model: Resource<"Model">; press: Resource<"Dataset"> }> {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
  const press = await addDataset(deps, { owner, name: "Press" });
  await addTemplate();
  for (const place of [
    `${path}/models/${model.metadata.name}`,
    `/agatha/datasets/${press.metadata.name}`,
    "/agatha/extraction_templates/t1",
  ]) {
    deps.advance(HOUR_MS);
    expect(await status("DELETE", place)).toBe(204);
  }
  return { model, press };
}

// @contract delete-agatha-trash-kind-id
test("an item that is deleted for good leaves the trash and cannot be restored", async () => {
  const { model, press } = await deleteThree();
  const history = { id: `${dataset.metadata.name}.e1`, order: 1, enabled: true, cond: "sorted by x", owner: owner.id };
  const spec = { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] };
  const at = { updatedAt: new Date(deps.clock.now()).toISOString(), deletedAt: new Date(deps.clock.now()).toISOString() };
  await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: dataset.metadata.uid, entries: [{ ...history, spec, ...at }] });
  const items: [string, string, string][] = [
    ["extraction", history.id, `${path}/extraction/${history.id}/restore`],
    ["extraction_template", "t1", "/agatha/extraction_templates/t1/restore"],
    ["dataset", press.metadata.name, `/agatha/datasets/${press.metadata.name}/restore`],
    ["model", model.metadata.name, `${path}/models/${model.metadata.name}/restore`],
  ];
  for (const [place, [kind, id, restore]] of items.entries()) {
    expect(await status("DELETE", `/agatha/trash/${kind}/${id}`)).toBe(204);
    expect(await trash()).toHaveLength(items.length - place - 1);
    expect(await status("POST", restore)).toBe(404);
    expect(await status("DELETE", `/agatha/trash/${kind}/${id}`)).toBe(404);
  }
});

test.each<[string, "nothing" | "another step" | "a model", boolean]>([
  ["the copied rows of a join go with its step", "nothing", false],
  ["copied rows stay that another step reads", "another step", true],
  ["copied rows stay that a model has learned from", "a model", true],
])("%s", async (_sentence, reader, stays) => {
  const { name, uid } = dataset.metadata;
  const at = new Date(deps.clock.now()).toISOString();
  const key = `${joinsFolder(uid)}/digest`;
  await deps.objects.put(key, Buffer.from("[]"));
  const copy = { key, title: "Press", types: ["n" as const, "n" as const], rows: 0, at };
  const spec = { type: "join" as const, dataset: "press", on: [{ column: "x", other: "x" }], columns: ["y"], prefix: "", copy };
  const step = { order: 1, enabled: true, cond: "joined", spec, owner: owner.id, updatedAt: at };
  const entries = [{ ...step, id: `${name}.e1`, deletedAt: at }, ...(reader === "another step" ? [{ ...step, id: `${name}.e2` }] : [])];
  await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: uid, entries });
  if (reader === "a model")
    await deps.documents.collection(COLLECTIONS.editSteps).insert({ id: `${uid}.s`, datasetUid: uid, specs: [spec] });
  expect(await status("DELETE", `/agatha/trash/extraction/${name}.e1`)).toBe(204);
  expect((await deps.objects.head(key)) !== undefined).toBe(stays);
});

test.each(["find", "get"] as const)("a template that is restored while the trash is emptied stays: after %s", async (read) => {
  await addTemplate();
  const place = "/agatha/extraction_templates/t1";
  await client("DELETE", place);
  const thenRestore = async <R>(result: R): Promise<R> => {
    unstub();
    expect(await status("POST", `${place}/restore`)).toBe(200);
    return result;
  };
  const unstub = stubCollection(deps, COLLECTIONS.editTemplates, (found) =>
    read === "find"
      ? { find: async (options) => thenRestore(await found.find(options)) }
      : { get: async (id) => thenRestore(await found.get(id)) },
  );
  expect(await readJson(client("DELETE", "/agatha/trash"))).toEqual({ data: [] });
  expect(await status("GET", place)).toBe(200);
});

test("what is not in the trash cannot be deleted for good", async () => {
  expect(await readErrorCode(client("DELETE", `/agatha/trash/dataset/${dataset.metadata.name}`))).toEqual([404, "010401"]);
  expect(await status("GET", path)).toBe(200);
});

test("a training that is deleted for good leaves none of its models to restore", async () => {
  const { autoModel, child } = await addAutoModel();
  await client("DELETE", `${path}/automodels/${autoModel.metadata.name}`);
  expect(await status("DELETE", `/agatha/trash/automodel/${autoModel.metadata.name}`)).toBe(204);
  expect(await trash()).toEqual([]);
  expect(await status("POST", `${path}/models/${child.metadata.name}/restore`)).toBe(404);
});

// @contract delete-agatha-trash
test("the trash is emptied of what a list has shown, and no more", async () => {
  const { model, press } = await deleteThree();
  const { data } = await readJson<{ data: TrashItem[] }>(await client("GET", "/agatha/trash/"));
  const until = data.find(({ kind }) => kind === "dataset")?.deleted_at ?? "";
  const answer = await readJson<{ data: TrashItem[] }>(client("DELETE", `/agatha/trash?until=${encodeURIComponent(until)}`));
  expect(answer.data.map(({ id }) => id)).toEqual([press.metadata.name, model.metadata.name]);
  expect(await trash()).toEqual(["extraction_template Cleaning"]);
  expect(await status("DELETE", "/agatha/trash")).toBe(200);
  expect(await trash()).toEqual([]);
});

test("a manager empties one person's trash or all, which is audited; nobody else empties it", async () => {
  await deleteThree();
  const other = await addUser(deps, "other");
  const mine = await addDataset(deps, { owner: other, name: "Mine" });
  await (await server.loggedInAs(other))("DELETE", `/agatha/datasets/${mine.metadata.name}`);
  const stranger = await server.loggedInAs(await addUser(deps, "stranger"));
  expect(await readJson(stranger("DELETE", "/agatha/trash"))).toEqual({ data: [] });
  const manager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
  await manager("DELETE", `/agatha/trash?owner=${other.id}`);
  expect(await trash(manager)).toEqual(["extraction_template Cleaning", "dataset Press", "model Strength of Oven"]);
  await manager("DELETE", "/agatha/trash");
  expect(await trash(manager)).toEqual([]);
  const records = await deps.documents.collection(COLLECTIONS.audit).find();
  expect(records.map(({ action, detail }) => `${action} ${detail.name}`).sort()).toEqual([
    "dataset.purge Mine",
    "dataset.purge Press",
    "model.purge Strength",
    "template.purge Cleaning",
  ]);
});

test("an editor restores, and leaves it to the owner to delete for good", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength" } });
  await client("DELETE", `${path}/models/${model.metadata.name}`);
  const editor = await server.loggedInAs(await addUser(deps, "editor"));
  const shares = [{ account: "editor", role: "editor" as const }];
  await deps.resources.update("Dataset", { ...dataset, spec: { ...dataset.spec, visibility: "shared", shares } });
  expect((await editor("DELETE", `/agatha/trash/model/${model.metadata.name}`)).status).toBe(403);
  expect(await readJson(editor("DELETE", "/agatha/trash"))).toEqual({ data: [] });
  expect(await trash(editor)).toEqual(["model Strength of Oven"]);
});
