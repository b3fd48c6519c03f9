export interface JobSpec {
  /** Deterministic, a DNS label of at most 63 characters. It is also the id of the task that the job carries out. */
  name: string;
  /** Shown to administrators, and set as labels and owner in the cluster. */
  owner: { kind: string; name: string; uid: string };
  memoryMiB: number;
  cpus: number;
  /** Wall clock from the start of the job, not counting the time it is queued. */
  deadlineSeconds: number;
}

export type JobFailure = "Error" | "OutOfMemory" | "DeadlineExceeded" | "Cancelled" | "Evicted";

export interface Job {
  name: string;
  phase: "queued" | "running" | "succeeded" | "failed";
  failure?: JobFailure;
  /** For people: exit code, signal or what the platform says. */
  message?: string;
  /** ISO 8601 UTC. */
  startedAt?: string;
  finishedAt?: string;
}

export interface JobRunner {
  /** A second launch under the same name is the same job, whatever its phase: no error, no second run. */
  launch(spec: JobSpec): Promise<void>;
  get(name: string): Promise<Job | undefined>;
  list(): Promise<Job[]>;
  /** Calls `changed` with the name whenever a job changes its phase. A hint: `get` has the truth. Returns the way to stop. */
  observe(changed: (name: string) => void): () => void;
  /** Ends a queued or running job: SIGTERM, and SIGKILL 5 s later. It then is failed, Cancelled. No error if there is none. */
  cancel(name: string): Promise<void>;
  /** The last lines that the job printed, oldest first. */
  logs(name: string, lines: number): Promise<string>;
  /** Forgets a finished job, or cancels and forgets an unfinished one, so that its name can be used again. */
  remove(name: string): Promise<void>;
  ping(): Promise<void>;
  /** Stops the runner and, where jobs are its children, the jobs. */
  close(): Promise<void>;
}
