import { createServer } from "node:http";
import { closeServer, listen } from "./listen.js";
import { createOperations, type OperationsDeps } from "./operations.js";

const answers = { ping: async () => undefined };
const metrics = { contentType: "text/plain", metrics: async () => "workqueue_depth 0\n" };
const logged: object[] = [];
const logger = { warn: (what: object) => void logged.push(what) };

async function ask(path: string, changes: Partial<OperationsDeps> = {}, pingMs?: number) {
  const deps = { stores: { resources: answers, objects: answers }, metrics, logger, ...changes };
  const server = createServer(createOperations(deps, pingMs));
  const port = await listen(server, { host: "127.0.0.1", port: 0, variable: "PORT" });
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const body = await response.text();
  await closeServer(server, 0);
  return { status: response.status, body, type: response.headers.get("content-type") };
}

const down = { ping: () => Promise.reject(new Error("secret address")) };

test("alive whatever the stores do", async () => {
  expect((await ask("/healthz", { stores: { objects: down } })).status).toBe(200);
});

test("ready when every store answers", async () => {
  const { status, body } = await ask("/readyz");
  expect([status, JSON.parse(body)]).toEqual([200, { status: "ok", stores: { resources: "ok", objects: "ok" } }]);
});

test("not ready without a store, which is named, but not with its address", async () => {
  const { status, body } = await ask("/readyz", { stores: { resources: answers, objects: down } });
  expect([status, JSON.parse(body)]).toEqual([503, { status: "error", stores: { resources: "ok", objects: "error" } }]);
  expect(logged).toContainEqual(expect.objectContaining({ store: "objects" }));
});

test("not ready when a store does not answer at all", async () => {
  const silent = { ping: () => new Promise<void>(() => undefined) };
  expect((await ask("/readyz", { stores: { objects: silent } }, 20)).status).toBe(503);
});

test("not ready before the rest is", async () => {
  expect((await ask("/readyz", { ready: () => false })).status).toBe(503);
});

test("metrics as they are", async () => {
  expect(await ask("/metrics")).toEqual({ status: 200, body: "workqueue_depth 0\n", type: "text/plain" });
});

test.each(["/", "/constructor", "/metrics/x"])("%s is not there", async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test("metrics that cannot be told are an error, and no end of the process", async () => {
  const broken = { contentType: "text/plain", metrics: () => Promise.reject(new Error("broken")) };
  expect((await ask("/metrics", { metrics: broken })).status).toBe(500);
});
