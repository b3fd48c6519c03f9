import { gunzipSync } from "node:zlib";
import { COLLECTIONS, type User } from "@agatha/contracts";
import type { AuditAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { lowCostHash } from "../testing/low-cost-hash.js";
import { addDataset, addTrainedModel } from "../testing/models.js";

const PASSWORD = "correct horse battery staple";
let deps: TestDeps;
let server: TestServer;
let amber: User;
let berta: User;
let asManager: Client;

beforeEach(async () => {
  deps = testDeps({ trustedProxies: 1 });
  server = await startServer(deps);
  amber = await addUser(deps, "amber", { passwordHash: lowCostHash(PASSWORD) });
  berta = await addUser(deps, "berta");
  asManager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const login = (username: string, password: string, address = "203.0.113.7"): Promise<Response> =>
  server.anonymous("POST", "/accounts/login", { body: { username, password }, headers: { "X-Forwarded-For": address } });
const trail = async (query = ""): Promise<AuditAnswer["data"]> =>
  (await readJson<AuditAnswer>(asManager("GET", `/manage_agatha/audit/${query}`))).data;
const logged = (): string[] =>
  deps.logLines.flatMap((line) => {
    const { msg, level, action } = JSON.parse(line) as { msg: string; level: number; action: string };
    return msg === "audit" ? [`${level} ${action}`] : [];
  });

// @contract logins-and-refused-accesses-are-audited
test("logins and wrong passwords are recorded with the address, and logged at info", async () => {
  await login("amber", "guess");
  deps.advance(1000);
  await login("amber", PASSWORD);
  expect(await trail("?action=login")).toMatchObject([
    { action: "login.success", username: "amber", target: amber.id, detail: { address: "203.0.113.7", method: "password" } },
    { action: "login.failure", username: "amber", target: amber.id, detail: { address: "203.0.113.7", reason: "wrong password" } },
  ]);
  expect(logged()).toEqual(["30 login.failure", "30 login.success"]);
});

test.each([
  ["203.0.113.7", "::ffff:203.0.113.7"],
  ["2001:db8::7", "2001:db8::7"],
])("the address %s is recorded as such where a socket of both kinds has it as %s", async (address, ofSocket) => {
  await login("amber", PASSWORD, ofSocket);
  expect(await trail("?action=login")).toMatchObject([{ detail: { address } }]);
});

test("a login to an unknown account is recorded without the name, which may be a password in the wrong field", async () => {
  await login("secret-in-the-wrong-field", PASSWORD);
  expect(await trail()).toMatchObject([{ action: "login.failure", user_id: "", username: null, detail: { reason: "unknown account" } }]);
  expect(deps.logLines.join() + JSON.stringify(await deps.documents.collection(COLLECTIONS.audit).find())).not.toContain("secret-in");
});

test("the wrong password that uses the last guess is recorded as a lockout, and refused guesses add nothing", async () => {
  for (let i = 0; i < 23; i++) await login("amber", `guess ${i}`);
  expect(await trail("?action=login.lockout")).toMatchObject([{ target: amber.id, detail: { address: "203.0.113.7", limit: "password" } }]);
  expect(await trail("?action=login.failure")).toHaveLength(20);
});

test("a request for somebody else's object is recorded, once an hour", async () => {
  const dataset = await addDataset(deps, { owner: amber });
  const model = await addTrainedModel(deps, { dataset });
  const asBerta = await server.loggedInAs(berta);
  const id = dataset.metadata.name;
  for (let i = 0; i < 3; i++) expect((await asBerta("GET", `/agatha/datasets/${id}`)).status).toBe(404);
  expect((await asBerta("DELETE", `/agatha/datasets/${id}/models/${model.metadata.name}`)).status).toBe(404);
  expect((await asBerta("GET", "/agatha/datasets/nothing")).status).toBe(404);
  expect(await trail("?action=access.refused")).toMatchObject([{ username: "berta", target: id }]);
  deps.advance(3_600_000);
  await asBerta("GET", `/agatha/datasets/${id}`);
  expect(await trail("?action=access.refused")).toHaveLength(2);
});

test("a rotation of a token is recorded, whoever does it", async () => {
  const dataset = await addDataset(deps, { owner: amber });
  const model = await addTrainedModel(deps, { dataset });
  const path = `/agatha/datasets/${dataset.metadata.name}/models/${model.metadata.name}/api/`;
  const asAmber = await server.loggedInAs(amber);
  expect((await asAmber("POST", path)).status).toBe(200);
  deps.advance(1);
  expect((await asAmber("DELETE", path)).status).toBe(204);
  expect((await trail(`?user_id=${amber.id}`)).map(({ action }) => action)).toEqual(["model.api.revoke", "model.api.rotate"]);
});

// @contract get-manage-agatha-audit-download
test("managers download the records of a time as CSV or JSON", async () => {
  await login("amber", PASSWORD);
  deps.advance(3_600_000);
  await login("amber", '=cmd "x"');
  const query = "?since=2024-05-01T08:30:00Z&until=2024-05-02T00:00:00Z";
  const csv = await asManager("GET", `/manage_agatha/audit/download/${query}`);
  expect(csv.headers.get("Content-Disposition")).toBe("attachment; filename=audit.csv.gz");
  const lines = gunzipSync(Buffer.from(await csv.arrayBuffer()))
    .toString("utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe("at,user_id,username,action,target,detail");
  expect(lines.slice(1)).toEqual([expect.stringContaining("2024-05-01T09:00:00.000Z")]);
  const json = await readJson<AuditAnswer["data"]>(asManager("GET", "/manage_agatha/audit/download/?format=json"));
  expect(json.map(({ action }) => action)).toEqual(["login.failure", "login.success"]);
  expect((await (await server.loggedInAs(berta))("GET", "/manage_agatha/audit/download/")).status).toBe(403);
});

test("datasets and models are named as people see them, by their titles", async () => {
  const dataset = await addDataset(deps, { owner: amber });
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength", title: "Strength (28 d)" } });
  const path = `/agatha/datasets/${dataset.metadata.name}`;
  await asManager("PATCH", path, { body: { title: "Ofen #1" } });
  await asManager("PATCH", `${path}/models/${model.metadata.name}`, { body: { name: "Strength", title: "Strength (7 d)" } });
  await asManager("DELETE", `${path}/models/${model.metadata.name}`);
  await asManager("DELETE", path);
  await asManager("POST", `${path}/restore`);
  const details = (await trail()).filter(({ action }) => action !== "dataset.change").map(({ action, detail }) => [action, detail]);
  expect(Object.fromEntries(details)).toEqual({
    "model.rename": { from: "Strength (28 d)", to: "Strength (7 d)" },
    "model.delete": { name: "Strength (7 d)" },
    "dataset.delete": { name: "Ofen #1" },
    "dataset.restore": { name: "Ofen #1" },
  });
});

test("titles that kubectl applied are recorded without marks of direction", async () => {
  const dataset = await addDataset(deps, { owner: amber });
  await deps.resources.update("Dataset", { ...dataset, spec: { ...dataset.spec, title: "Ofen \u202e#1" } });
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: "Strength", title: "Strength \u202e(28 d)" } });
  const path = `/agatha/datasets/${dataset.metadata.name}`;
  await asManager("PATCH", `${path}/models/${model.metadata.name}`, { body: { name: "Hardness" } });
  await asManager("DELETE", path);
  await asManager("POST", `${path}/restore`);
  const details = (await trail()).map(({ action, detail }) => [action, detail]);
  expect(Object.fromEntries(details)).toMatchObject({
    "model.rename": { from: "Strength (28 d)", to: "Strength (28 d)" },
    "dataset.restore": { name: "Ofen #1" },
  });
});

test("records of logins are kept for a year, those of changes longer", async () => {
  await login("amber", PASSWORD);
  await asManager("PATCH", `/agatha/users/${amber.id}`, { body: { model_limit: 3 } });
  deps.advance(365 * 86_400_000);
  const actions = (await deps.documents.collection(COLLECTIONS.audit).find()).map(({ action }) => action);
  expect(actions).toEqual(["user.update"]);
});

test("a manager's shares, tokens and removals of second factors are kept for ever, an owner's for a year", async () => {
  const dataset = await addDataset(deps, { owner: amber });
  const model = await addTrainedModel(deps, { dataset });
  const path = `/agatha/datasets/${dataset.metadata.name}`;
  const asAmber = await server.loggedInAs(amber);
  for (const client of [asAmber, asManager]) {
    expect((await client("PUT", `${path}/shares/berta`, { body: { role: "viewer" } })).status).toBe(200);
    expect((await client("DELETE", `${path}/shares/berta`)).status).toBe(204);
    expect((await client("POST", `${path}/models/${model.metadata.name}/api/`)).status).toBe(200);
    expect((await client("DELETE", `${path}/models/${model.metadata.name}/api/`)).status).toBe(204);
  }
  expect((await asManager("DELETE", `/agatha/users/${amber.id}/second_factor`)).status).toBe(204);
  const audit = deps.documents.collection(COLLECTIONS.audit);
  expect(await audit.count({ userId: amber.id })).toBe(4);
  deps.advance(365 * 86_400_000);
  const kept = (await audit.find()).map(({ action }) => action).sort();
  expect(kept).toEqual(["dataset.share", "dataset.unshare", "model.api.revoke", "model.api.rotate", "second_factor.off"]);
});
