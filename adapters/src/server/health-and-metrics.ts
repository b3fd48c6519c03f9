import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { StoreState } from "./store-health.js";

export interface HealthAndMetricsDeps {
  stores: { states(): Record<string, StoreState>; seen(): boolean };
  /** Returns true if everything else is ready. A server alone, which nobody stands in for, also asks for its stores here. */
  ready?: () => boolean;
  metrics: { contentType: string; metrics(): Promise<string> };
  logger: { warn(what: object, message: string): void };
}

interface HttpResponse {
  status: number;
  type: string;
  body: string;
}

/**
 * Serves probes and Prometheus on a port of their own: `/healthz` (alive), `/readyz` (ready to serve) and `/metrics`. Stores are
 * necessary to become ready, but to stay ready only if `ready` says so. All replicas share the same stores; if none were ready,
 * clients would be refused the connection instead of getting an error message. `/readyz` and the metrics state which stores respond,
 * and whether they can save anything.
 */
export function createHealthAndMetrics(deps: HealthAndMetricsDeps): RequestListener {
  const routes: Record<string, () => Promise<HttpResponse>> = {
    "/healthz": async () => json(200, { status: "ok" }),
    "/readyz": async () => readiness(deps),
    "/metrics": async () => ({ status: 200, type: deps.metrics.contentType, body: await deps.metrics.metrics() }),
  };
  return (request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const route = request.method === "GET" && Object.hasOwn(routes, path) ? routes[path] : undefined;
    const asked = route ? route() : Promise.resolve(json(404, { status: "not found" }));
    asked
      .catch((error: unknown) => {
        deps.logger.warn({ err: error, path }, "a question about operations could not be answered");
        return json(500, { status: "error" });
      })
      .then((answer) => send(request, response, answer));
  };
}

function readiness({ stores, ready = () => true }: HealthAndMetricsDeps): HttpResponse {
  const isReady = ready() && stores.seen();
  return json(isReady ? 200 : 503, { status: isReady ? "ok" : "error", stores: stores.states() });
}

function json(status: number, body: object): HttpResponse {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body }: HttpResponse): void {
  request.resume();
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body), "X-Content-Type-Options": "nosniff" });
  response.end(body);
}
