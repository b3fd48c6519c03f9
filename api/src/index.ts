import type { Server } from "node:http";
import type { Express } from "express";
import { allRoutes, createApp } from "./app.js";
import { keepSwept } from "./datasets/index.js";
import type { ApiDeps } from "./deps.js";
import { createOperations } from "./operations/index.js";
import { createServices } from "./services.js";
import { createSocket } from "./socket/index.js";

/** Longest time that a request may take to arrive (Node's default of 5 minutes is too short for 2 GB), and to stand still. */
const UPLOAD_MS = 3_600_000;
const IDLE_MS = 120_000;

export { bootstrapManager } from "./accounts/index.js";
export type { ApiConfig, ApiDeps } from "./deps.js";

export interface Api {
  /** Everything under the base path. */
  app: Express;
  /** Health, readiness and metrics, for a port that is not public. */
  operations: Express;
  /** Sets the limits of the server that serves `app`, and serves the socket on it. */
  attach(server: Server): void;
  close(): Promise<void>;
}

export function createApi(deps: ApiDeps): Api {
  const services = createServices(deps);
  const socket = createSocket(deps);
  const stopSweeping = keepSwept(deps);
  return {
    app: createApp(deps, allRoutes(deps, services)),
    operations: createOperations(deps),
    attach(server) {
      server.requestTimeout = UPLOAD_MS;
      server.timeout = IDLE_MS;
      socket.attach(server);
    },
    async close() {
      await stopSweeping();
      await socket.close();
      await services.tables.close();
    },
  };
}
