import type { Placement } from "../kinds/placement.js";

/** A runner without nodes ignores the placement. */
export interface JobSpec extends Placement {
  /** Deterministic; a DNS label of at most 63 characters. It is also the id of the job's task. */
  name: string;
  /** Shown to administrators, and set as labels and owner in the cluster. */
  owner: { kind: string; name: string; uid: string };
  /** Id of the user whose job it is. Users take turns where jobs wait for places. */
  account: string;
  memoryMiB: number;
  cpus: number;
  /** Wall-clock time from the start of the job, without the time in the queue. */
  deadlineSeconds: number;
}

/**
 * NotWritable: the job could not save something, because a disk is full or read-only. NotStarted: the platform did not start it
 * within its deadline, or so late that less than half of the deadline was left.
 */
export type JobFailure = "Error" | "OutOfMemory" | "DeadlineExceeded" | "Cancelled" | "Evicted" | "NotWritable" | "NotStarted";

/** Exit code of a job that ended as NotWritable (EX_CANTCREAT of sysexits.h), and the message of the runners. */
export const NOT_WRITABLE_EXIT_CODE = 73;
export const NOT_WRITABLE_MESSAGE = "The job could not save something: a disk is full or read-only";

export interface Job {
  name: string;
  phase: "queued" | "running" | "succeeded" | "failed";
  failure?: JobFailure;
  /** Why a queued job waits, as one CamelCase word. */
  reason?: string;
  /** Message for people: exit code, signal, the platform's text, or why a queued job waits. */
  message?: string;
  /** ISO 8601 UTC. */
  startedAt?: string;
  finishedAt?: string;
}

export interface JobRunner {
  /** Launches a job. A second launch under the same name has no effect, whatever the job's phase. Throws JobRefused. */
  launch(spec: JobSpec): Promise<void>;
  get(name: string): Promise<Job | undefined>;
  list(): Promise<Job[]>;
  /**
   * Calls `changed` with a job's name whenever its phase changes. This is a hint; `get` returns the current state. Returns a
   * function that stops it.
   */
  observe(changed: (name: string) => void): () => void;
  /**
   * Ends a queued or running job: SIGTERM, and SIGKILL 5 s later. The job becomes failed with Cancelled. No error if the job does
   * not exist.
   */
  cancel(name: string): Promise<void>;
  /** Returns the last lines of the job's output, oldest first. */
  logs(name: string, lines: number): Promise<string>;
  /** Removes a finished job, or cancels and removes an unfinished one, so that its name can be reused. */
  remove(name: string): Promise<void>;
  ping(): Promise<void>;
  /** Stops the runner, and its jobs if they are child processes. */
  close(): Promise<void>;
}
