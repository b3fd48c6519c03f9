import { createApi } from "../index.js";
import { addUser, bodyOf, client, serve, type TestDeps, type TestServer, testDeps } from "../test-deps.js";
import { createOperations } from "./index.js";

let deps: TestDeps;
let api: ReturnType<typeof createApi>;
let operations: TestServer;

beforeEach(async () => {
  deps = testDeps();
  api = createApi(deps);
  operations = await serve(deps, api.operations);
});

afterEach(async () => {
  await operations.close();
  await api.close();
  deps.cleanUp();
});

const ask = (path: string): Promise<Response> => client(operations.origin, {})("GET", path);

test("alive whatever the stores do", async () => {
  deps.documents.ping = () => Promise.reject(new Error("down"));
  expect((await ask("/healthz")).status).toBe(200);
});

test("ready when every store answers", async () => {
  const answer = await ask("/readyz");
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: "ok", stores: { resources: "ok", documents: "ok", objects: "ok", events: "ok" } },
  ]);
});

test.each(["resources", "documents", "objects", "events"] as const)("not ready without %s, which is named", async (name) => {
  deps[name].ping = () => Promise.reject(new Error(`secret address of ${name}`));
  const answer = await ask("/readyz");
  const body = await bodyOf<{ status: string; stores: Record<string, string> }>(answer);
  expect([answer.status, body.status, Object.keys(body.stores).filter((store) => body.stores[store] !== "ok")]).toEqual([
    503,
    "error",
    [name],
  ]);
  expect(JSON.stringify(body)).not.toContain("secret");
});

test("not ready when a store does not answer at all", async () => {
  deps.objects.ping = () => new Promise(() => undefined);
  const impatient = await serve(deps, createOperations(deps, 20));
  const answer = await client(impatient.origin, {})("GET", "/readyz");
  await impatient.close();
  expect([answer.status, (await bodyOf<{ stores: { objects: string } }>(answer)).stores.objects]).toEqual([503, "error"]);
});

test("requests are measured by route and status, never by address", async () => {
  const server = await serve(deps, api.server);
  const user = await server.as(await addUser(deps, "someone"));
  await user("GET", "/agatha/datasets/d0123456789");
  await user("GET", "/agatha/user");
  await user("GET", "/nothing");
  await server.close();
  const text = await (await ask("/metrics")).text();
  const count = (route: string, status: number): RegExp =>
    new RegExp(`agatha_http_request_duration_seconds_count\\{method="GET",route="${route}",status="${status}"\\} 1`);
  expect(text).toMatch(count("/agatha/datasets/:id", 404));
  expect(text).toMatch(count("/agatha/user", 200));
  expect(text).toMatch(count("none", 404));
  expect(text).not.toContain("d0123456789");
});
