import type { KubernetesConnection } from "../kubernetes/connection.js";
import { listAll } from "../kubernetes/list-all.js";
import { createLatestVersion, createWatch, type WatchTarget } from "../kubernetes/watch.js";
import { toJob } from "./kubernetes-job-state.js";
import type { KubernetesJob } from "./kubernetes-job-types.js";

export interface JobInformer {
  /** Returns a function that unsubscribes. */
  subscribe(changed: (name: string) => void): () => void;
  stop(): Promise<void>;
}

const RETRY_DELAY_MS = 5_000;
/** Interval of relists, which recover missed events. */
const RELIST_MS = 5 * 60_000;

/** Lists and watches jobs from the first observer on, without end, and passes on the names of jobs whose phase has changed. */
export function createJobInformer(connection: KubernetesConnection, what: WatchTarget, onError: (error: unknown) => void): JobInformer {
  const observers = new Set<(name: string) => void>();
  const phases = new Map<string, string>();
  const stopping = new AbortController();
  const watch = createWatch(connection, createLatestVersion());
  let running: Promise<void> | undefined;
  let known = false;

  function tell(name: string): void {
    for (const changed of observers) {
      try {
        changed(name);
      } catch (error) {
        onError(error);
      }
    }
  }

  function saw(job: KubernetesJob): void {
    const { name } = job.metadata;
    const { phase } = toJob(job, []);
    if (phases.get(name) === phase) return;
    phases.set(name, phase);
    if (known) tell(name);
  }

  function lost(name: string): void {
    if (phases.delete(name)) tell(name);
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const { items, resourceVersion } = await listAll<KubernetesJob>(connection, what);
    const present = new Set(items.map((job) => job.metadata.name));
    for (const name of [...phases.keys()]) if (!present.has(name)) lost(name);
    for (const job of items) saw(job);
    known = true;
    for await (const { type, object } of watch<KubernetesJob>(what, resourceVersion, signal)) {
      if (type === "DELETED") lost(object.metadata.name);
      else saw(object);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const relisting = new AbortController();
      const relist = () => relisting.abort();
      const timer = setTimeout(relist, RELIST_MS);
      stopping.signal.addEventListener("abort", relist);
      const due = await follow(relisting.signal).then(
        () => relisting.signal.aborted,
        (error: unknown) => {
          if (!stopping.signal.aborted) onError(error);
          return false;
        },
      );
      clearTimeout(timer);
      stopping.signal.removeEventListener("abort", relist);
      if (!due) await pause(stopping.signal);
    }
  }

  return {
    subscribe(changed) {
      const observer = (name: string) => changed(name);
      observers.add(observer);
      running ??= run();
      return () => void observers.delete(observer);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_DELAY_MS);
    signal.addEventListener("abort", done);
  });
}
