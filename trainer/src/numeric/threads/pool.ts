/**
 * Worker threads for work in independent parts. They start when first needed, stay for the next job, and do not keep the
 * process alive while idle. Kept by the process and not passed as a parameter: a thread holds megabytes and warm code.
 */
import { Worker } from "node:worker_threads";
import type { WorkerAssignment, WorkerReport } from "./worker-protocol.js";

export interface Job {
  /** Exports `prepare` as in part.ts. */
  module: URL;
  /** Copied to every thread, but for arrays over SharedArrayBuffer. */
  input: unknown;
  parts: number;
  /** Worker threads at the most. */
  threads: number;
  signal: AbortSignal;
  /** Called in this thread as parts are done, in any order; not after an abort. */
  done(part: number, result: unknown): void;
}

/** The one that worked last is taken first: its code and memory are warm. */
const idleWorkers: Worker[] = [];

/** Runs all parts. Throws the signal's reason at once when it is aborted; the threads end with the part they are at. */
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

/** Has one worker take part in the job until no part is left. */
function runOnWorker(assignment: WorkerAssignment, job: Job): Promise<void> {
  const worker = acquireWorker();
  return new Promise((resolve, reject) => {
    const leave = () => {
      worker.off("message", hear).off("error", reject).off("exit", end);
      worker.unref();
      idleWorkers.push(worker);
    };
    const end = (code: number) => reject(new Error(`A worker thread ended by itself with exit code ${code}`));
    const take = (part: number, result: unknown) => {
      try {
        job.done(part, result);
      } catch (error) {
        reject(error);
      }
    };
    const hear = (report: WorkerReport) => {
      if (report.kind !== "part") leave();
      if (report.kind === "end") resolve();
      else if (report.kind === "failure") reject(report.error);
      else if (!job.signal.aborted) take(report.part, report.result);
    };
    worker.on("message", hear).on("error", reject).on("exit", end);
    worker.postMessage(assignment);
  });
}

function acquireWorker(): Worker {
  const rested = idleWorkers.pop();
  if (rested !== undefined) {
    rested.ref();
    return rested;
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  worker.once("exit", () => {
    const at = idleWorkers.indexOf(worker);
    if (at >= 0) idleWorkers.splice(at, 1);
  });
  return worker;
}
