import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ChildProcessJobRunnerOptions,
  createChildProcessJobRunner,
  createDirectoryObjectStore,
  createInProcessEventBus,
  createLmdbDocumentStore,
  createLmdbResourceStore,
} from "@agatha/adapters";
import { closeServer, listen } from "@agatha/adapters/server/listen";
import { createOperationsServer } from "@agatha/adapters/server/operations-server";
import { tracingVariables } from "@agatha/adapters/server/start-tracing";
import { createSteadyClock, logClockJumps } from "@agatha/adapters/server/steady-clock";
import { PREDICTION_API_PATH } from "@agatha/api/http/public-url";
import { type RunningApi, startApi } from "@agatha/api/start-api";
import type { JobRunner } from "@agatha/contracts";
import { systemTimers } from "@agatha/contracts/ports/timers";
import { createOperator } from "@agatha/operator";
import { DATASET_LIMITS } from "@agatha/operator/dataset/plan";
import { createTaskServer } from "@agatha/operator/task-documents/server";
import { taskToken } from "@agatha/operator/task-documents/task-token";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import type { Logger } from "pino";
import { startSnapshotServer } from "./data-folder/snapshot-server.js";
import type { Environment } from "./environment.js";
import { publicOrigin, publicUrlHint } from "./public-address.js";
import { readOrCreateSecretKey } from "./secret-key.js";

const TRAINER_PROGRAM = fileURLToPath(new URL("../../trainer/bundle/main.js", import.meta.url));
/** Address that jobs reach this process at. */
const LOOPBACK = "127.0.0.1";
/** Time for pending requests to finish when the product stops. */
const SHUTDOWN_GRACE_MS = 2_000;

export interface StandaloneServer {
  /** Address of the console. */
  url: string;
  /** What to set if the server listens to other machines and refuses them. */
  hint?: string;
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
  const clock = createSteadyClock({ onJump: logClockJumps(logger) });
  const events = createInProcessEventBus({ onError });
  const resources = createLmdbResourceStore({ clock, directory: folders.resources });
  const documents = createLmdbDocumentStore({ clock, directory: folders.documents, onError });
  const objects = createDirectoryObjectStore({ directory: folders.objects });
  // Nobody else may open the store of documents, so jobs ask this process for those of their tasks.
  const taskKey = randomBytes(32).toString("base64url");
  const tasks = createTaskServer({ documents, events, clock, key: taskKey, onError });
  const taskPort = await listen(tasks, { host: LOOPBACK, port: 0, variable: "HOST" });
  const endSnapshots = await startSnapshotServer(data, (err) =>
    logger.warn({ err }, "going on without backups of the running server, until it is started again"),
  );
  const jobs = createJobRunner(data, { key: taskKey, port: taskPort }, { clock, onError });
  // No other replica serves while an embedded store is away, which then needs somebody.
  const operations = createOperationsServer({ logger, ready: () => !Object.keys(stores.states()).some(stores.isAway) });
  const { metrics, stores } = operations;
  stores.add({ resources, documents, objects, events });
  const { HOST: host, PORT, OPERATIONS_PORT, BASE_PATH } = environment;
  let api: RunningApi | undefined;
  const operator = createOperator({
    resources,
    documents,
    objects,
    jobs,
    events,
    timers: { ...systemTimers, now: clock.now },
    logger,
    metrics,
    predictionUrl: () => api && `${publicOrigin(environment, api.port)}${BASE_PATH}${PREDICTION_API_PATH}/`,
  });

  async function stop() {
    stores.stop();
    await Promise.all([api?.stop(), operations.close(SHUTDOWN_GRACE_MS)]);
    await operator.stop();
    await jobs.close();
    await Promise.all([closeServer(tasks, SHUTDOWN_GRACE_MS), endSnapshots()]);
    await Promise.all([events.close(), resources.close(), documents.close(), objects.close()]);
  }

  try {
    api = await startApi({
      stores: { resources, documents, objects, events },
      variables: environment,
      config: {
        secretKey: readOrCreateSecretKey(join(data, "secret")),
        scratch: folders.scratch,
      },
      clock,
      logger,
      metrics,
      storageProblem: stores.storageProblem,
      listen: (server) => listen(server, { host, port: PORT, variable: "PORT" }),
      close: (server) => closeServer(server, SHUTDOWN_GRACE_MS),
    });
    await operations
      .listen({ host, port: OPERATIONS_PORT })
      .catch((error: Error) => logger.warn(`Going on without health and metrics. ${error.message}`));
    operator.start();
    const { port, manager } = api;
    const hint = publicUrlHint(environment, port);
    return {
      url: `${publicOrigin(environment, port)}${BASE_PATH}/`,
      ...(hint !== undefined && { hint }),
      ...(manager?.password !== undefined && { password: manager.password }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the runner of jobs, which are child processes that ask the task server of this process for their tasks. */
function createJobRunner(
  data: string,
  tasks: { key: string; port: number },
  { clock, onError }: Pick<ChildProcessJobRunnerOptions, "clock" | "onError">,
): JobRunner {
  // No other variable of this process's environment, which may contain the manager's password.
  const trainer = {
    file: process.execPath,
    args: [TRAINER_PROGRAM],
    env: { AGATHA_DATA: data, ...tracingVariables(process.env) },
  };
  return createChildProcessJobRunner({
    clock,
    command: ({ name }) => ({
      ...trainer,
      env: {
        ...trainer.env,
        AGATHA_TASK: name,
        AGATHA_TASK_URL: `http://${LOOPBACK}:${tasks.port}`,
        AGATHA_TASK_TOKEN: taskToken(tasks.key, name),
      },
    }),
    spare: { ...trainer, memoryMiB: DATASET_LIMITS.memoryMiB },
    // A user waits for an uploaded table, which takes seconds. Trainings, which may take an hour, must not delay it.
    isUrgent: ({ owner }) => owner.kind === "Dataset",
    onError,
  });
}
