import type { ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import {
  type Clock,
  ERRORS,
  errorReason,
  InvalidInput,
  isoTime,
  type Job,
  type JobRunner,
  type JobSpec,
  resourceName,
  systemClock,
} from "@agatha/contracts";
import { emitWarning } from "../emit-warning.js";
import { type FairJob, inTurn, nextTurn } from "./fair-order.js";
import { type JobCommand, type JobOutcome, type JobProcess, startJobProcess, superviseJob } from "./job-process.js";
import { createLogTail, type LogTail } from "./log-tail.js";
import { JOB_PRIORITY } from "./process-priority.js";
import { createSpareProcess } from "./spare-process.js";
import { threadsVariable } from "./threads-variable.js";

export interface ChildProcessJobRunnerOptions {
  /** Command of the process that runs a job. Its memory limit is passed in NODE_OPTIONS. */
  command: (spec: JobSpec) => JobCommand;
  /** Largest number of concurrent jobs; others wait, and accounts take turns. Default: the number of cores. */
  concurrency?: number;
  /** Jobs that precede others in the queue. One urgent job may run in addition to `concurrency` jobs. Default: none. */
  isUrgent?: (spec: JobSpec) => boolean;
  /** Process kept ready for the next urgent job with this memory limit. A SpareMessage has the environment of the job's command. */
  spare?: JobCommand & Pick<JobSpec, "memoryMiB">;
  /** Milliseconds from SIGTERM to SIGKILL (default 5,000). */
  gracePeriodMs?: number;
  clock?: Clock;
  /** Called with exceptions in observers. */
  onError?: (error: unknown) => void;
}

interface JobEntry extends FairJob {
  spec: JobSpec;
  job: Job;
  log: LogTail;
  process?: JobProcess;
  /** Resolves once the job has succeeded or failed. */
  finished: Deferred;
}

const LOG_CHARACTERS = 64 * 1024;
const GRACE_PERIOD_MS = 5_000;

/**
 * Creates a runner whose jobs are child processes of this process. The jobs and their records end with it. The CPU limit is not
 * enforced; a job learns it from AGATHA_THREADS. Jobs run at a lower priority than this process, so that it responds while jobs use
 * all cores.
 */
export function createChildProcessJobRunner(options: ChildProcessJobRunnerOptions): JobRunner {
  const { command, concurrency = availableParallelism(), isUrgent = () => false } = options;
  const { clock = systemClock, onError = emitWarning, gracePeriodMs = GRACE_PERIOD_MS } = options;
  const entries = new Map<string, JobEntry>();
  /** In launch order. */
  const waiting = new Set<JobEntry>();
  const running = new Set<JobEntry>();
  const observers = new Set<(name: string) => void>();
  const spare = options.spare && createSpareProcess({ ...options.spare, priority: JOB_PRIORITY.urgent }, options.spare.memoryMiB);
  let open = true;
  catchErrors(() => spare?.prepare());

  function catchErrors(action: () => void): void {
    try {
      action();
    } catch (error) {
      onError(error);
    }
  }

  /** Notifies observers asynchronously, so that an observer that calls the runner finds a consistent state. */
  function notifyObservers(name: string): void {
    queueMicrotask(() => {
      for (const observer of [...observers]) catchErrors(() => observer(name));
    });
  }

  function finish(entry: JobEntry, { failure, message }: JobOutcome): void {
    waiting.delete(entry);
    running.delete(entry);
    entry.job = {
      ...entry.job,
      phase: failure ? "failed" : "succeeded",
      ...(failure && { failure, message }),
      finishedAt: isoTime(clock),
    };
    entry.finished.resolve();
    notifyObservers(entry.spec.name);
    startQueued();
    if (open && ![...running].some(({ spec }) => isUrgent(spec))) catchErrors(() => spare?.prepare());
  }

  /** Returns the spare process if it fits, otherwise a new one. */
  function processFor(spec: JobSpec): ChildProcess {
    const urgent = isUrgent(spec);
    const job = withThreads(command(spec), spec);
    const ready = urgent && spec.memoryMiB === options.spare?.memoryMiB ? spare?.take(job.env) : undefined;
    return ready ?? startJobProcess({ ...job, priority: urgent ? JOB_PRIORITY.urgent : JOB_PRIORITY.normal }, spec.memoryMiB);
  }

  function start(entry: JobEntry): void {
    const { spec, log } = entry;
    waiting.delete(entry);
    running.add(entry);
    entry.job = { ...entry.job, phase: "running", startedAt: isoTime(clock) };
    notifyObservers(spec.name);
    try {
      entry.process = superviseJob(processFor(spec), { spec, log, gracePeriodMs });
    } catch (error) {
      finish(entry, {
        failure: "Error",
        message: `The job could not be started: ${errorReason(error)}`,
      });
      return;
    }
    void entry.process.ended.then((end) => finish(entry, end));
  }

  function startQueued(): void {
    const inOrder = inTurn(waiting);
    const urgent = inOrder.filter(({ spec }) => isUrgent(spec));
    for (const entry of [...urgent, ...inOrder]) {
      // A job that fails to start ends at once, which may already have started others.
      if (!open || !waiting.has(entry)) continue;
      const slots = concurrency + (isUrgent(entry.spec) ? 1 : 0);
      if (running.size < slots) start(entry);
    }
  }

  async function cancel(name: string): Promise<void> {
    const entry = entries.get(name);
    if (!entry) return;
    const message = "The job was cancelled";
    if (entry.job.phase === "queued") finish(entry, { failure: "Cancelled", message });
    entry.process?.stop("Cancelled", message);
    await entry.finished.promise;
  }

  return {
    async launch(spec) {
      if (!open) throw new Error("The job runner is closed");
      const { name, account } = spec;
      if (!resourceName.safeParse(name).success) {
        throw new InvalidInput(ERRORS.badRequest, { path: "name", message: "Must be a DNS label of at most 63 characters" });
      }
      if (entries.has(name)) return;
      const turn = nextTurn(account, 1, running, waiting);
      const log = createLogTail(LOG_CHARACTERS);
      const entry: JobEntry = { spec, account, turn, job: { name, phase: "queued" }, log, finished: createDeferred() };
      entries.set(name, entry);
      waiting.add(entry);
      notifyObservers(name);
      startQueued();
    },
    async get(name) {
      const entry = entries.get(name);
      return entry && { ...entry.job };
    },
    list: async () => [...entries.values()].map(({ job }) => ({ ...job })),
    observe(changed) {
      const observer = (name: string) => changed(name);
      observers.add(observer);
      return () => void observers.delete(observer);
    },
    cancel,
    logs: async (name, lines) => entries.get(name)?.log.last(lines) ?? "",
    async remove(name) {
      const entry = entries.get(name);
      await cancel(name);
      if (entry && entries.get(name) === entry) entries.delete(name);
    },
    async ping() {
      if (!open) throw new Error("The job runner is closed");
    },
    async close() {
      open = false;
      await Promise.all([...[...entries.keys()].map(cancel), spare?.close()]);
      observers.clear();
    },
  };
}

interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
}

function createDeferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function withThreads(command: JobCommand, { cpus }: JobSpec): JobCommand {
  return { ...command, env: { ...command.env, ...threadsVariable(cpus) } };
}
