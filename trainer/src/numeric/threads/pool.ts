/**
 * Pool of worker threads for independent parts of work. Threads start on demand, stay for the next job, and do not keep the
 * process alive while idle. The pool belongs to the process and is not passed as a parameter, since a thread holds megabytes and
 * compiled code.
 */
import { Worker } from "node:worker_threads";
import type { WorkerAssignment, WorkerReport } from "./worker-protocol.js";

export interface Job {
  /** Module that exports `prepare` as in worker-protocol.ts. */
  module: URL;
  /** Copied to every thread, except arrays over SharedArrayBuffer. */
  input: unknown;
  parts: number;
  /** Most worker threads for the job. */
  threads: number;
  signal: AbortSignal;
  /** Called in this thread when a part is done, in any order; never after an abort. */
  done(part: number, result: unknown): void;
}

/** Idle workers. The one that worked last is reused first, since its code and memory are cached. */
const idleWorkers: Worker[] = [];

/** Runs all parts. Throws the signal's reason at once when it is aborted; threads finish the part they work on. */
export async function runParts(job: Job): Promise<void> {
  job.signal.throwIfAborted();
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const assignment = { module: job.module.href, input: job.input, parts: job.parts, next };
  const threads = Math.max(1, Math.min(job.threads, job.parts));
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    job.signal.addEventListener("abort", () => reject(job.signal.reason), { signal: settled.signal });
  });
  try {
    await Promise.race([aborted, Promise.all(Array.from({ length: threads }, () => runOnWorker(assignment, job)))]);
  } finally {
    settled.abort();
    Atomics.store(next, 0, job.parts);
  }
}

/** Runs parts of the job on one worker until none is left. */
function runOnWorker(assignment: WorkerAssignment, job: Job): Promise<void> {
  const worker = acquireWorker();
  return new Promise((resolve, reject) => {
    const release = () => {
      worker.off("message", onMessage).off("error", reject).off("exit", onExit);
      worker.unref();
      idleWorkers.push(worker);
    };
    const onExit = (code: number) => reject(new Error(`A worker thread ended by itself with exit code ${code}`));
    const reportDone = (part: number, result: unknown) => {
      try {
        job.done(part, result);
      } catch (error) {
        reject(error);
      }
    };
    const onMessage = (report: WorkerReport) => {
      if (report.kind !== "part") release();
      if (report.kind === "end") resolve();
      else if (report.kind === "failure") reject(report.error);
      else if (!job.signal.aborted) reportDone(report.part, report.result);
    };
    worker.on("message", onMessage).on("error", reject).on("exit", onExit);
    worker.postMessage(assignment);
  });
}

function acquireWorker(): Worker {
  const idle = idleWorkers.pop();
  if (idle !== undefined) {
    idle.ref();
    return idle;
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  worker.once("exit", () => {
    const at = idleWorkers.indexOf(worker);
    if (at >= 0) idleWorkers.splice(at, 1);
  });
  return worker;
}
