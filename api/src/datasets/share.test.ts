import { COLLECTIONS, isApiEnabled, type Resource, type User } from "@agatha/contracts";
import type { AuditAnswer, AutoModelAnswer, DatasetAnswer, EvaluationAnswer, ModelAnswer, TrashItem } from "@agatha/contracts/wire";
import {
  addUser,
  type Client,
  readError,
  readErrorCode,
  readJson,
  startServer,
  type TestDeps,
  type TestServer,
  testDeps,
} from "../testing/deps.js";
import { addDataset, addTrainedModel } from "../testing/models.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let berta: User;
let asAmber: Client;
let asBerta: Client;
let asManager: Client;
let dataset: Resource<"Dataset">;
let model: Resource<"Model">;
let path: string;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps);
  amber = await addUser(deps, "amber");
  berta = await addUser(deps, "berta", { email: "Berta@example.com" });
  asAmber = await server.loggedInAs(amber);
  asBerta = await server.loggedInAs(berta);
  asManager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
  dataset = await addDataset(deps, { owner: amber, name: "Oven" });
  model = await addTrainedModel(deps, { dataset });
  path = `/agatha/datasets/${dataset.metadata.name}`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const share = (account: string, role: string, send: Client = asAmber): Promise<Response> =>
  send("PUT", `${path}/shares/${encodeURIComponent(account)}`, { body: { role } });
const list = async <T>(send: Client, address: string): Promise<T[]> => (await readJson<{ data: T[] }>(send("GET", address))).data;

// @contract put-agatha-datasets-id-shares-account, get-agatha-datasets-id-shares
test("an owner shares a dataset with an account by its name or e-mail address, and changes its role", async () => {
  expect(await readJson(share("berta@example.com", "viewer"))).toEqual({ data: [{ account: "berta", role: "viewer" }] });
  await share("manager", "viewer");
  await share("berta", "editor");
  const shares = [
    { account: "berta", role: "editor" },
    { account: "manager", role: "viewer" },
  ];
  expect(await list(asAmber, `${path}/shares`)).toEqual(shares);
  expect(await readJson(asManager("GET", path))).toMatchObject({ role: "manager", shares });
  expect(await readJson(asBerta("GET", path))).toMatchObject({ role: "editor", owner_name: "amber", shares: [] });
});

describe("sharing is refused", () => {
  test.each([
    ["with the owner", "amber"],
    ["with an e-mail address of two accounts", "twice@example.com"],
  ])("%s", async (_case, account) => {
    for (const name of ["carl", "dora"]) await addUser(deps, name, { email: "twice@example.com" });
    expect(await readError(share(account, "viewer"))).toEqual([400, "010201", "account"]);
  });

  test("a share with an unknown account is refused", async () => {
    expect(await readErrorCode(share("nobody", "viewer"))).toEqual([404, "010307"]);
  });

  test("a share for a role that does not exist is refused", async () => {
    expect(await readError(share("berta", "owner"))).toEqual([400, "010201", "role"]);
  });
});

// @contract shared-things-are-in-every-list
test("what is shared is in each list with the owner and the role, and only while it is shared", async () => {
  const seen = async (): Promise<unknown[]> => [
    (await list<DatasetAnswer>(asBerta, "/agatha/datasets")).map(({ owner_name, role }) => [owner_name, role]),
    (await list<DatasetAnswer>(asBerta, "/agatha/datasets?role=viewer")).map(({ id }) => id),
    (await list<DatasetAnswer>(asBerta, "/agatha/datasets?role=shared")).map(({ id }) => id),
    (await list<DatasetAnswer>(asAmber, "/agatha/datasets?role=shared")).map(({ id }) => id),
    (await list<DatasetAnswer>(asBerta, "/agatha/datasets?role=owner")).map(({ id }) => id),
    (await readJson<ModelAnswer[]>(asBerta("GET", "/rest/models"))).map(({ owner_name, role }) => [owner_name, role]),
    (await list<ModelAnswer>(asBerta, `${path}/models`)).map(({ id }) => id),
    (await readJson<EvaluationAnswer[]>(asBerta("GET", "/rest/evaluations"))).map(({ id, role }) => [id, role]),
    (await readJson<AutoModelAnswer[]>(asBerta("GET", "/rest/automodels"))).map(({ id, role }) => [id, role]),
    (await readJson<{ id: string }[]>(asBerta("GET", "/rest/calculations"))).map(({ id }) => id),
  ];
  const [owner, datasetRef] = [amber.id, dataset.metadata.name];
  const modelRef = model.metadata.name;
  await deps.resources.create("Evaluation", {
    metadata: { name: "comparison" },
    spec: { owner, datasetRef, testDataset: datasetRef, models: [modelRef] },
  });
  await deps.resources.create("AutoModel", {
    metadata: { name: "training" },
    spec: { owner, datasetRef, mode: "AUTO_REGRESSION", response: "y" },
  });
  await deps.resources.create("Calculation", { metadata: { name: "batch" }, spec: { owner, modelRef, type: "batch", datasetRef } });
  await share("berta", "viewer");
  const role = [["amber", "viewer"]];
  const parts = [[["comparison", "viewer"]], [["training", "viewer"]]];
  expect(await seen()).toEqual([role, [datasetRef], [datasetRef], [], [], role, [modelRef], ...parts, ["batch"]]);
  for (const part of ["evaluations/comparison", "automodels/training"]) {
    const roleOf = async (send: Client) => (await readJson<{ role: string }>(send("GET", `${path}/${part}`))).role;
    expect([await roleOf(asBerta), await roleOf(asAmber), await roleOf(asManager)]).toEqual(["viewer", "owner", "manager"]);
  }
  await asAmber("DELETE", `${path}/shares/berta`);
  expect(await readError(asBerta("GET", `${path}/models`))).toEqual([404, "010401", undefined]);
  const all = ["/agatha/datasets", "/rest/models", "/rest/evaluations", "/rest/automodels", "/rest/calculations"];
  for (const address of all) expect(await (await asBerta("GET", address)).text()).not.toContain(modelRef);
});

/** Anybody can set any address as their own. */
test("an address that an account has set itself shares nothing with it, until a manager sets it", async () => {
  const email = "boss@example.com";
  const claim = (): Promise<Response> => asBerta("PATCH", "/agatha/user/update_info", { body: { email } });
  const managerSets = (id: string, settings: object): Promise<Response> => asManager("PATCH", `/agatha/users/${id}`, { body: settings });
  await claim();
  expect(await readErrorCode(share(email, "viewer"))).toEqual([404, "010307"]);
  await managerSets(berta.id, { email, is_active: true });
  expect(await readErrorCode(share(email, "viewer"))).toEqual([404, "010307"]);
  const boss = await addUser(deps, "boss");
  await managerSets(boss.id, { email });
  expect(await readJson(share(email, "viewer"))).toEqual({ data: [{ account: "boss", role: "viewer" }] });
  await managerSets(boss.id, { email: null });
  await managerSets(berta.id, { email: null });
  await managerSets(berta.id, { email });
  expect(await readJson(share(email, "viewer"))).toMatchObject({ data: [{ account: "berta" }, { account: "boss" }] });
  await claim();
  expect((await share(email, "editor")).status).toBe(200);
});

// @contract delete-agatha-datasets-id-shares-account
test("a share that ends takes effect at the next request of an open session", async () => {
  await share("berta", "viewer");
  expect((await asBerta("GET", path)).status).toBe(200);
  expect((await asAmber("DELETE", `${path}/shares/berta`)).status).toBe(204);
  expect((await asBerta("GET", path)).status).toBe(404);
  expect((await deps.resources.get("Dataset", dataset.metadata.name))?.spec).toMatchObject({ visibility: "private", shares: [] });
  expect((await asAmber("DELETE", `${path}/shares/berta`)).status).toBe(204);
});

test("a share ends by the account's e-mail address too, and an address that nobody has is told", async () => {
  await share("berta", "viewer");
  expect(await readError(asAmber("DELETE", `${path}/shares/nobody@example.com`))).toEqual([404, "010307", undefined]);
  expect((await asAmber("DELETE", `${path}/shares/berta@example.com`)).status).toBe(204);
  expect(await list(asAmber, `${path}/shares`)).toEqual([]);
});

test("a dataset that is private is shared with nobody, whatever its shares", async () => {
  const shares = [{ account: "berta", role: "editor" as const }];
  await deps.resources.update("Dataset", { ...dataset, spec: { ...dataset.spec, visibility: "private", shares } });
  expect((await asBerta("GET", path)).status).toBe(404);
});

test("sharing and its end are audited, whoever does it", async () => {
  await share("berta", "viewer");
  deps.advance(1);
  await asAmber("DELETE", `${path}/shares/berta`);
  const { data } = await readJson<AuditAnswer>(asManager("GET", `/manage_agatha/audit/?user_id=${amber.id}`));
  expect(data.map(({ action, target, detail }) => [action, target, detail])).toEqual([
    ["dataset.unshare", dataset.metadata.name, { account: "berta" }],
    ["dataset.share", dataset.metadata.name, { account: "berta", role: "viewer" }],
  ]);
});

// @contract a-deleted-account-disappears-from-shares
test("a deleted account disappears from shares, and a later one of its name sees nothing", async () => {
  await share("berta", "editor");
  await asManager("DELETE", `/agatha/users/${berta.id}`);
  expect(await list(asAmber, `${path}/shares`)).toEqual([]);
  const later = await server.loggedInAs(await addUser(deps, "berta", { id: "another" }));
  expect((await later("GET", path)).status).toBe(404);
});

describe("an editor", () => {
  beforeEach(() => share("berta", "editor"));
  const train = (send: Client): Promise<Response> =>
    send("POST", `${path}/models`, { body: { name: "New", model_type: "REGRESSION", response: "y" } });

  // @contract models-of-an-editor-count-against-the-owner
  test("trains models that belong to the owner and count against the owner's limit", async () => {
    const { id } = await readJson<{ id: string }>(train(asBerta));
    expect((await deps.resources.get("Model", id))?.spec.owner).toBe(amber.id);
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, restriction: { ...amber.restriction, modelLimit: 2 } });
    expect(await readErrorCode(asBerta("POST", `${path}/models/${id}/clone`, { body: {} }))).toEqual([403, "010510"]);
  });

  test("an editor needs the right to make models and a valid contract", async () => {
    const users = deps.documents.collection(COLLECTIONS.users);
    await users.put({ ...berta, modelCreateEnable: false });
    expect(await readErrorCode(train(asBerta))).toEqual([403, "010302"]);
    await users.put({ ...berta, contract: { ...berta.contract, type: "SP", dueDate: "2024-04-01T08:00:00Z" } });
    expect(await readErrorCode(train(asBerta))).toEqual([403, "010313"]);
  });

  test("enables no model, also where those of the owner are enabled as soon as they are trained", async () => {
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, contract: { ...amber.contract, apiEnableMode: "all" } });
    const enabledWhenTrained = async (send: Client, name: string): Promise<boolean | undefined> => {
      const body = { name, model_type: "REGRESSION", response: "y" };
      const { id } = await readJson<{ id: string }>(send("POST", `${path}/models`, { body }));
      return (await deps.resources.get("Model", id))?.spec.enableWhenTrained;
    };
    expect([await enabledWhenTrained(asAmber, "First"), await enabledWhenTrained(asBerta, "Second")]).toEqual([true, undefined]);
    const batch = (enabling?: string): Promise<Response> =>
      asBerta("POST", `${path}/automodels`, { body: { mode: "AUTO_REGRESSION", response: "y", enabling } });
    const { id } = await readJson<{ id: string }>(batch());
    expect((await deps.resources.get("AutoModel", id))?.spec.enabling).toBe("manual");
    expect(await readErrorCode(batch("all"))).toEqual([403, "010302"]);
    expect(isApiEnabled((await deps.resources.get("Model", model.metadata.name))!)).toBe(false);
  });

  test("an editor finds in the trash what was deleted in the dataset, and a viewer does not", async () => {
    await asBerta("DELETE", `${path}/models/${model.metadata.name}`);
    const deleted = async (send: Client) => (await list<TrashItem>(send, "/agatha/trash")).map(({ id, role }) => [id, role]);
    expect(await deleted(asBerta)).toEqual([[model.metadata.name, "editor"]]);
    await share("berta", "viewer");
    expect(await deleted(asBerta)).toEqual([]);
    expect(await deleted(asAmber)).toEqual([[model.metadata.name, "owner"]]);
  });

  test("an editor does not see a deleted dataset in the trash", async () => {
    await asAmber("DELETE", path);
    expect(await list(asBerta, "/agatha/trash")).toEqual([]);
    expect((await asBerta("POST", `${path}/restore`)).status).toBe(404);
    expect(await list<TrashItem>(asAmber, "/agatha/trash")).toMatchObject([{ kind: "dataset", role: "owner" }]);
  });
});

test("a viewer asks a model what-if, and starts neither a batch nor an optimization", async () => {
  await share("berta", "viewer");
  const calculate = (body: object): Promise<Response> => asBerta("POST", `${path}/models/${model.metadata.name}/calcs`, { body });
  expect(await readErrorCode(calculate({ type: "batch", dataset_id: dataset.metadata.name }))).toEqual([403, "010302"]);
  const optimization = { type: "optimization", target: { goal: "max" }, variables: [{ column: "x", min: 0, max: 1 }] };
  expect(await readErrorCode(calculate(optimization))).toEqual([403, "010302"]);
});

test("a viewer keeps edit steps as a template of their own, which only an editor applies", async () => {
  await asAmber("POST", `${path}/extraction`, { body: { spec: { type: "sort", by: [{ column: "x" }] } } });
  await share("berta", "viewer");
  const body = { name: "Mine", dataset_id: dataset.metadata.name };
  const { id: template_id } = await readJson<{ id: string }>(asBerta("POST", "/agatha/extraction_templates", { body }));
  expect(await list(asBerta, "/agatha/extraction_templates")).toMatchObject([{ name: "Mine", owner: berta.id }]);
  expect(await list(asAmber, "/agatha/extraction_templates")).toEqual([]);
  const apply = (): Promise<Response> => asBerta("POST", `${path}/extraction/template`, { body: { template_id } });
  expect(await readErrorCode(apply())).toEqual([403, "010302"]);
  await share("berta", "editor");
  expect((await apply()).status).toBe(201);
});
