import { Conflict, type KindName } from "@agatha/contracts";
import type { Informer } from "@agatha/contracts/informer";
import { type Backoff, backoffMs, type Timers } from "@agatha/contracts/timers";
import type { Logger } from "pino";
import type { ControllerMetrics, ReconcileResultLabel } from "./metrics.js";
import { createWorkQueue } from "./work-queue.js";

/** `requeueAfter` in milliseconds: when to look again without being told of a change. */
export interface ReconcileResult {
  requeueAfter?: number;
}

export interface ControllerDeps<K extends KindName> {
  kind: K;
  informer: Informer<K>;
  /** The key is the object's name. Throws to be called again after a while; the waiting belongs to the queue. */
  reconcile: (name: string) => Promise<ReconcileResult>;
  timers: Timers;
  logger: Logger;
  metrics: ControllerMetrics;
  backoff: Backoff;
  concurrency: number;
}

export interface Controller {
  /** Has the object looked at soon. */
  enqueue(name: string): void;
  /** Resolves when no reconciliation is under way any more. */
  shutDown(): Promise<void>;
}

/** Reconciles an object whenever it changes; objects at the same time, but each of them by one worker only. */
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
      // The view lagged behind, or someone else wrote: to be expected, and set right by looking again.
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
