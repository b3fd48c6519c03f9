/** The operator of a cluster: one replica reconciles, the others stand by. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { hostname } from "node:os";
import { isMainThread } from "node:worker_threads";
import { openClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";
import { clusterVariables } from "@agatha/adapters/cluster/variables";
import { createKubernetesJobRunner } from "@agatha/adapters/jobs/kubernetes-job-runner";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import { createKubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createEventRecorder } from "@agatha/adapters/kubernetes/event-recorder";
import { createElection } from "@agatha/adapters/kubernetes/lease";
import { createPace, DEFAULT_PACE } from "@agatha/adapters/kubernetes/pace";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { json, NAMESPACE, readEnvironment, VARIABLES } from "@agatha/adapters/server/environment";
import { closeServer, listen } from "@agatha/adapters/server/listen";
import { createOperations } from "@agatha/adapters/server/operations";
import { BEGIN_ANEW, runInThread, untilMainThreadStops } from "@agatha/adapters/server/run-in-thread";
import { runProgram } from "@agatha/adapters/server/run-program";
import { createStoreHealth } from "@agatha/adapters/server/store-health";
import { systemTimers } from "@agatha/contracts/timers";
import { destination, type Logger, pino } from "pino";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { z } from "zod";
import { createOperator } from "./index.js";

const { OPERATIONS_PORT, LOG_LEVEL } = VARIABLES;
const environment = z.object({
  OPERATIONS_PORT,
  LOG_LEVEL,
  HOST: VARIABLES.HOST.default("0.0.0.0"),
  AGATHA_NAMESPACE: NAMESPACE,
  POD_NAME: z.string().min(1).default(hostname()).describe("Name of this process in the lease."),
  AGATHA_JOBS: json(kubernetesJobSettings).describe("How the pods of trainings are made, as JSON."),
  ...clusterVariables.shape,
});
type Environment = z.infer<typeof environment>;

const LEASE = "agatha-operator";
/** Twice the usual, as the lease is asked for on a way of its own: together at most one request a second while the server is in trouble. */
const PACE = { ...DEFAULT_PACE, gapMs: 2 * DEFAULT_PACE.gapMs };
const GRACE_MS = 2_000;

/** Starts everything but the reconciling, which begins when this process is elected. Returns the way to stop. */
async function start(variables: Environment, logger: Logger, signal: AbortSignal): Promise<() => Promise<void>> {
  const { AGATHA_NAMESPACE: namespace } = variables;
  const onError = (err: unknown) => logger.warn({ err }, "work in the background failed");
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const leader = new Gauge({
    name: "leader_election_master_status",
    help: "1 while this process leads.",
    labelNames: ["name"],
    registers: [metrics],
  });
  leader.set({ name: LEASE }, 0);

  const connection = createKubernetesConnection({ namespace, pace: createPace(PACE), leads: () => election.leads() });
  const election = createElection({
    connection: createKubernetesConnection({ namespace, pace: createPace(PACE) }),
    name: LEASE,
    identity: `${variables.POD_NAME}_${randomUUID()}`,
    onElected() {
      logger.info({ lease: LEASE }, "elected: reconciling begins");
      leader.set({ name: LEASE }, 1);
      operator.start();
    },
    onLost() {
      // At once, whatever is under way: somebody else may write from now on.
      logger.error({ lease: LEASE }, "the lease is lost: whatever is under way ends, and this process stands for election again");
      process.exit(BEGIN_ANEW);
    },
    onError,
  });
  const resources = createKubernetesResourceStore({ connection });
  const jobs = createKubernetesJobRunner({ connection, settings: variables.AGATHA_JOBS, onError });
  const stores = createStoreHealth({ metrics, logger, hints: ["events"] });
  stores.add({ resources });
  let opened = false;
  const ready = () => opened && (!election.leads() || operator.ready());
  const operations = createServer(createOperations({ stores, ready, metrics, logger }));
  await listen(operations, { host: variables.HOST, port: variables.OPERATIONS_PORT, variable: "OPERATIONS_PORT" });

  const say = (message: string) => logger.info(message);
  const { documents, objects, events, close } = await openClusterStores(variables, { program: LEASE, signal, say, onError });
  stores.add({ documents, objects, events });
  opened = true;
  const recorder = createEventRecorder({ connection, instance: variables.POD_NAME, onError });
  const operator = createOperator({
    resources,
    jobs,
    documents,
    objects,
    events,
    timers: systemTimers,
    logger,
    metrics,
    recorder,
  });
  election.start();

  return async () => {
    stores.stop();
    await operator.stop();
    await recorder.close();
    await election.stop();
    await jobs.close();
    await Promise.all([resources.close(), close(), closeServer(operations, GRACE_MS)]);
  };
}

if (isMainThread) await runInThread(new URL(import.meta.url));
else {
  await runProgram(async (signal) => {
    const variables = readEnvironment(environment, process.env);
    // What is logged last must be out before the thread ends.
    const logger = pino({ level: variables.LOG_LEVEL }, destination({ sync: true }));
    return await start(variables, logger, signal);
  }, untilMainThreadStops);
}
