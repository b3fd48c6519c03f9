import type { Job } from "@agatha/contracts";
import { type Backoff, systemTimers, type Timers } from "@agatha/contracts/ports/timers";
import { createObjectInformer, type InformedObject, type ObjectChange } from "@agatha/contracts/resources/informer";
import type { KubernetesConnection } from "../kubernetes/connection.js";
import { listAll } from "../kubernetes/list-all.js";
import { createLatestVersion, createWatch, type WatchTarget } from "../kubernetes/watch.js";
import type { FairJob } from "./fair-order.js";
import { toJob } from "./kubernetes-job-state.js";
import { ACCOUNT_ANNOTATION, type KubernetesJob, TURN_ANNOTATION } from "./kubernetes-job-types.js";

interface JobInformer {
  /** Returns a function that unsubscribes. */
  subscribe(changed: (name: string) => void): () => void;
  stop(): Promise<void>;
}

const BACKOFF: Backoff = { baseMs: 5_000, capMs: 5_000 };

/** The part of a job that the informer keeps. */
export interface JobPhase extends InformedObject {
  phase: Job["phase"];
  /** Present if the job waits, or has waited, for a place among others. */
  fair?: FairJob & { waits: boolean };
}

interface JobInformerOptions {
  onError: (error: unknown) => void;
  onChange?: ((change: ObjectChange<JobPhase>) => void) | undefined;
  timers?: Timers;
}

/** Lists and watches jobs from the first observer on, without end, and passes on the names of jobs whose phase has changed. */
export function createJobInformer(
  connection: KubernetesConnection,
  what: WatchTarget,
  { onError, onChange, timers = systemTimers }: JobInformerOptions,
): JobInformer {
  const observers = new Set<(name: string) => void>();
  const newest = createLatestVersion();
  const watch = createWatch(connection, newest);
  const report = ({ err }: { err?: unknown }) => onError(err);

  const informer = createObjectInformer<JobPhase>({
    kind: "Job",
    source: {
      async list() {
        const { items, resourceVersion } = await listAll<KubernetesJob>(connection, what);
        newest.observe(resourceVersion);
        return { items: items.map(toPhase), resourceVersion };
      },
      async *watch(resourceVersion, signal) {
        for await (const { type, object } of watch<KubernetesJob>(what, resourceVersion, signal)) yield { type, resource: toPhase(object) };
      },
    },
    timers,
    logger: { debug() {}, warn: report, error: report },
    backoff: BACKOFF,
  });

  if (onChange) informer.onChange(onChange);
  informer.onChange(({ type, resource: { metadata, phase }, previous }) => {
    if (type === "SYNC" || previous?.phase === phase) return;
    if (type === "ADDED" && !informer.synced()) return;
    for (const changed of observers) {
      try {
        changed(metadata.name);
      } catch (error) {
        onError(error);
      }
    }
  });

  return {
    subscribe(changed) {
      const observer = (name: string) => changed(name);
      observers.add(observer);
      informer.start();
      return () => void observers.delete(observer);
    },
    stop: informer.stop,
  };
}

function toPhase(job: KubernetesJob): JobPhase {
  const { name, uid, resourceVersion, annotations = {} } = job.metadata;
  const { [ACCOUNT_ANNOTATION]: account, [TURN_ANNOTATION]: turn } = annotations;
  const fair = account !== undefined && turn !== undefined && { account, turn: Number(turn), waits: job.spec.suspend ?? false };
  return { metadata: { name, uid, resourceVersion }, phase: toJob(job, []).phase, ...(fair && { fair }) };
}
