/**
 * Pool of worker threads for independent parts of work. Threads start on demand, stay for the next job, and do not keep the
 * process alive while idle. The pool belongs to the process and is not passed as a parameter, since a thread holds megabytes and
 * compiled code.
 */
import { Worker } from "node:worker_threads";
import { ENDED, FAILED, type WorkerAssignment, type WorkerReport } from "./worker-protocol.js";

export interface Job {
  /** Module that exports `prepare` as in worker-protocol.ts. */
  module: URL;
  /** Copied to every thread, except arrays over SharedArrayBuffer. */
  input: unknown;
  parts: number;
  signal: AbortSignal;
  /** Called in this thread when a part is done, in any order; never after an abort. */
  done(part: number, result: unknown): void;
}

/** Parts that this thread does together with workers. */
export interface SharedJob extends Pick<Job, "module" | "input" | "parts"> {
  /** Most threads for the job, this one included. */
  threads: number;
  /** Does a part in this thread, as the module does in workers. */
  work(part: number): void;
}

/** Milliseconds of work that must be left for workers to help. On a busy machine a worker may wait for some before it goes on. */
const MIN_SHARED_MS = 2;
/** Milliseconds after which a part counts as lost with its worker. */
const LOST_AFTER_MS = 600_000;

let limit = 1;

/** Sets how many threads may work at once. It is 1 until this is called. */
export function limitThreads(threads: number): void {
  limit = threads;
}

/** Returns how many threads may work at once, this one included. */
export function threadLimit(): number {
  return limit;
}

/** Idle workers. The one that worked last is reused first, since its code and memory are cached. */
const idleWorkers: Worker[] = [];

/** Runs all parts. Throws the signal's reason at once when it is aborted; threads finish the part they work on. */
export async function runParts(job: Job): Promise<void> {
  job.signal.throwIfAborted();
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const threads = Math.max(1, Math.min(limit, job.parts));
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    job.signal.addEventListener("abort", () => reject(job.signal.reason), { signal: settled.signal });
  });
  try {
    await Promise.race([
      aborted,
      Promise.all(Array.from({ length: threads }, (_, thread) => runOnWorker({ ...assignmentOf(job, next), thread }, job))),
    ]);
  } finally {
    settled.abort();
    Atomics.store(next, 0, job.parts);
  }
}

/**
 * Runs all parts, on this thread and on idle workers, and returns when they are done. Parts write their results to shared memory.
 * The first part tells whether the others take long enough for workers to help, so a job needs several parts for each thread. A
 * worker that is slow to start takes no part.
 */
export function runPartsTogether(job: SharedJob): void {
  const { parts, work } = job;
  const start = performance.now();
  if (parts > 0) work(0);
  if ((performance.now() - start) * (parts - 1) < MIN_SHARED_MS) {
    for (let part = 1; part < parts; part++) work(part);
  } else {
    shareParts(job);
  }
}

/** Runs all parts but the first. */
function shareParts(job: SharedJob): void {
  const { parts, work } = job;
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const counts = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  next[0] = 1;
  idleHelpers(Math.min(job.threads, limit, parts - 1) - 1).forEach((worker, i) => {
    worker.postMessage({ ...assignmentOf(job, next), thread: i + 1, counts });
  });
  let own = 1;
  try {
    for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
      own++;
      work(part);
    }
  } finally {
    const others = Math.min(Atomics.exchange(next, 0, parts), parts) - own;
    waitForParts(counts, others);
  }
  if (Atomics.load(counts, FAILED) > 0) throw new Error("A part of the work failed in a worker thread");
}

/** Blocks this thread until that many parts have ended in workers. */
function waitForParts(counts: Int32Array, parts: number): void {
  for (let ended = Atomics.load(counts, ENDED); ended < parts; ended = Atomics.load(counts, ENDED)) {
    if (Atomics.wait(counts, ENDED, ended, LOST_AFTER_MS) === "timed-out") throw new Error("A worker thread ended without its part");
  }
}

/** Returns workers that have nothing to do. They stay idle for the pool, since the caller waits for what they begin. */
function idleHelpers(count: number): Worker[] {
  if (count < 1) return [];
  while (idleWorkers.length < count) {
    const worker = startWorker();
    worker.unref();
    idleWorkers.push(worker);
  }
  return idleWorkers.slice(-count);
}

function assignmentOf(
  { module, input, parts }: Pick<Job, "module" | "input" | "parts">,
  next: Int32Array,
): Omit<WorkerAssignment, "thread"> {
  return { module: module.href, input, parts, next };
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
  return startWorker();
}

function startWorker(): Worker {
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  worker.once("exit", () => {
    const at = idleWorkers.indexOf(worker);
    if (at >= 0) idleWorkers.splice(at, 1);
  });
  return worker;
}
