import { createServer, type Server } from "node:http";
import { allRoutes, createApp } from "./app.js";
import type { ApiDeps } from "./deps.js";
import { handleClientErrors } from "./http/client-errors.js";
import { serverOptions } from "./http/server-options.js";
import { createServices } from "./services.js";
import { createSocket } from "./socket/index.js";
import { startUploadSweeper } from "./uploads/index.js";

/** Longest time for a request to arrive (Node's default of 5 minutes is too short for 2 GB), and to be idle. */
const REQUEST_TIMEOUT_MS = 3_600_000;
const IDLE_TIMEOUT_MS = 120_000;
/**
 * Time that an idle connection stays open: longer than in proxies in front (60 s with nginx and AWS), so that it is never closed
 * while a request is on its way. Node's default is 5 s.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

export type { ApiConfig, ApiDeps } from "./deps.js";

export interface Api {
  /** Serves everything below the base path, and the socket. It does not listen yet. */
  server: Server;
  /** Ends work in the background, sockets and long predictions, closes the server by `closeServer`, then closes what requests use. */
  close(closeServer?: () => Promise<void>): Promise<void>;
}

/** Returns the HTTP server of the API, or of the prediction API alone (`serves`), and starts its background work. */
export function createApi(deps: ApiDeps): Api {
  const services = createServices(deps);
  const servesConsole = deps.config.serves !== "models";
  const socket = servesConsole ? createSocket(deps) : undefined;
  const stopSweeper = servesConsole ? startUploadSweeper(deps) : async () => undefined;
  const app = createApp(deps, allRoutes(deps, services));
  const server = createServer(serverOptions(app), app);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.timeout = IDLE_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  handleClientErrors(server);
  socket?.attach(server);
  return {
    server,
    async close(closeServer = async () => undefined) {
      const endBackgroundWork = async () => {
        await stopSweeper();
        await socket?.close();
        await services.longPredictions.close();
      };
      await Promise.all([closeServer(), endBackgroundWork()]);
      // Those that came while the server was closing.
      await services.longPredictions.close();
      await services.tables.close();
      await services.recordEditor.close();
      await services.modelThreads.close();
      await services.results.close();
      await services.usage.close();
    },
  };
}
