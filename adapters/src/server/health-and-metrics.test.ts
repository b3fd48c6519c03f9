import { createServer } from "node:http";
import { createHealthAndMetrics, type HealthAndMetricsDeps } from "./health-and-metrics.js";
import { closeServer, listen } from "./listen.js";

const stores = { states: () => ({ resources: "ok", objects: "ok" }) as const, seen: () => true };
const away = () => ({ resources: "ok", objects: "error" }) as const;
const metrics = { contentType: "text/plain", metrics: async () => "workqueue_depth 0\n" };
const logger = { warn: () => undefined };

async function ask(path: string, changes: Partial<HealthAndMetricsDeps> = {}) {
  const server = createServer(createHealthAndMetrics({ stores, metrics, logger, ...changes }));
  const port = await listen(server, { host: "127.0.0.1", port: 0, variable: "PORT" });
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const body = await response.text();
  await closeServer(server, 0);
  return { status: response.status, body, type: response.headers.get("content-type") };
}

test("/healthz responds 200 whatever the state of the stores", async () => {
  expect((await ask("/healthz", { stores: { states: away, seen: () => false } })).status).toBe(200);
});

test("/readyz responds 200 when every store has responded, and names them", async () => {
  const { status, body } = await ask("/readyz");
  expect([status, JSON.parse(body)]).toEqual([200, { status: "ok", stores: { resources: "ok", objects: "ok" } }]);
});

test("/readyz responds 503 until every store has responded", async () => {
  const { status, body } = await ask("/readyz", { stores: { states: away, seen: () => false } });
  expect([status, JSON.parse(body)]).toEqual([503, { status: "error", stores: { resources: "ok", objects: "error" } }]);
});

test("/readyz responds 200 when a store becomes unavailable later, so that the replicas keep reporting the problem", async () => {
  const { status, body } = await ask("/readyz", { stores: { states: away, seen: () => true } });
  expect([status, JSON.parse(body)]).toEqual([200, { status: "ok", stores: { resources: "ok", objects: "error" } }]);
});

test("/readyz responds 503 before the rest of the program is ready", async () => {
  expect((await ask("/readyz", { ready: () => false })).status).toBe(503);
});

test("/metrics responds with the metrics unchanged", async () => {
  expect(await ask("/metrics")).toEqual({ status: 200, body: "workqueue_depth 0\n", type: "text/plain" });
});

test.each(["/", "/constructor", "/metrics/x"])("%s responds 404", async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test("/metrics responds 500 if the metrics fail, and the process continues", async () => {
  const broken = { contentType: "text/plain", metrics: () => Promise.reject(new Error("broken")) };
  expect((await ask("/metrics", { metrics: broken })).status).toBe(500);
});
