import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { type JobFailure, type JobSpec, NOT_WRITABLE_EXIT_CODE, NOT_WRITABLE_MESSAGE } from "@agatha/contracts";
import type { LogTail } from "./log-tail.js";
import { privateMemoryMiB } from "./private-memory.js";
import { lowerPriority } from "./process-priority.js";

export interface JobCommand {
  file: string;
  args: string[];
  /** The whole environment of the process. */
  env: NodeJS.ProcessEnv;
}

/** `priority` is a value for setPriority of node:os. */
export type JobProcessOptions = JobCommand & { priority: number };

export interface JobOutcome {
  failure?: JobFailure;
  message?: string;
}

export interface JobProcess {
  ended: Promise<JobOutcome>;
  /** Sends SIGTERM, and SIGKILL after the grace period. The first failure given is the job's. */
  stop(failure: JobFailure, message: string): void;
}

const MEMORY_CHECK_MS = 200;
/** Time to wait for the output of an ended process, whose own child processes may hold the pipe open. */
const OUTPUT_DRAIN_MS = 1_000;

/** Starts a process with this memory limit, and with a channel by which it learns its job and the end of this process. */
export function startJobProcess({ file, args, env, priority }: JobProcessOptions, memoryMiB: number): ChildProcess {
  const child = spawn(file, args, {
    env: { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ""} --max-old-space-size=${memoryMiB}`.trim() },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (child.pid !== undefined) lowerPriority(child.pid, priority);
  return child;
}

interface JobSupervision {
  spec: JobSpec;
  log: LogTail;
  /** Milliseconds from SIGTERM to SIGKILL. */
  gracePeriodMs: number;
}

/** Collects the output of a job's process, and ends the process at the job's limits. */
export function superviseJob(child: ChildProcess, { spec, log, gracePeriodMs }: JobSupervision): JobProcess {
  let stopped: JobOutcome | undefined;
  const outputs = [child.stdout, child.stderr].filter((stream): stream is Readable => stream !== null);
  for (const stream of outputs) stream.on("data", log.writer());

  const timers: NodeJS.Timeout[] = [];
  function stop(failure: JobFailure, message: string): void {
    if (stopped) return;
    stopped = { failure, message };
    child.kill("SIGTERM");
    timers.push(setTimeout(() => child.kill("SIGKILL"), gracePeriodMs));
  }
  const tooLong = `The job ran longer than ${spec.deadlineSeconds} s`;
  timers.push(setTimeout(() => stop("DeadlineExceeded", tooLong), spec.deadlineSeconds * 1000));
  const watch = setInterval(() => {
    if (stopped || child.pid === undefined || (privateMemoryMiB(child.pid) ?? 0) <= spec.memoryMiB) return;
    stopped = outOfMemory(spec);
    // Kills at once: in the grace period the process could use all memory that others need.
    child.kill("SIGKILL");
  }, MEMORY_CHECK_MS);

  const ended = waitForExit(child, outputs).then((exit) => {
    clearInterval(watch);
    for (const timer of timers) clearTimeout(timer);
    return stopped ?? outcomeOf(exit, spec, log);
  });
  return { ended, stop };
}

interface Exit {
  code: number | null;
  signal: string | null;
  error?: Error;
}

function waitForExit(child: ChildProcess, outputs: Readable[]): Promise<Exit> {
  return new Promise((resolve) => {
    // The process could not be started, so there is no exit event.
    child.on("error", (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
    child.on("exit", (code, signal) => {
      const waited = setTimeout(() => {
        for (const stream of outputs) stream.destroy();
        resolve({ code, signal });
      }, OUTPUT_DRAIN_MS);
      child.on("close", () => {
        clearTimeout(waited);
        resolve({ code, signal });
      });
    });
  });
}

function outcomeOf({ code, signal, error }: Exit, spec: JobSpec, log: LogTail): JobOutcome {
  if (code === 0) return {};
  if (code === NOT_WRITABLE_EXIT_CODE) return { failure: "NotWritable", message: NOT_WRITABLE_MESSAGE };
  if (error) return { failure: "Error", message: `The job could not be started: ${error.message}` };
  // Output of V8 before it aborts, and Node's error for a worker thread.
  if (/heap out of memory|ERR_WORKER_OUT_OF_MEMORY/.test(log.last(100))) return outOfMemory(spec);
  return { failure: "Error", message: signal ? `The job was ended by ${signal}` : `The job ended with exit code ${code}` };
}

function outOfMemory(spec: JobSpec): JobOutcome {
  return { failure: "OutOfMemory", message: `The job needed more than ${spec.memoryMiB} MiB of memory` };
}
