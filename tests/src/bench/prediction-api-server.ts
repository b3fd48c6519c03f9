/** Runs the API alone on a prepared data folder for benchmarks, or its open model API: without rate limits, on any free port. */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createDirectoryObjectStore, createInProcessEventBus, createLmdbDocumentStore, createLmdbResourceStore } from "@agatha/adapters";
import { startTracing, tracedShare } from "@agatha/adapters/server/start-tracing";
import { createApi } from "@agatha/api";
import { DEFAULT_SESSIONS } from "@agatha/api/deps";
import { systemClock } from "@agatha/contracts";
import { readOrCreateSecretKey } from "@agatha/standalone/secret-key";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { pino } from "pino";
import { Registry } from "prom-client";

const [, , data = "", serves] = process.argv;
await startTracing("bench", process.env, { followsCalls: serves !== "models", decidesShare: serves === "models" });
const folders = dataFolders(data);
const logger = pino({ level: "warn" });
const onError = (err: unknown): void => logger.error({ err }, "work in the background failed");
const api = createApi({
  resources: createLmdbResourceStore({ directory: folders.resources }),
  documents: createLmdbDocumentStore({ directory: folders.documents, onError }),
  objects: createDirectoryObjectStore({ directory: folders.objects }),
  events: createInProcessEventBus({ onError }),
  clock: systemClock,
  wallClock: systemClock,
  logger,
  metrics: new Registry(),
  storageProblem: () => undefined,
  config: {
    ...(serves === "models" && { serves, tracedShare: tracedShare(process.env) }),
    basePath: "/tukey",
    secretKey: readOrCreateSecretKey(join(data, "secret")),
    scratch: folders.scratch,
    maxUploadBytes: 1_000_000,
    trustedProxies: 0,
    secureCookies: false,
    sessions: DEFAULT_SESSIONS,
    rateLimits: { login: 1_000_000_000, predictionApi: 1_000_000_000 },
  },
});
const { server } = api;
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`));
