/**
 * Worker threads for work in independent parts. They start when first needed, stay for the next job, and do not keep the
 * process alive while idle. Kept by the process and not passed as a parameter: a thread holds megabytes and warm code.
 */
import { Worker } from "node:worker_threads";
import type { Assignment, Report } from "./part.js";

export interface Job {
  /** Exports `prepare` as in part.ts. */
  module: URL;
  /** Copied to every thread, but for arrays over SharedArrayBuffer. */
  input: unknown;
  parts: number;
  /** Worker threads at the most. */
  threads: number;
  signal: AbortSignal;
  /** Called in this thread as parts are done, in any order. */
  done(part: number, result: unknown): void;
}

const idle: Worker[] = [];
let lastId = 0;

/** Runs all parts. Throws the signal's reason at once when it is aborted; the threads end with the part they are at. */
export async function runParts(job: Job): Promise<void> {
  job.signal.throwIfAborted();
  const next = new Int32Array(new SharedArrayBuffer(4));
  const giveUp = () => Atomics.store(next, 0, job.parts);
  const assignment = { id: ++lastId, module: job.module.href, input: job.input, parts: job.parts, next };
  const aborted = new Promise<never>((_, reject) => {
    job.signal.addEventListener("abort", () => reject(job.signal.reason), { once: true });
  });
  const threads = Math.max(1, Math.min(job.threads, job.parts));
  const running = Promise.all(Array.from({ length: threads }, () => employ(assignment, job)));
  try {
    await Promise.race([running, aborted]);
  } finally {
    giveUp();
    running.catch(() => undefined);
  }
}

/** Has one worker take part in the job until no part is left. */
function employ(assignment: Assignment, job: Job): Promise<void> {
  const worker = idle.pop() ?? new Worker(new URL("./worker.js", import.meta.url));
  return new Promise((resolve, reject) => {
    const leave = () => {
      worker.off("message", hear).off("error", fail).off("exit", fail);
      worker.unref();
    };
    const fail = (error: unknown) => {
      leave();
      reject(error instanceof Error ? error : new Error(`A worker thread ended by itself (exit code ${error})`));
    };
    const hear = (report: Report) => {
      if (report.kind === "part") {
        if (!job.signal.aborted) job.done(report.part, report.result);
        return;
      }
      leave();
      idle.push(worker);
      if (report.kind === "end") resolve();
      else reject(report.error);
    };
    worker.on("message", hear).on("error", fail).on("exit", fail);
    worker.ref();
    worker.postMessage(assignment);
  });
}
