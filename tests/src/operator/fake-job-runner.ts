import type { Job, JobFailure, JobRunner, JobSpec } from "@agatha/contracts";

/** Carries out the task of this name, or returns the failure of the job. */
type RunJob = (name: string) => Promise<JobFailure | undefined>;

export interface FakeJobRunner extends JobRunner {
  /** Runs the queued jobs in sequence and returns their number. */
  runQueued(): Promise<number>;
  /** Names of all jobs ever made, in order. Launching an existing job makes none. */
  readonly launched: string[];
  /** Forgets all jobs silently, as the loss of a process or a node does. */
  loseAllJobs(): void;
}

/** Jobs that run in this process when the test calls for it. */
export function createFakeJobRunner(run: RunJob, now: () => number): FakeJobRunner {
  const jobs = new Map<string, Job>();
  const launched: string[] = [];
  const observers = new Set<(name: string) => void>();
  const announce = (name: string) => {
    for (const observer of observers) observer(name);
  };
  const time = () => new Date(now()).toISOString();
  const end = (name: string, failure: JobFailure | undefined) => {
    const job = jobs.get(name);
    if (!job || job.phase === "failed") return;
    jobs.set(name, { ...job, phase: failure ? "failed" : "succeeded", ...(failure && { failure }), finishedAt: time() });
    announce(name);
  };
  return {
    launched,
    async runQueued() {
      const queued = [...jobs.values()].filter(({ phase }) => phase === "queued");
      for (const { name } of queued) {
        jobs.set(name, { name, phase: "running", startedAt: time() });
        end(name, await run(name));
      }
      return queued.length;
    },
    loseAllJobs: () => jobs.clear(),
    async launch({ name }: JobSpec) {
      if (jobs.has(name)) return;
      launched.push(name);
      jobs.set(name, { name, phase: "queued" });
    },
    get: async (name) => jobs.get(name),
    list: async () => [...jobs.values()],
    observe(changed) {
      observers.add(changed);
      return () => void observers.delete(changed);
    },
    async cancel(name) {
      const job = jobs.get(name);
      if (job?.phase === "queued" || job?.phase === "running") end(name, "Cancelled");
    },
    logs: async () => "",
    async remove(name) {
      jobs.delete(name);
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
}
