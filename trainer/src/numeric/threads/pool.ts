/**
 * Pool of worker threads for independent parts of work. Threads start on demand, stay for the next job, and do not keep the
 * process alive while idle. The pool belongs to the process and is not passed as a parameter, since a thread holds megabytes and
 * compiled code.
 */
import { Worker } from "node:worker_threads";
import {
  ARGS,
  CALL,
  createSharedCalls,
  DONE,
  ENDED,
  FAILED,
  PARTS,
  RUNG,
  SENT,
  type SharedAssignment,
  type SharedCalls,
  takePart,
  WAIT_MS,
  type WorkerAssignment,
  type WorkerMessage,
  type WorkerReport,
  type WorkerStart,
} from "./worker-protocol.js";

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

/** Work that this thread does together with workers, call after call. */
export interface SharedWork {
  /** Module that exports `prepare` as a SharedTask. */
  module: URL;
  /** Copied to every thread, except arrays over SharedArrayBuffer. */
  input: unknown;
  /** Most threads for the work, this one included. */
  threads: number;
  /** Does a part in this thread, as the module does in workers. */
  work(part: number, args: readonly number[]): void;
}

/** Milliseconds of work that must be left for workers to help. On a busy machine a worker may wait for some before it goes on. */
const MIN_SHARED_MS = 1;
/** The same for a call soon after others, between which a worker waits. Together they must have MIN_SHARED_MS. */
const MIN_NEXT_MS = 0.1;
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

interface PoolWorker {
  worker: Worker;
  bell: Int32Array;
  /** Calls of the shared work that was sent last. */
  calls?: SharedCalls;
}

/** Idle workers. The one that worked last is reused first, since its code and memory are cached. */
const idleWorkers: PoolWorker[] = [];

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
      Promise.all(
        Array.from({ length: threads }, () =>
          runOnWorker({ kind: "parts", module: job.module.href, input: job.input, parts: job.parts, next }, job),
        ),
      ),
    ]);
  } finally {
    settled.abort();
    Atomics.store(next, 0, job.parts);
  }
}

/**
 * Returns a function that runs all parts of a call with these arguments, on this thread and on idle workers, and returns when they are
 * done. Parts write their results to shared memory. Each call may have other parts and arguments. Its first part shows whether the
 * others take long enough for workers to help, so a call needs several parts for each thread. Calls soon after one another count
 * together. A worker that is slow to start takes no part.
 */
export function shareWork(shared: SharedWork): (parts: number, args: readonly number[]) => void {
  const calls = createSharedCalls();
  const { next, counts } = calls;
  /** Thread number i + 1 is worker i, in all calls. */
  const helpers: PoolWorker[] = [];
  let call = 0;
  /** End of the last call, and milliseconds of work in it and in those soon before it. */
  const last = { end: Number.NEGATIVE_INFINITY, ms: 0 };

  /** Returns whether workers help in a call that has begun then and has that many milliseconds of work left. */
  function isLong(start: number, ms: number): boolean {
    last.ms = start - last.end < WAIT_MS ? last.ms + ms : ms;
    return ms >= MIN_NEXT_MS && last.ms >= MIN_SHARED_MS;
  }

  function callHelpers(count: number): void {
    const idle = idleHelpers(count);
    const known = helpers.filter((helper) => idle.includes(helper));
    const others = idle
      .filter((helper) => !helpers.includes(helper))
      .slice(0, Math.max(0, Math.min(count - known.length, shared.threads - 1 - helpers.length)));
    helpers.push(...others);
    for (const helper of [...known, ...others].slice(0, count)) {
      const thread = helpers.indexOf(helper) + 1;
      callHelper(helper, { kind: "shared", module: shared.module.href, input: shared.input, thread, calls });
    }
  }

  return (parts, args) => {
    const threads = Math.min(shared.threads, limit, parts - 1);
    const start = performance.now();
    if (parts > 0) shared.work(0, args);
    if (threads < 2 || !isLong(start, (performance.now() - start) * (parts - 1))) {
      for (let part = 1; part < parts; part++) shared.work(part, args);
      last.end = performance.now();
      return;
    }
    calls.args.set(args);
    counts[ARGS] = args.length;
    counts[PARTS] = parts;
    counts[ENDED] = 0;
    counts[FAILED] = 0;
    call++;
    Atomics.store(next, 0, BigInt(call) * CALL + 1n);
    callHelpers(threads - 1);
    let own = 1;
    try {
      for (let part = takePart(calls, call); part !== undefined; part = takePart(calls, call)) {
        own++;
        shared.work(part, args);
      }
    } finally {
      // No number of parts reaches this place, so a worker takes nothing while the next call is written.
      const taken = Number(Atomics.exchange(next, 0, BigInt(call) * CALL + CALL - 1n) % CALL);
      waitForParts(counts, taken - own);
      last.end = performance.now();
    }
    if (Atomics.load(counts, FAILED) > 0) throw new Error("A part of the work failed in a worker thread");
  };
}

/** Blocks this thread until that many parts have ended in workers. */
function waitForParts(counts: Int32Array, parts: number): void {
  for (let ended = Atomics.load(counts, ENDED); ended < parts; ended = Atomics.load(counts, ENDED)) {
    if (Atomics.wait(counts, ENDED, ended, LOST_AFTER_MS) === "timed-out") throw new Error("A worker thread ended without its part");
  }
}

/**
 * Returns at least that many workers that have nothing to do, the one that worked last first. They stay idle for the pool, since the
 * caller waits for what they begin.
 */
function idleHelpers(count: number): PoolWorker[] {
  while (idleWorkers.length < count) {
    const started = startWorker();
    started.worker.unref();
    idleWorkers.push(started);
  }
  return idleWorkers.toReversed();
}

/** Notifies a worker that a call has begun. It gets the work in a message if it does not have it from an earlier call. */
function callHelper(helper: PoolWorker, assignment: SharedAssignment): void {
  const hasIt = helper.calls === assignment.calls && Atomics.load(helper.bell, DONE) < Atomics.load(helper.bell, SENT);
  if (hasIt) ring(helper);
  else send(helper, assignment);
}

function send(to: PoolWorker, message: WorkerMessage): void {
  to.calls = message.kind === "shared" ? message.calls : undefined;
  Atomics.add(to.bell, SENT, 1);
  to.worker.postMessage(message);
  ring(to);
}

function ring({ bell }: PoolWorker): void {
  Atomics.add(bell, RUNG, 1);
  Atomics.notify(bell, RUNG);
}

/** Runs parts of the job on one worker until none is left. */
function runOnWorker(assignment: WorkerAssignment, job: Job): Promise<void> {
  const acquired = acquireWorker();
  const { worker } = acquired;
  return new Promise((resolve, reject) => {
    const release = () => {
      worker.off("message", onMessage).off("error", reject).off("exit", onExit);
      worker.unref();
      idleWorkers.push(acquired);
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
    send(acquired, assignment);
  });
}

function acquireWorker(): PoolWorker {
  const idle = idleWorkers.pop();
  idle?.worker.ref();
  return idle ?? startWorker();
}

function startWorker(): PoolWorker {
  const bell = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: { bell } satisfies WorkerStart });
  const started = { worker, bell };
  worker.once("exit", () => {
    const at = idleWorkers.indexOf(started);
    if (at >= 0) idleWorkers.splice(at, 1);
  });
  return started;
}
