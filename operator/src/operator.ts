import {
  type Clock,
  COLLECTIONS,
  type DocumentStore,
  type EventBus,
  isKindName,
  JobRefused,
  type JobRunner,
  KIND_NAMES,
  type KindName,
  type ObjectStore,
  type OwnedSecrets,
  type Resource,
  type ResourceStore,
  type StatusOf,
  type TransitionRecorder,
  Unavailable,
} from "@agatha/contracts";
import type { TokenStore } from "@agatha/contracts/api-access/api-tokens";
import { createMutexByKey } from "@agatha/contracts/mutex";
import type { Timers } from "@agatha/contracts/ports/timers";
import { createInformer, type Informer } from "@agatha/contracts/resources/informer";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { CONTROLLERS } from "./controllers.js";
import { isReleaseDue } from "./lifecycle/finalize.js";
import { createTrainingMetrics } from "./model/training-metrics.js";
import { createController, type ReconcileResult } from "./runtime/controller.js";
import { createControllerMetrics } from "./runtime/metrics.js";
import { registerObjectMetrics } from "./runtime/object-metrics.js";
import { statusOfRefusedJob } from "./status/job-refused.js";
import { statusWithoutStore } from "./status/store-unavailable.js";
import { writeStatus } from "./status/write-status.js";

export interface OperatorDeps {
  resources: ResourceStore;
  documents: DocumentStore;
  objects: ObjectStore;
  jobs: JobRunner;
  events: EventBus;
  timers: Timers;
  logger: Logger;
  metrics: Registry;
  /** Shows transitions beside the objects. Optional: some installations have no viewer for them. */
  recorder?: TransitionRecorder;
  /** Secrets for the tokens of models. Optional: some installations have none. */
  secrets?: OwnedSecrets;
  tokens?: Pick<TokenStore, "getOrCreate">;
  /** Returns an error about a store that has not answered since the start: until then objects are at most released. */
  awaitedStore?: () => Unavailable | undefined;
  /** Returns the address of the open model API for the status of models. */
  predictionUrl?: () => string | undefined;
}

export interface Operator {
  start(): void;
  /** Returns true if every kind has been listed. */
  ready(): boolean;
  /** Resolves when no reconciliation is running. Jobs continue. */
  stop(): Promise<void>;
}

type Informers = { readonly [K in KindName]: Informer<K> };

const RECONCILE_BACKOFF = { baseMs: 200, capMs: 30_000 };
/** Limit per kind. A reconciliation waits for about ten server responses and does little work itself. */
const MAX_CONCURRENT_RECONCILES = 16;

/** Returns the operator with a controller and an informer for each kind. It does nothing until it is started. */
export function createOperator(deps: OperatorDeps): Operator {
  const { resources, timers, logger } = deps;
  const metricsFor = createControllerMetrics(deps.metrics);
  const informers = forEachKind((kind) => createInformer({ kind, resources, timers, logger })) as Informers;
  const recordTraining = createTrainingMetrics(deps.metrics);
  const oneAtATime = createMutexByKey();
  registerObjectMetrics(deps.metrics, informers, timers);

  async function reconcile(kind: KindName, name: string): Promise<ReconcileResult> {
    const known = informers[kind].get(name);
    try {
      const awaited = deps.awaitedStore?.();
      if (awaited && !(known && isReleaseDue(known, timers))) throw awaited;
      return await CONTROLLERS[kind].reconcile({ ...deps, listers: informers, recordTraining, oneAtATime }, name);
    } catch (error) {
      await tellObstacle(informers[kind].get(name), error);
      throw error;
    }
  }
  /** Does nothing if the resource store is what does not answer, or the object has changed: it is tried again anyway. */
  async function tellObstacle<K extends KindName>(resource: Resource<K> | undefined, error: unknown): Promise<void> {
    const status = resource && statusWithObstacle(resource, error, timers);
    if (status) await writeStatus(deps, resource, status).catch(() => undefined);
  }

  const controllers = forEachKind((kind) =>
    createController({
      kind,
      informer: informers[kind] as Informer<KindName>,
      reconcile: (name) => reconcile(kind, name),
      timers,
      logger,
      metrics: metricsFor(kind.toLowerCase()),
      backoff: RECONCILE_BACKOFF,
      concurrency: MAX_CONCURRENT_RECONCILES,
    }),
  );
  for (const kind of KIND_NAMES) {
    for (const watch of CONTROLLERS[kind].watches) {
      (informers[watch.kind] as Informer<KindName>).onChange(({ resource }) => {
        for (const name of watch.requests(resource, informers)) controllers[kind].enqueue(name);
      });
    }
  }

  const tasks = deps.documents.collection(COLLECTIONS.tasks);
  const enqueue = (kind: string, name: string) => {
    if (isKindName(kind)) controllers[kind].enqueue(name);
  };
  async function enqueueOwnerOf(taskId: string) {
    try {
      const task = await tasks.get(taskId);
      if (task) enqueue(task.resourceKind, task.resourceName);
    } catch (error) {
      logger.warn({ err: error, taskId }, "the task of a job could not be read; its object is reconciled later");
    }
  }
  const unsubscribers: (() => void)[] = [];

  return {
    start() {
      unsubscribers.push(
        deps.jobs.observe((name) => void enqueueOwnerOf(name)),
        deps.events.subscribe("taskFinished", ({ kind, resource }) => enqueue(kind, resource)),
        deps.events.subscribe("tokenChanged", ({ model }) => enqueue("Model", model)),
      );
      for (const informer of Object.values(informers)) informer.start();
    },
    ready: () => Object.values(informers).every((informer) => informer.synced()),
    async stop() {
      for (const unsubscribe of unsubscribers) unsubscribe();
      await Promise.all(Object.values(informers).map((informer) => informer.stop()));
      await Promise.all(Object.values(controllers).map((controller) => controller.shutDown()));
    },
  };
}

/** Returns undefined if there is nothing to report. */
function statusWithObstacle<K extends KindName>(resource: Resource<K>, error: unknown, clock: Clock): StatusOf<K> | undefined {
  if (error instanceof Unavailable) return statusWithoutStore(resource, error, clock);
  return error instanceof JobRefused ? statusOfRefusedJob(resource, error, clock) : undefined;
}

function forEachKind<Value>(make: (kind: KindName) => Value): Record<KindName, Value> {
  return Object.fromEntries(KIND_NAMES.map((kind) => [kind, make(kind)])) as Record<KindName, Value>;
}
