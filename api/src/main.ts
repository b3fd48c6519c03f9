/** The API of a cluster, with the console or for predictions only. */
import { existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { clusterVariables } from "@agatha/adapters/cluster/environment-variables";
import { openClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";
import { createKubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { createResourceCache } from "@agatha/adapters/resources/resource-cache";
import { COMMON_VARIABLES, namespaceVariable, readEnvironment } from "@agatha/adapters/server/environment-variables";
import { createHealthAndMetrics } from "@agatha/adapters/server/health-and-metrics";
import { closeServer, listen } from "@agatha/adapters/server/listen";
import { runProgram } from "@agatha/adapters/server/run-program";
import { createStoreHealth } from "@agatha/adapters/server/store-health";
import { systemClock } from "@agatha/contracts";
import { systemTimers } from "@agatha/contracts/timers";
import { type Logger, pino } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import { z } from "zod";
import { API_PARTS } from "./deps.js";
import { bootstrapManager, createApi, DEFAULT_LIMITS } from "./index.js";

const SECRET_BYTES = 32;
const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, "base64"))
  .refine((bytes) => bytes.length === SECRET_BYTES, `must be ${SECRET_BYTES} bytes as base64`);

const environment = z.object({
  ...COMMON_VARIABLES,
  HOST: COMMON_VARIABLES.HOST.default("0.0.0.0"),
  AGATHA_NAMESPACE: namespaceVariable,
  AGATHA_SERVES: z.enum(API_PARTS).default("all").describe("Which part of the API is served."),
  AGATHA_SECRET_KEY: secretKey.describe("Encrypts API tokens at rest; the same for all replicas, for ever."),
  AGATHA_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0).describe("How many proxies in front are trusted."),
  AGATHA_SECURE_COOKIES: z.stringbool().default(false).describe("Whether cookies are sent over HTTPS only."),
  ...clusterVariables.shape,
});
type Environment = z.infer<typeof environment>;

const CONSOLE = fileURLToPath(new URL("../../console/dist/site", import.meta.url));
/** What a request that is under way has to end in; a pod has 30 s. */
const SHUTDOWN_GRACE_MS = 20_000;

/** Resolves when the API answers. Returns the way to stop. */
async function start(variables: Environment, logger: Logger, signal: AbortSignal): Promise<() => Promise<void>> {
  const { AGATHA_SERVES: serves, HOST: host, AGATHA_SCRATCH: scratch } = variables;
  const onError = (err: unknown) => logger.warn({ err }, "work in the background failed");
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const resources = createKubernetesResourceStore({
    connection: createKubernetesConnection({ namespace: variables.AGATHA_NAMESPACE }),
  });
  // Thousands of predictions a second must not be as many questions to the API server.
  const watched = serves === "models" ? createResourceCache(["Model", "Dataset"], { resources, timers: systemTimers, logger }) : undefined;
  const stores = createStoreHealth({ metrics, logger, optionalStores: ["events"] });
  stores.add({ resources });
  let serving = false;
  const operations = createServer(createHealthAndMetrics({ stores, ready: () => serving && watched?.synced() !== false, metrics, logger }));
  await listen(operations, { host, port: variables.OPERATIONS_PORT, variable: "OPERATIONS_PORT" });

  const log = (message: string) => logger.info(message);
  const { documents, objects, events, close } = await openClusterStores(variables, {
    program: `agatha-api-${serves}`,
    signal,
    log,
    onError,
  });
  stores.add({ documents, objects, events });
  if (serves !== "models") await bootstrapFirstManager(variables, documents, logger);
  mkdirSync(scratch, { recursive: true });
  const api = createApi({
    resources: watched ? { ...resources, get: watched.get } : resources,
    documents,
    objects,
    events,
    clock: systemClock,
    logger,
    metrics,
    config: {
      serves,
      basePath: variables.BASE_PATH,
      secretKey: variables.AGATHA_SECRET_KEY,
      scratch,
      ...(serves !== "models" && existsSync(CONSOLE) && { consoleFolder: CONSOLE }),
      ...DEFAULT_LIMITS,
      serviceOrigins: variables.AGATHA_SERVICE_ORIGINS,
      trustedProxies: variables.AGATHA_TRUSTED_PROXIES,
      secureCookies: variables.AGATHA_SECURE_COOKIES,
    },
  });
  const port = await listen(api.server, { host, port: variables.PORT, variable: "PORT" });
  serving = true;
  logger.info({ port, serves }, "the API answers");

  return async () => {
    serving = false;
    stores.stop();
    await Promise.all([closeServer(api.server, SHUTDOWN_GRACE_MS), api.close()]);
    await watched?.stop();
    await Promise.all([resources.close(), close(), closeServer(operations, 0)]);
  };
}

async function bootstrapFirstManager(
  { AGATHA_ADMIN_PASSWORD }: Environment,
  documents: Parameters<typeof bootstrapManager>[0]["documents"],
  logger: Logger,
) {
  const given = AGATHA_ADMIN_PASSWORD === undefined ? {} : { password: AGATHA_ADMIN_PASSWORD };
  const { created, password } = await bootstrapManager({ documents, clock: systemClock, ...given });
  if (password !== undefined) process.stderr.write(`The manager is admin, with the password ${password} (shown this once)\n`);
  else if (created) logger.info("the manager admin was made with the given password");
}

await runProgram(async (signal) => {
  const variables = readEnvironment(environment, process.env);
  return await start(variables, pino({ level: variables.LOG_LEVEL }), signal);
});
