/** Every route with every identity: nobody gets at what is another's, whatever is added to the table of routes. */
import { COLLECTIONS, type Resource, type User } from "@agatha/contracts";
import { hashPassword } from "./accounts/passwords.js";
import { allRoutes, createApp } from "./app.js";
import { testReaders } from "./datasets/test-readers.js";
import type { Route } from "./http/route.js";
import { openSession } from "./http/sessions.js";
import { createServices } from "./services.js";
import { addUser, type Client, client, credentials, serve, type TestDeps, type TestServer, testDeps } from "./test-deps.js";
import { addDataset, addTrainedModel, enableApi, testModelCache } from "./test-models.js";

let deps: TestDeps;
let server: TestServer;
let owner: User;
let dataset: Resource<"Dataset">;
let model: Resource<"Model">;
let calculationId: string;
let batchId: string;
let predictedId: string;
let evaluationId: string;
let extractionId: string;
const SECRET = "Confidential";
const PASSWORD = "the same for everybody";
let passwordHash: string;

/** The table does not depend on what is stored: it can be read before the tests begin. */
const table = ((): Route[] => {
  const forNames = testDeps();
  const routes = allRoutes(forNames);
  forNames.cleanUp();
  return routes.filter((route) => route.access !== "public");
})();
const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;
const CHANGING: ReadonlySet<string> = new Set(["post", "put", "patch", "delete"]);

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  deps = testDeps();
  server = await serve(
    deps,
    createApp(deps, allRoutes(deps, { ...createServices(deps), models: testModelCache(deps), tables: testReaders() })),
  );
  owner = await addUser(deps, SECRET, { passwordHash });
  dataset = await addDataset(deps, { owner, name: SECRET });
  model = await addTrainedModel(deps, { dataset, spec: { displayName: SECRET } });
  await enableApi(deps, model.metadata.name);
  const { id } = await deps.documents.collection(COLLECTIONS.calculations).insert({
    id: "calculation-of-the-owner",
    modelName: model.metadata.name,
    owner: owner.id,
    type: "whatif",
    status: "success",
    input: [],
    createdAt: "2024-05-01T08:00:00Z",
  });
  calculationId = id;
  const batch = await deps.resources.create("AutoModel", {
    metadata: { name: "batch-of-the-owner" },
    spec: { owner: owner.id, datasetRef: dataset.metadata.name, mode: "AUTO_REGRESSION", response: "y" },
  });
  batchId = batch.metadata.name;
  const predicted = await deps.resources.create("Calculation", {
    metadata: { name: "predictions-of-the-owner" },
    spec: { owner: owner.id, modelRef: model.metadata.name, type: "batch", datasetRef: dataset.metadata.name },
  });
  const { key: result } = await deps.objects.put("calculations/result.json", Buffer.from('{"value":[1]}'));
  await deps.resources.updateStatus("Calculation", { ...predicted, status: { phase: "success", result, rows: 1 } });
  predictedId = predicted.metadata.name;
  evaluationId = await addFinishedEvaluation();
  extractionId = await addExtractionEntry();
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

/** Of the owner's model on the rows of the owner's dataset. */
async function addFinishedEvaluation(): Promise<string> {
  const { name } = model.metadata;
  const made = await deps.resources.create("Evaluation", {
    metadata: { name: "comparison-of-the-owner" },
    spec: { owner: owner.id, datasetRef: dataset.metadata.name, testDataset: dataset.metadata.name, models: [name] },
  });
  const { key: result } = await deps.objects.put("evaluations/result.json", Buffer.from('{"prediction":{"value":[1]}}'));
  const models = [{ name, fingerprint: "f", indicators: { RMSE: 1 }, result }];
  await deps.resources.updateStatus("Evaluation", { ...made, status: { observedGeneration: 1, phase: "evaluating_finish", models } });
  return made.metadata.name;
}

/** Deleted where that is what the route is for. */
async function addExtractionEntry(): Promise<string> {
  const { name, uid } = dataset.metadata;
  const spec = { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] };
  const entry = { id: `${name}.entry`, order: 1, enabled: true, cond: SECRET, spec, owner: owner.id, updatedAt: "2024-05-01T08:00:00Z" };
  const deleted = { ...entry, id: `${name}.deleted`, deletedAt: "2024-05-01T08:00:00Z" };
  await deps.documents.collection(COLLECTIONS.extractions).insert({ id: uid, entries: [entry, deleted] });
  return entry.id;
}

/** The route's path with the owner's ids in it. */
function ownersPath({ path }: Route): string {
  const rest: Record<string, string> = {
    models: model.metadata.name,
    users: owner.id,
    calculations: calculationId,
    automodels: batchId,
    evaluations: evaluationId,
    extractions: extractionId,
  };
  const [, kind = ""] = /^\/rest\/(\w+)\//.exec(path) ?? [];
  const ids: Record<string, string> = {
    id: rest[kind] ?? (path.includes("/users/") ? owner.id : dataset.metadata.name),
    mid: model.metadata.name,
    cid: path.includes("download_gzip") ? predictedId : calculationId,
    aid: batchId,
    eid: evaluationId,
    emid: model.metadata.name,
    extId: path.endsWith("/restore") ? `${dataset.metadata.name}.deleted` : extractionId,
  };
  const named = path.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`${path}: say in this test what :${name} is`);
    return id;
  });
  // The stand-in for a model has no ONNX form.
  if (path.endsWith("/export")) return `${named}?format=model`;
  if (path === "/agatha/users/check") return `${named}?username=${SECRET}`;
  return path.endsWith("/leakage") ? `${named}?response=y&model_type=REGRESSION` : named;
}

/** What the route takes, so that nothing but the identity stands in the way. */
function goodBody({ method, path }: Route): object {
  const [create, whatIf] = [
    { name: "Mine", model_type: "REGRESSION", response: "y" },
    { type: "whatif", data: { x: 1 } },
  ];
  if (path.endsWith("/calcs")) return whatIf;
  if (/extraction/.test(path)) {
    const spec = { type: "sort", by: [{ column: "x" }] };
    return { spec, dataset_id: dataset.metadata.name, enabled: false, change: "disable" };
  }
  if (path.endsWith("/update_multi")) return { api_update_list: [{ model_id: model.metadata.name, api_enabled: false }] };
  if (method === "post" && path === "/rest/models") return { ...create, dataset_id: dataset.metadata.name };
  if (method === "post" && path.endsWith("/models")) return create;
  if (path.includes("/automodels/:")) return { cancelled: true };
  if (/automodels$|auto-job$/.test(path)) return { mode: "AUTO_REGRESSION", response: "y", dataset_id: dataset.metadata.name };
  if (path.endsWith("/evaluations")) return { dataset_id: dataset.metadata.name, model_id_list: [model.metadata.name] };
  if (path.includes("/evaluations/")) return { name: "mine.csv", size: 1, max_fpr: 0.5 };
  const again = { new_password: "of eight or more", new_password_again: "of eight or more" };
  if (path.endsWith("/change_password")) return { current_password: PASSWORD, ...again };
  if (path === "/agatha/users/check") return { password: PASSWORD };
  if (path.endsWith("/update_info")) return { email: "someone@example.com" };
  if (path.endsWith("/update_team_info")) return { user_id: owner.id, api_enable_mode: "disabled" };
  if (path.includes("users")) return method === "post" ? { username: "mine", password: "of eight or more" } : { is_active: false };
  if (path.endsWith("/prepare_upload_data")) return { name: "Mine", size: 1 };
  return { name: "Mine" };
}

function call(send: Client, route: Route, headers: Record<string, string> = {}): Promise<Response> {
  const body = CHANGING.has(route.method) && !route.request?.multipart ? goodBody(route) : undefined;
  return send(route.method.toUpperCase(), ownersPath(route), { body, headers });
}

async function stored(): Promise<string> {
  const [datasets, models, batches, evaluations] = await Promise.all([
    deps.resources.list("Dataset"),
    deps.resources.list("Model"),
    deps.resources.list("AutoModel"),
    deps.resources.list("Evaluation"),
  ]);
  const users = await deps.documents.collection(COLLECTIONS.users).get(owner.id);
  const histories = await deps.documents.collection(COLLECTIONS.extractions).find();
  const tokens = await deps.documents.collection(COLLECTIONS.apiTokens).find();
  return JSON.stringify([datasets.items, models.items, batches.items, evaluations.items, users, tokens, histories]);
}

const IDENTITIES: [string, () => Promise<Client>, number[]][] = [
  ["nobody", async () => server.nobody, [401]],
  ["a made-up session", async () => client(server.url, credentials(deps.config, "made-up")), [401]],
  [
    "the owner's session that has run out",
    async () => {
      const expired = await server.as(owner);
      deps.advance(24 * 3_600_000);
      return expired;
    },
    [401],
  ],
  [
    "the owner, disabled",
    async () => {
      const disabled = await server.as(owner);
      await deps.documents.collection(COLLECTIONS.users).put({ ...owner, active: false });
      return disabled;
    },
    [403],
  ],
  [
    "the owner without an anti-forgery token",
    async () => {
      const { Cookie = "" } = credentials(deps.config, await openSession(deps, owner.id));
      return client(server.url, { Cookie });
    },
    [403],
  ],
];

describe.each(IDENTITIES)("to %s", (identity, begin, refusals) => {
  const refused = table.filter((route) => !identity.includes("anti-forgery") || CHANGING.has(route.method));
  test.each(refused.map((route) => [nameOf(route), route] as const))("%s is refused", async (_name, route) => {
    const send = await begin();
    const before = await stored();
    const answer = await call(send, route);
    expect(refusals).toContain(answer.status);
    expect(await answer.text()).not.toContain(SECRET);
    expect(await stored()).toBe(before);
  });
});

describe("to another user", () => {
  test.each(table.map((route) => [nameOf(route), route] as const))("%s shows and changes nothing of the owner's", async (_name, route) => {
    const stranger = await server.as(await addUser(deps, "stranger"));
    const before = await stored();
    const answer = await call(stranger, route);
    if (route.access === "manager") expect(answer.status).toBe(403);
    else if (route.path.includes(":")) expect([403, 404]).toContain(answer.status);
    const text = await answer.text();
    for (const word of [SECRET, dataset.metadata.name, model.metadata.name, owner.id]) {
      // A refusal may repeat what was asked for.
      expect(answer.ok ? text : text.replaceAll(ownersPath(route), "")).not.toContain(word);
    }
    expect(await stored()).toBe(before);
  });
});

describe("to the owner and to a manager, the same requests", () => {
  const own = table.filter(
    ({ path, request }) =>
      !request?.multipart &&
      /models|calc|evaluations|extraction|model_list|update_multi|auto-job|agatha\/user|change_password|update_team_info/.test(path),
  );
  test.each(own.map((route) => [nameOf(route), route] as const))("%s succeed", async (_name, route) => {
    const user = route.access === "manager" ? await addUser(deps, "manager", { auth: "manager", passwordHash }) : owner;
    const answer = await call(await server.as(user), route);
    expect([200, 201, 204]).toContain(answer.status);
  });
});

describe("to the owner, whose contract has expired", () => {
  const asExpired = async (): Promise<Client> => {
    const contract = { ...owner.contract, type: "SP" as const, dueDate: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.users).put({ ...owner, contract });
    return await server.as(owner);
  };
  test.each(table.map((route) => [nameOf(route), route.needsContract ? "refused" : "not refused for that", route] as const))(
    "%s is %s",
    async (_name, _outcome, route) => {
      const send = await asExpired();
      const before = await stored();
      const answer = await call(send, route);
      const text = await answer.text();
      if (route.needsContract) expect([answer.status, JSON.parse(text).tukey_error]).toEqual([403, "010313"]);
      else expect(text).not.toContain("010313");
      if (route.needsContract) expect(await stored()).toBe(before);
    },
  );

  test("what makes something new is restricted, but for these", () => {
    const free = table.filter(({ method, needsContract }) => method === "post" && !needsContract).map(({ path }) => path);
    expect(free.sort()).toEqual([
      "/accounts/change_password",
      // Undoes a deletion.
      "/agatha/datasets/:id/extraction/:extId/restore",
      // A new token makes the one before worthless: a lost one must not wait for a contract.
      "/agatha/datasets/:id/models/:mid/api",
      "/agatha/datasets/:id/models/:mid/cancel",
      "/agatha/users",
      "/agatha/users/:id/reset_link",
      "/agatha/users/check",
      "/agatha/users/import",
      "/rest/users",
    ]);
  });
});
