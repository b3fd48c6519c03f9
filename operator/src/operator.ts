import {
  COLLECTIONS,
  type DocumentStore,
  type EventBus,
  type JobRunner,
  type KindName,
  type ObjectStore,
  type ResourceStore,
  type TransitionRecorder,
} from "@agatha/contracts";
import { createInformer, type Informer } from "@agatha/contracts/informer";
import type { Timers } from "@agatha/contracts/timers";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { reconcileAutoModel } from "./auto-model/reconcile.js";
import { reconcileCalculation } from "./calculation/reconcile.js";
import { reconcileDataset } from "./dataset/reconcile.js";
import { reconcileEvaluation } from "./evaluation/reconcile.js";
import { reconcileModel } from "./model/reconcile.js";
import { type Controller, createController, type ReconcileResult } from "./runtime/controller.js";
import { createControllerMetrics } from "./runtime/metrics.js";

export interface OperatorDeps {
  resources: ResourceStore;
  documents: DocumentStore;
  objects: ObjectStore;
  jobs: JobRunner;
  events: EventBus;
  timers: Timers;
  logger: Logger;
  metrics: Registry;
  /** Shows transitions beside the objects; none where nobody would look. */
  recorder?: TransitionRecorder;
}

export interface Operator {
  start(): void;
  /** Whether every kind has been listed. */
  ready(): boolean;
  /** Resolves when nothing is being reconciled any more. Jobs go on. */
  stop(): Promise<void>;
}

const RECONCILE_BACKOFF = { baseMs: 200, capMs: 30_000 };
/** Of each kind. A reconciliation is some ten answers of servers, and hardly any work of our own. */
const MAX_CONCURRENT_RECONCILES = 16;

export function createOperator(deps: OperatorDeps): Operator {
  const { resources, timers, logger } = deps;
  const metricsOf = createControllerMetrics(deps.metrics);
  const informer = <K extends KindName>(kind: K) => createInformer({ kind, resources, timers, logger });
  const controller = <K extends KindName>(kind: K, of: Informer<K>, reconcile: (name: string) => Promise<ReconcileResult>) =>
    createController({
      kind,
      informer: of,
      reconcile,
      timers,
      logger,
      metrics: metricsOf(kind.toLowerCase()),
      backoff: RECONCILE_BACKOFF,
      concurrency: MAX_CONCURRENT_RECONCILES,
    });

  const datasets = informer("Dataset");
  const models = informer("Model");
  const calculations = informer("Calculation");
  const autoModels = informer("AutoModel");
  const evaluations = informer("Evaluation");
  const controllers: Record<string, Controller> = {
    Dataset: controller("Dataset", datasets, (name) => reconcileDataset({ ...deps, datasets }, name)),
    Model: controller("Model", models, (name) => reconcileModel({ ...deps, datasets, models }, name)),
    Calculation: controller("Calculation", calculations, (name) => reconcileCalculation({ ...deps, calculations }, name)),
    AutoModel: controller("AutoModel", autoModels, (name) => reconcileAutoModel({ ...deps, datasets, models, autoModels }, name)),
    Evaluation: controller("Evaluation", evaluations, (name) => reconcileEvaluation({ ...deps, evaluations }, name)),
  };
  const informers = [datasets, models, calculations, autoModels, evaluations];
  // What waits for another object is looked at when that one changes.
  datasets.onChange(({ resource: { metadata } }) => {
    for (const waiting of [...models.list(), ...calculations.list(), ...autoModels.list()]) {
      if (waiting.spec.datasetRef === metadata.name) controllers[waiting.kind]!.enqueue(waiting.metadata.name);
    }
    for (const { spec, metadata: waiting } of evaluations.list()) {
      if (spec.datasetRef === metadata.name || spec.testDataset === metadata.name) controllers.Evaluation!.enqueue(waiting.name);
    }
  });
  models.onChange(({ resource: { metadata } }) => {
    for (const owner of metadata.ownerReferences ?? []) if (owner.kind === "AutoModel") controllers.AutoModel!.enqueue(owner.name);
    for (const { kind, spec, metadata: waiting } of calculations.list()) {
      if (spec.modelRef === metadata.name) controllers[kind]!.enqueue(waiting.name);
    }
    for (const { spec, metadata: waiting } of evaluations.list()) {
      if (spec.models.includes(metadata.name)) controllers.Evaluation!.enqueue(waiting.name);
    }
  });

  const tasks = deps.documents.collection(COLLECTIONS.tasks);
  async function wake(taskId: string) {
    try {
      const task = await tasks.get(taskId);
      if (task) controllers[task.resourceKind]?.enqueue(task.resourceName);
    } catch (error) {
      logger.warn({ err: error, taskId }, "whom a job works for could not be read; it is looked at later");
    }
  }
  const silence: (() => void)[] = [];

  return {
    start() {
      silence.push(
        deps.jobs.observe((name) => void wake(name)),
        deps.events.subscribe("taskFinished", ({ kind, resource }) => controllers[kind]?.enqueue(resource)),
      );
      for (const informer of informers) informer.start();
    },
    ready: () => informers.every((informer) => informer.synced()),
    async stop() {
      for (const quiet of silence) quiet();
      await Promise.all(informers.map((informer) => informer.stop()));
      await Promise.all(Object.values(controllers).map((one) => one.shutDown()));
    },
  };
}
