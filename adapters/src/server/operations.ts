import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** A store that does not answer within this time is not ready. */
const PING_MS = 3_000;

export interface OperationsDeps {
  /** By the name that probes see. */
  stores: Record<string, { ping(): Promise<void> }>;
  /** Whether everything else is ready. */
  ready?: () => boolean;
  metrics: { contentType: string; metrics(): Promise<string> };
  logger: { warn(what: object, message: string): void };
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** For probes and Prometheus, on a port of their own: `/healthz` alive, `/readyz` able to work, `/metrics`. */
export function createOperations(deps: OperationsDeps, pingMs = PING_MS): RequestListener {
  const routes: Record<string, () => Promise<Answer>> = {
    "/healthz": async () => json(200, { status: "ok" }),
    "/readyz": () => readiness(deps, pingMs),
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

async function readiness({ stores, ready = () => true, logger }: OperationsDeps, pingMs: number): Promise<Answer> {
  const names = Object.keys(stores);
  const ping = async (name: string) => {
    try {
      await within(pingMs, stores[name]!.ping());
      return "ok";
    } catch (error) {
      logger.warn({ err: error, store: name }, "store is not ready");
      return "error";
    }
  };
  const answers = await Promise.all(names.map(ping));
  const isReady = ready() && answers.every((answer) => answer === "ok");
  const told = Object.fromEntries(names.map((name, i) => [name, answers[i]]));
  return json(isReady ? 200 : 503, { status: isReady ? "ok" : "error", stores: told });
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function json(status: number, body: object): Answer {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body }: Answer): void {
  request.resume();
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body), "X-Content-Type-Options": "nosniff" });
  response.end(body);
}
