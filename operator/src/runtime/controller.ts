import { Conflict, type KindName } from "@agatha/contracts";
import { type Backoff, backoffMs, type Timers } from "@agatha/contracts/ports/timers";
import type { Informer } from "@agatha/contracts/resources/informer";
import type { Logger } from "pino";
import type { ControllerMetrics, ReconcileResultLabel } from "./metrics.js";
import { createWorkQueue } from "./work-queue.js";

/** `requeueAfter` in milliseconds: time until the next reconciliation without a change. */
export interface ReconcileResult {
  requeueAfter?: number;
}

interface ControllerDeps<K extends KindName> {
  kind: K;
  informer: Informer<K>;
  /** Reconciles the object with this name. Throws to be called again later; the queue handles the delay. */
  reconcile: (name: string) => Promise<ReconcileResult>;
  timers: Timers;
  logger: Logger;
  metrics: ControllerMetrics;
  backoff: Backoff;
  concurrency: number;
}

interface Controller {
  /** Requests a reconciliation of the object soon. */
  enqueue(name: string): void;
  /** Resolves when no reconciliation is running. */
  shutDown(): Promise<void>;
}

/**
 * Creates a controller, which reconciles an object whenever it changes. It reconciles several objects concurrently, but each
 * object in one worker only.
 */
export function createController<K extends KindName>(deps: ControllerDeps<K>): Controller {
  const { kind, informer, reconcile, timers, logger, metrics, backoff, concurrency } = deps;
  const failures = new Map<string, number>();

  async function work(name: string): Promise<number | undefined> {
    const start = timers.now();
    const done = (result: ReconcileResultLabel) => metrics.reconciled(result, (timers.now() - start) / 1000);
    try {
      const { requeueAfter } = await reconcile(name);
      failures.delete(name);
      done(requeueAfter === undefined ? "success" : "requeue_after");
      return requeueAfter;
    } catch (error) {
      const count = (failures.get(name) ?? 0) + 1;
      failures.set(name, count);
      // The cache lagged behind, or another writer was first. This is expected, and a retry resolves it.
      const stale = error instanceof Conflict;
      done(stale ? "requeue" : "error");
      logger[stale ? "debug" : "error"]({ err: error, kind, name, failures: count }, "reconciling failed; it is tried again");
      metrics.retried();
      return backoffMs(backoff, count);
    }
  }

  const queue = createWorkQueue({
    process: work,
    concurrency,
    timers,
    onDepthChange(waiting, working) {
      metrics.depth(waiting);
      metrics.active(working);
    },
  });
  function enqueue(name: string) {
    metrics.added();
    queue.add(name);
  }
  informer.onChange(({ resource }) => enqueue(resource.metadata.name));
  return { enqueue, shutDown: () => queue.shutDown() };
}
