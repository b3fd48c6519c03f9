/** API server of a cluster, with the console or for predictions only. */
import { clusterVariables } from "@agatha/adapters/cluster/environment-variables";
import { openClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";
import { createKubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { createResourceCache } from "@agatha/adapters/resources/resource-cache";
import {
  COMMON_VARIABLES,
  hostVariable,
  NAMESPACE_VARIABLES,
  originsVariable,
  readEnvironment,
  secretKeyVariable,
} from "@agatha/adapters/server/environment-variables";
import { failFast } from "@agatha/adapters/server/fail-fast";
import { closeServer, listen } from "@agatha/adapters/server/listen";
import { createLogger } from "@agatha/adapters/server/logger";
import { createOperationsServer } from "@agatha/adapters/server/operations-server";
import { runProgram } from "@agatha/adapters/server/run-program";
import { startTracing, tracedShare } from "@agatha/adapters/server/start-tracing";
import { createSteadyClock, logClockJumps } from "@agatha/adapters/server/steady-clock";
import { systemTimers } from "@agatha/contracts/ports/timers";
import type { Logger } from "pino";
import { z } from "zod";
import { API_PARTS } from "./deps.js";
import { startApi } from "./start-api.js";

const environment = z.object({
  ...COMMON_VARIABLES,
  HOST: hostVariable,
  ...NAMESPACE_VARIABLES,
  AGATHA_SERVES: z.enum(API_PARTS).default("all").describe("Which part of the API is served."),
  AGATHA_CLUSTER_URL: originsVariable.describe("Addresses of its Service within the cluster, with commas between."),
  AGATHA_SECRET_KEY: secretKeyVariable.describe("Encrypts API tokens at rest; the same for all replicas, for ever."),
  ...clusterVariables.shape,
});
type Environment = z.infer<typeof environment>;

/** Time for clients to learn that their connections close. */
const DRAIN_MS = 5_000;
/** Time for running requests to end; a pod has 45 s, 5 of them before it is told to end. */
const SHUTDOWN_GRACE_MS = 20_000;

/** Starts the API and resolves when it answers, with the function that stops it. */
async function start(variables: Environment, logger: Logger, signal: AbortSignal): Promise<() => Promise<void>> {
  const { AGATHA_SERVES: serves, AGATHA_SCRATCH: scratch, HOST: host, PORT, OPERATIONS_PORT } = variables;
  const onError = (err: unknown) => logger.warn({ err }, "work in the background failed");
  const clock = createSteadyClock({ onJump: logClockJumps(logger) });
  const resources = createKubernetesResourceStore({
    connection: createKubernetesConnection({ namespace: variables.AGATHA_NAMESPACE }),
    namespaces: variables.AGATHA_NAMESPACES,
    fieldManager: "agatha-api",
  });
  // Thousands of predictions per second must not cause as many requests to the API server.
  const watched = serves === "models" ? createResourceCache(["Model", "Dataset"], { resources, timers: systemTimers, logger }) : undefined;
  let serving = false;
  const ready = () => serving && watched?.synced() !== false;
  const operations = createOperationsServer({ logger, ready, optionalStores: ["events"] });
  const { metrics, stores } = operations;
  stores.add({ resources });
  await operations.listen({ host, port: OPERATIONS_PORT });

  const log = (message: string) => logger.info(message);
  const { documents, objects, events, close } = await openClusterStores(variables, {
    program: `agatha-api-${serves}`,
    signal,
    log,
    onError,
    clock,
  });
  stores.add({ documents, objects, events });
  const api = await startApi({
    stores: {
      resources: watched ? { ...resources, get: watched.get } : failFast("resources", resources, stores),
      documents: failFast("documents", documents, stores),
      objects: failFast("objects", objects, stores),
      events,
    },
    variables,
    config: {
      serves,
      ...(serves === "models" && { tracedShare: tracedShare(process.env) }),
      secretKey: variables.AGATHA_SECRET_KEY,
      scratch,
    },
    clock,
    logger,
    metrics,
    storageProblem: stores.storageProblem,
    listen: (server) => listen(server, { host, port: PORT, variable: "PORT" }),
    close: (server) => closeServer(server, SHUTDOWN_GRACE_MS, DRAIN_MS),
  });
  const { created, password } = api.manager ?? {};
  if (password !== undefined) process.stderr.write(`The manager is admin, with the password ${password} (shown this once)\n`);
  else if (created) logger.info("the manager admin was made with the given password");
  serving = true;
  logger.info({ port: api.port, serves }, "the API answers");

  return async () => {
    serving = false;
    stores.stop();
    await api.stop();
    await watched?.stop();
    await Promise.all([resources.close(), close(), operations.close(0)]);
  };
}

await runProgram(async (signal) => {
  const variables = readEnvironment(environment, process.env);
  const { AGATHA_SERVES: serves } = variables;
  // Predictions create no object that names its trace.
  const endTracing = await startTracing(`agatha-api-${serves}`, process.env, {
    followsCalls: serves !== "models",
    decidesShare: serves === "models",
  });
  const stop = await start(variables, createLogger(variables.LOG_LEVEL), signal);
  return () => stop().finally(endTracing);
});
