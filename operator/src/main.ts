/** The operator of a cluster: one replica reconciles, the others stand by. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { isMainThread } from "node:worker_threads";
import { clusterVariables } from "@agatha/adapters/cluster/environment-variables";
import { connectClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";
import { createKubernetesJobRunner } from "@agatha/adapters/jobs/kubernetes-job-runner";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import { createKubernetesConnection, type KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createEventRecorder } from "@agatha/adapters/kubernetes/event-recorder";
import { createLeaderElector } from "@agatha/adapters/kubernetes/leader-election";
import { createOwnedSecrets } from "@agatha/adapters/kubernetes/owned-secrets";
import { createRequestBackoff, DEFAULT_REQUEST_BACKOFF } from "@agatha/adapters/kubernetes/request-backoff";
import { rollOnSecretChange, secretRolloutSettings } from "@agatha/adapters/kubernetes/secret-rollout";
import { migrateStorage } from "@agatha/adapters/kubernetes/storage-migration";
import { createS3SessionCredentials } from "@agatha/adapters/objects/s3-session-credentials";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import {
  COMMON_VARIABLES,
  hostVariable,
  jsonVariable,
  NAMESPACE_VARIABLES,
  readEnvironment,
  secretKeyVariable,
  TASK_VARIABLES,
} from "@agatha/adapters/server/environment-variables";
import { closeServer, listen } from "@agatha/adapters/server/listen";
import { createLogger } from "@agatha/adapters/server/logger";
import { createOperationsServer } from "@agatha/adapters/server/operations-server";
import { RESTART_EXIT_CODE, runInThread, stopOnMainThreadMessage } from "@agatha/adapters/server/run-in-thread";
import { runProgram } from "@agatha/adapters/server/run-program";
import { startTracing } from "@agatha/adapters/server/start-tracing";
import { createSteadyClock, logClockJumps } from "@agatha/adapters/server/steady-clock";
import type { DocumentStore, JobRunner } from "@agatha/contracts";
import { createTokenStore } from "@agatha/contracts/api-access/api-tokens";
import { systemTimers } from "@agatha/contracts/ports/timers";
import { destination, type Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import { z } from "zod";
import { createOperator } from "./index.js";
import { createJobCredentials } from "./job-credentials.js";
import { startMaintenance } from "./maintenance.js";
import { createTaskServer } from "./task-documents/server.js";

const { OPERATIONS_PORT, LOG_LEVEL } = COMMON_VARIABLES;
const environment = z.object({
  PORT: COMMON_VARIABLES.PORT.describe("Port at which jobs reach the documents of their tasks."),
  AGATHA_TASK_URL: TASK_VARIABLES.AGATHA_TASK_URL,
  OPERATIONS_PORT,
  LOG_LEVEL,
  HOST: hostVariable,
  ...NAMESPACE_VARIABLES,
  AGATHA_RELEASE: z.string().min(1).optional().describe("Name of the release. Its operators lead, and those of no other in its namespace."),
  POD_NAME: z.string().min(1).default(hostname()).describe("Name of this process in the lease."),
  AGATHA_JOBS: jsonVariable(kubernetesJobSettings).describe("How the pods of trainings are made, as JSON."),
  AGATHA_SECRET_ROLLOUT: jsonVariable(secretRolloutSettings)
    .optional()
    .describe("Secrets, and what has pods that are replaced when these change, as JSON."),
  AGATHA_MIGRATE_STORAGE: z.stringbool().default(false).describe("Whether objects stored in an earlier version are rewritten."),
  AGATHA_SECRET_KEY: secretKeyVariable.optional().describe("Key of the API tokens, for models that keep theirs in a Secret."),
  AGATHA_PREDICTION_URL: z.url().optional().describe("Address of the open model API in the cluster."),
  ...clusterVariables.shape,
});
type Environment = z.infer<typeof environment>;

const LEASE_NAME = "agatha-operator";
/**
 * Twice the default interval, because the lease has a connection of its own. Together they make at most one request a second
 * while the server is in trouble.
 */
const REQUEST_BACKOFF_OPTIONS = { ...DEFAULT_REQUEST_BACKOFF, intervalMs: 2 * DEFAULT_REQUEST_BACKOFF.intervalMs };
const SHUTDOWN_GRACE_MS = 2_000;
/** Stores without which nothing can be reconciled. */
const REQUIRED_STORES = ["documents", "objects"];
/** Messages of an operator that leads no longer. It ends what is under way, and stands for election again. */
const STOPPED_LEADING = {
  lost: "the lease is lost: whatever is under way ends, and this process stands for election again",
  "handed over": "a store does not answer this process, but another one: that one leads, and this process stands for election again",
};

const OTHER_RELEASE =
  "the lease of this namespace is of another release, so this operator does nothing: install into a namespace of its own. If that release is gone, delete the lease";

/** Returns the gauge that is 1 while this process leads. */
function createLeaderGauge(metrics: Registry): Gauge {
  const leader = new Gauge({
    name: "leader_election_master_status",
    help: "1 while this process leads.",
    labelNames: ["name"],
    registers: [metrics],
  });
  leader.set({ name: LEASE_NAME }, 0);
  return leader;
}

const s3Of = (variables: Environment) => ({
  region: variables.AGATHA_S3_REGION,
  bucket: variables.AGATHA_S3_BUCKET,
  accessKey: variables.AGATHA_S3_ACCESS_KEY,
  secretKey: variables.AGATHA_S3_SECRET_KEY,
});

interface JobRunnerDeps {
  connection: KubernetesConnection;
  documents: DocumentStore;
  /** Key of the tokens that jobs have for their tasks. */
  key: string;
  onError: (error: unknown) => void;
}

/** Creates the runner of jobs, which are pods with credentials for their task and, with sessions, for their objects alone. */
function createJobRunner(variables: Environment, { connection, documents, key, onError }: JobRunnerDeps): JobRunner {
  const settings = variables.AGATHA_JOBS;
  const session = settings.s3Session && createS3SessionCredentials({ ...s3Of(variables), ...settings.s3Session });
  const credentialsOf = createJobCredentials({ documents, url: variables.AGATHA_TASK_URL, key, session });
  return createKubernetesJobRunner({ connection, settings, onError, credentialsOf });
}

/** Starts everything except the controllers, which start when this process becomes the leader. Returns a function that stops it. */
async function startOperatorProcess(variables: Environment, logger: Logger, signal: AbortSignal): Promise<() => Promise<void>> {
  const { AGATHA_NAMESPACE: namespace } = variables;
  const onError = (err: unknown) => logger.warn({ err }, "work in the background failed");
  const clock = createSteadyClock({ onJump: logClockJumps(logger) });
  let opened = false;
  /** An operator that can never lead is not ready, so that `helm install --wait` fails. */
  const ready = () => opened && election.otherInstance() === undefined && (!election.isLeader() || operator.ready());
  const operations = createOperationsServer({ logger, ready, optionalStores: ["events"] });
  const { metrics, stores } = operations;
  const leader = createLeaderGauge(metrics);
  const connection = createKubernetesConnection({
    namespace,
    requestBackoff: createRequestBackoff(REQUEST_BACKOFF_OPTIONS),
    isLeader: () => election.isLeader(),
  });
  const election = createLeaderElector({
    connection: createKubernetesConnection({ namespace, requestBackoff: createRequestBackoff(REQUEST_BACKOFF_OPTIONS) }),
    name: LEASE_NAME,
    identity: `${variables.POD_NAME}_${randomUUID()}`,
    instance: variables.AGATHA_RELEASE,
    onOtherInstance: (release) => logger.error({ lease: LEASE_NAME, release }, OTHER_RELEASE),
    onStartedLeading() {
      logger.info({ lease: LEASE_NAME }, "elected: reconciling begins");
      leader.set({ name: LEASE_NAME }, 1);
      operator.start();
    },
    onStoppedLeading(why) {
      // Stops at once, because another process may write from now on.
      logger.error({ lease: LEASE_NAME }, STOPPED_LEADING[why]);
      process.exit(RESTART_EXIT_CODE);
    },
    isAble: () => opened && !REQUIRED_STORES.some(stores.isAway),
    onError,
  });
  const resources = createKubernetesResourceStore({
    connection,
    namespaces: variables.AGATHA_NAMESPACES,
    fieldManager: LEASE_NAME,
    onError,
  });
  stores.add({ resources });
  await operations.listen({ host: variables.HOST, port: variables.OPERATIONS_PORT });

  const log = (message: string) => logger.info(message);
  const connected = connectClusterStores(variables, { program: LEASE_NAME, signal, log, onError, clock });
  const { documents, objects, events } = connected;
  stores.add({ documents, objects, events });
  const { AGATHA_SECRET_ROLLOUT: rollout, AGATHA_MIGRATE_STORAGE: migrates } = variables;
  const endMaintenance = startMaintenance({
    isLeader: election.isLeader,
    rollOnSecretChange: rollout && (() => rollOnSecretChange(connection, rollout)),
    migrateStorage: migrates ? () => migrateStorage(connection) : undefined,
    logger,
    onError,
  });
  // The key is the address of the document store with its password: a program that knows it needs no token.
  const key = variables.AGATHA_MONGODB_URL;
  const tasks = createTaskServer({ documents, events, clock, key, onError });
  const jobs = createJobRunner(variables, { connection, documents, key, onError });
  const recorder = createEventRecorder({ connection, instance: variables.POD_NAME, onError });
  const { AGATHA_SECRET_KEY: secretKey, AGATHA_PREDICTION_URL: url } = variables;
  const operator = createOperator({
    resources,
    jobs,
    documents,
    objects,
    events,
    timers: { ...systemTimers, now: clock.now },
    logger,
    metrics,
    recorder,
    secrets: createOwnedSecrets(connection),
    ...(secretKey && { tokens: createTokenStore({ documents, clock, config: { secretKey } }) }),
    awaitedStore: connected.awaited,
    predictionUrl: () => url,
  });
  const opening = connected.opened.then(() => {
    opened = true;
  });
  opening.catch((error: unknown) => signal.aborted || onError(error));
  await listen(tasks, { host: variables.HOST, port: variables.PORT, variable: "PORT" });
  election.start();

  return async () => {
    endMaintenance();
    stores.stop();
    await operator.stop();
    await recorder.close();
    await election.stop();
    await jobs.close();
    await closeServer(tasks, SHUTDOWN_GRACE_MS);
    await Promise.all([resources.close(), connected.close(), operations.close(SHUTDOWN_GRACE_MS)]);
  };
}

if (isMainThread) await runInThread(new URL(import.meta.url));
else {
  await runProgram(async (signal) => {
    const variables = readEnvironment(environment, process.env);
    // Synchronous, so that the last messages are written before the thread ends.
    const logger = createLogger(variables.LOG_LEVEL, destination({ sync: true }));
    const endTracing = await startTracing(LEASE_NAME, process.env);
    const stop = await startOperatorProcess(variables, logger, signal);
    return () => stop().finally(endTracing);
  }, stopOnMainThreadMessage);
}
