import { existsSync, mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createChildProcessJobRunner,
  createDirectoryObjectStore,
  createInProcessEventBus,
  createLmdbDocumentStore,
  createLmdbResourceStore,
  forwardChildEvent,
} from "@agatha/adapters";
import { createHealthAndMetrics } from "@agatha/adapters/server/health-and-metrics";
import { closeServer, listen } from "@agatha/adapters/server/listen";
import { createStoreHealth } from "@agatha/adapters/server/store-health";
import { createApi, DEFAULT_LIMITS } from "@agatha/api";
import { bootstrapManager } from "@agatha/api/accounts/index";
import { systemClock } from "@agatha/contracts";
import { systemTimers } from "@agatha/contracts/timers";
import { createOperator } from "@agatha/operator";
import { DATASET_LIMITS } from "@agatha/operator/dataset/plan";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import type { Logger } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Environment } from "./environment.js";
import { readOrCreateSecretKey } from "./secret-key.js";

const CONSOLE_FOLDER = fileURLToPath(new URL("../../console/dist/site", import.meta.url));
const TRAINER_PROGRAM = fileURLToPath(new URL("../../trainer/dist/main.js", import.meta.url));
/** Time for pending requests to finish when the product stops. */
const SHUTDOWN_GRACE_MS = 2_000;

export interface StandaloneServer {
  /** Address of the console. */
  url: string;
  /** Address of health and metrics; undefined if its port was taken. */
  operationsUrl?: string;
  /** Password of the manager `admin`, if this start created it without a given one. */
  password?: string;
  /** Ends requests and jobs, and closes the stores. Unfinished work resumes at the next start. */
  stop(): Promise<void>;
}

/** Opens the stores in `data`, which no other process may use, and starts everything on them. */
export async function startStandalone(environment: Environment, data: string, logger: Logger): Promise<StandaloneServer> {
  const folders = dataFolders(data);
  // Contents are leftovers of a killed process.
  rmSync(folders.scratch, { recursive: true, force: true });
  mkdirSync(folders.scratch, { recursive: true, mode: 0o700 });

  const onError = (err: unknown) => logger.error({ err }, "work in the background failed");
  const events = createInProcessEventBus({ onError });
  const resources = createLmdbResourceStore({ directory: folders.resources });
  const documents = createLmdbDocumentStore({ directory: folders.documents, onError });
  const objects = createDirectoryObjectStore({ directory: folders.objects });
  // No other variable of this process's environment, which may contain the manager's password.
  const trainer = { file: process.execPath, args: ["--enable-source-maps", TRAINER_PROGRAM], env: { AGATHA_DATA: data } };
  const jobs = createChildProcessJobRunner({
    command: ({ name }) => ({ ...trainer, env: { ...trainer.env, AGATHA_TASK: name } }),
    spare: { ...trainer, memoryMiB: DATASET_LIMITS.memoryMiB },
    // A user waits for an uploaded table, which takes seconds. Trainings, which may take an hour, must not delay it.
    isUrgent: ({ owner }) => owner.kind === "Dataset",
    onMessage: (_name, message) => void forwardChildEvent(events, message),
    onError,
  });
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });

  const manager = await bootstrapManager({
    documents,
    clock: systemClock,
    ...(environment.AGATHA_ADMIN_PASSWORD !== undefined && { password: environment.AGATHA_ADMIN_PASSWORD }),
  });
  const operator = createOperator({ resources, documents, objects, jobs, events, timers: systemTimers, logger, metrics });
  const api = createApi({
    resources,
    documents,
    objects,
    events,
    clock: systemClock,
    logger,
    metrics,
    config: {
      basePath: environment.BASE_PATH,
      secretKey: readOrCreateSecretKey(join(data, "secret")),
      scratch: folders.scratch,
      ...(existsSync(CONSOLE_FOLDER) && { consoleFolder: CONSOLE_FOLDER }),
      ...DEFAULT_LIMITS,
      serviceOrigins: environment.AGATHA_SERVICE_ORIGINS,
      trustedProxies: 0,
      secureCookies: false,
    },
  });

  const { server } = api;
  const stores = createStoreHealth({ metrics, logger });
  stores.add({ resources, documents, objects, events });
  const operations = createServer(createHealthAndMetrics({ stores, metrics, logger }));
  const { HOST, PORT, OPERATIONS_PORT, BASE_PATH } = environment;

  async function stop() {
    stores.stop();
    await Promise.all([closeServer(server, SHUTDOWN_GRACE_MS), closeServer(operations, SHUTDOWN_GRACE_MS), api.close()]);
    await operator.stop();
    await jobs.close();
    await Promise.all([events.close(), resources.close(), documents.close(), objects.close()]);
  }

  try {
    const port = await listen(server, { host: HOST, port: PORT, variable: "PORT" });
    const operationsAddress = { host: HOST, port: OPERATIONS_PORT, variable: "OPERATIONS_PORT" };
    const operationsPort = await listen(operations, operationsAddress).catch((error: Error) => {
      logger.warn(`Going on without health and metrics. ${error.message}`);
      return undefined;
    });
    operator.start();
    const origin = `http://${HOST.includes(":") ? `[${HOST}]` : HOST}`;
    return {
      url: `${origin}:${port}${BASE_PATH}/`,
      ...(operationsPort !== undefined && { operationsUrl: `${origin}:${operationsPort}` }),
      ...(manager.password !== undefined && { password: manager.password }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
