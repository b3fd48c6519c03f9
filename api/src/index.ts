import type { Server } from "node:http";
import type { Express } from "express";
import { createApp } from "./app.js";
import type { ApiDeps } from "./deps.js";
import { createOperations } from "./operations/index.js";

export { bootstrapManager } from "./accounts/index.js";
export type { ApiConfig, ApiDeps } from "./deps.js";

export interface Api {
  /** Everything under the base path. */
  app: Express;
  /** Health, readiness and metrics, for a port that is not public. */
  operations: Express;
  /** Serves the socket on the server that serves `app`. */
  attach(server: Server): void;
  close(): Promise<void>;
}

export function createApi(deps: ApiDeps): Api {
  return {
    app: createApp(deps),
    operations: createOperations(deps),
    attach: () => undefined,
    close: async () => undefined,
  };
}
