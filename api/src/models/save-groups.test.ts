import { buffer } from "node:stream/consumers";
import { COLLECTIONS, type EditStepSpec, type ModelInfo, type Resource, type User } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import type { ServingModel } from "@agatha/trainer/serving";
import { createModelCache } from "../serving/model-cache.js";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel, loadWeightedSum } from "../testing/models.js";
import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { saveRoutes } from "./save-routes.js";

let deps: TestDeps;
let server: TestServer;
let owner: User;
let client: Client;
let dataset: Resource<"Dataset">;
let load: (bytes: Uint8Array) => ServingModel;
let table: { totalRows: number };
const clusters = { displayName: "Clusters", type: "CLUSTERING", response: undefined } as const;

beforeEach(async () => {
  deps = testDeps();
  load = loadWeightedSum;
  table = { totalRows: 3 };
  server = await startServer(
    deps,
    saveRoutes(deps, {
      models: createModelCache({ objects: deps.objects, load: (bytes) => load(bytes), maxBytes: 1_000_000 }),
      tables: stubTableReaderCache(table),
    }),
  );
  owner = await addUser(deps, "owner");
  client = await server.loggedInAs(owner);
  const made = await addDataset(deps, { owner, columns: { x: "n", y: "s" } });
  dataset = await deps.resources.updateStatus("Dataset", { ...made, status: { ...made.status, observedGeneration: 1, ...table } });
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const save = (model: Resource<"Model">, body: object = {}): Promise<Response> =>
  client("POST", `/agatha/datasets/${dataset.metadata.name}/models/${model.metadata.name}/save_to_tukey/`, {
    body: { dataset_name: "Groups", group_col_name: "group", ...body },
  });
const keysLeft = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of deps.objects.list("uploads/")) keys.push(key);
  return keys;
};

// @contract post-agatha-datasets-id-models-mid-save-to-tukey
test("the model's rows become a dataset of the user, with the group of each row, and text stays text", async () => {
  const answer = await save(await addTrainedModel(deps, { dataset, spec: clusters }));
  const { id, name } = await readJson<{ id: string; name: string }>(answer);
  expect([answer.status, name]).toEqual([201, "Groups"]);
  const { spec } = (await deps.resources.get("Dataset", id))!;
  expect(spec).toMatchObject({ owner: owner.id, productType: "quality", timezone: "UTC", sampling: "raw" });
  expect(spec.columns).toEqual([
    { name: "x", type: "n" },
    { name: "y", type: "s" },
    { name: "group", type: "s" },
  ]);
  const bytes = await buffer(await deps.objects.get(spec.source.key!));
  expect(bytes.toString()).toBe("x,y,group\r\n0,row 0,0\r\n1,row 1,1\r\n2,row 2,2\r\n");
  expect(spec.source.size).toBe(bytes.length);
  expect(await deps.documents.collection(COLLECTIONS.nameReservations).count()).toBe(0);
  expect(await deps.documents.collection(COLLECTIONS.uploadsInProgress).count()).toBe(0);
});

test("the new dataset has the title that is given", async () => {
  const answer = await save(await addTrainedModel(deps, { dataset, spec: clusters }), { title: "\u7fa4" });
  const { id } = await readJson<{ id: string }>(answer);
  expect((await deps.resources.get("Dataset", id))?.spec).toMatchObject({ displayName: "Groups", title: "\u7fa4" });
});

test("a title without a name gives the dataset a free name of its letters", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: clusters });
  const names: string[] = [];
  for (let n = 0; n < 2; n++) {
    const answer = await save(model, { dataset_name: undefined, title: "\u7fa4 A" });
    names.push((await readJson<{ name: string }>(answer)).name);
  }
  expect(names).toEqual(["A", "A2"]);
  expect((await save(model, { dataset_name: undefined })).status).toBe(400);
});

test.each<[string, object, number, string]>([
  ["a name that another dataset has", { dataset_name: "Oven" }, 409, "010402"],
  ["a name that is none", { dataset_name: "1 2" }, 400, "010412"],
  ["a column that is there already", { group_col_name: "x" }, 400, "010404"],
  ["a name that the product keeps", { group_col_name: "__id__" }, 400, "010411"],
  ["a column without a name", { group_col_name: " " }, 400, "010201"],
])("%s is refused, and nothing remains", async (_case, body, status, code) => {
  const answer = await save(await addTrainedModel(deps, { dataset, spec: clusters }), body);
  expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([status, code]);
  expect([(await deps.resources.list("Dataset")).items.length, await keysLeft()]).toEqual([1, []]);
});

test.each<[string, () => Promise<Resource<"Model">>, number, string]>([
  ["predicts numbers", () => addTrainedModel(deps, { dataset }), 400, "010518"],
  [
    "needs the periods before",
    () => addTrainedModel(deps, { dataset, spec: { type: "CLASSIFICATION", timeSeries: { time: "x", lags: 1, horizon: 1 } } }),
    400,
    "010518",
  ],
  ["is not trained", () => addModel(deps, { dataset, spec: clusters }), 409, "010517"],
])("a model that %s has no groups", async (_case, model, status, code) => {
  const answer = await save(await model());
  expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([status, code]);
});

describe("after the dataset was parsed again", () => {
  const learnedFrom = async (record: object, spec: object = {}): Promise<Resource<"Model">> => {
    const info = { record: record as ModelInfo["record"] };
    const model = await addTrainedModel(deps, { dataset, info, spec: { ...clusters, ...spec } });
    return await deps.resources.updateStatus("Model", { ...model, status: { ...model.status, datasetFingerprint: "of the table before" } });
  };
  const same = { table_sha256: "0".repeat(64), sampling: "raw", timezone: "UTC" };

  test.each<[string, object, object]>([
    ["with other values", { ...same, table_sha256: "1".repeat(64) }, {}],
    ["with another sampling", { ...same, sampling: "random" }, {}],
    ["in another time zone, on which edit steps depend", { ...same, timezone: "Asia/Tokyo" }, { extraction: "steps" }],
  ])("%s, its groups are refused, and nothing remains", async (_case, record, spec) => {
    const steps: EditStepSpec[] = [{ type: "sort", by: [{ column: "x", order: "asc" }] }];
    await deps.documents.collection(COLLECTIONS.editSteps).insert({ id: "steps", datasetUid: dataset.metadata.uid, specs: steps });
    const answer = await save(await learnedFrom(record, spec));
    const { tukey_error, detail } = await readJson<ErrorBody>(answer);
    expect([answer.status, tukey_error, detail]).toEqual([
      409,
      "021401",
      [{ path: "", message: "The dataset has other rows than those that the model learned from: train the model again" }],
    ]);
    expect([(await deps.resources.list("Dataset")).items.length, await keysLeft()]).toEqual([1, []]);
  });

  test("with the same rows, as for a label, its groups are saved", async () => {
    expect((await save(await learnedFrom(same))).status).toBe(201);
  });
});

test("alarms within a limit on false ones are decided over all rows", async () => {
  // On its own, a p-value of 0.05 is an alarm; among 2,501 it is none.
  load = (bytes) => ({
    ...loadWeightedSum(bytes),
    stream: { fdr: 0.1, memory: 100 },
    predict: (records) => ({
      value: records.map(() => true),
      p_value: records.map(({ x }) => (x === 2_500 ? 0.05 : 1)),
      alarm_fdr: 0.1,
    }),
  });
  table.totalRows = 2_501;
  dataset = await deps.resources.updateStatus("Dataset", { ...dataset, status: { ...dataset.status, observedGeneration: 1, ...table } });
  const detector = { displayName: "Detector", type: "OCC", response: undefined } as const;
  const { id } = await readJson<{ id: string }>(await save(await addTrainedModel(deps, { dataset, spec: detector })));
  const { spec } = (await deps.resources.get("Dataset", id))!;
  const lines = (await buffer(await deps.objects.get(spec.source.key!))).toString().trimEnd().split("\r\n");
  expect(lines).toHaveLength(2_502);
  expect(lines.slice(1).every((line) => line.endsWith(",false"))).toBe(true);
});

test("a manager's dataset of groups is audited with the model that made it", async () => {
  const model = await addTrainedModel(deps, { dataset, spec: clusters });
  client = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
  await save(model);
  const audited = await deps.documents.collection(COLLECTIONS.audit).find();
  expect(audited).toMatchObject([{ action: "dataset.create", detail: { name: "Groups", models: [model.metadata.name] } }]);
});
