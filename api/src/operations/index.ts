import express, { type Express } from "express";
import type { ApiDeps } from "../deps.js";

/** A store that does not answer within this time is not ready. */
const PING_MS = 3_000;

type StoreName = "resources" | "documents" | "objects" | "events";
const STORES: readonly StoreName[] = ["resources", "documents", "objects", "events"];

/** For probes and Prometheus, on a port of their own: `/healthz` alive, `/readyz` able to work, `/metrics`. */
export function createOperations(deps: ApiDeps, pingMs = PING_MS): Express {
  const app = express();
  app.disable("x-powered-by");
  app.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  app.get("/readyz", async (_request, response) => {
    const answers = await Promise.all(STORES.map((name) => ping(deps, name, pingMs)));
    const ready = answers.every((answer) => answer === "ok");
    const stores = Object.fromEntries(STORES.map((name, i) => [name, answers[i]]));
    response.status(ready ? 200 : 503).json({ status: ready ? "ok" : "error", stores });
  });
  app.get("/metrics", async (_request, response) => {
    response.set("Content-Type", deps.metrics.contentType).send(await deps.metrics.metrics());
  });
  return app;
}

async function ping(deps: ApiDeps, name: StoreName, ms: number): Promise<"ok" | "error"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([deps[name].ping(), late]);
    return "ok";
  } catch (error) {
    deps.logger.warn({ err: error, store: name }, "store is not ready");
    return "error";
  } finally {
    clearTimeout(timer);
  }
}
