/** Work for worker threads. A module exports it as `prepare`. It gets the job's input once in each thread, then parts by index. */
export type WorkerTask<I, R> = (input: I) => (part: number) => R;

/**
 * Work that threads do together, call after call. It gets the input and the number of the thread once, then for each part of a call
 * its index and the call's arguments.
 */
export type SharedTask<I> = (input: I, thread: number) => (part: number, args: readonly number[]) => void;

/** Message to a worker. Arrays over shared memory are shared; everything else is copied. */
export type WorkerMessage = WorkerAssignment | SharedAssignment;

/** Parts that workers do and report. */
export interface WorkerAssignment {
  kind: "parts";
  /** URL of the module. */
  module: string;
  input: unknown;
  parts: number;
  /** Index of the next part that nobody has taken; `parts` or more if none is left or the job has ended. */
  next: Int32Array;
}

/** Work whose calls the sender takes part in. It waits for the parts that workers have taken, and for no worker. */
export interface SharedAssignment {
  kind: "shared";
  module: string;
  input: unknown;
  /** Number of the thread in the work, from 1. The sender is thread 0. */
  thread: number;
  calls: SharedCalls;
}

/** The current call of shared work, in shared memory. */
export interface SharedCalls {
  /** One number: the number of the call times CALL, plus the index of the next part that nobody has taken. */
  next: BigInt64Array;
  counts: Int32Array;
  args: Float64Array;
}

export const CALL = 2n ** 32n;
/** Places in `counts`: parts of the call, its arguments, and the parts that ended in workers, with those of them that failed. */
export const PARTS = 0;
export const ARGS = 1;
export const ENDED = 2;
export const FAILED = 3;
/** Milliseconds for which a worker waits for the next call. */
export const WAIT_MS = 5;
/** Most arguments of a call. */
const MAX_ARGS = 16;

export function createSharedCalls(): SharedCalls {
  return {
    next: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)),
    counts: new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT)),
    args: new Float64Array(new SharedArrayBuffer(MAX_ARGS * Float64Array.BYTES_PER_ELEMENT)),
  };
}

/** Takes the next part of a call. Returns undefined if none is left, or if another call has begun. */
export function takePart({ next, counts }: SharedCalls, call: number): number | undefined {
  for (;;) {
    const now = Atomics.load(next, 0);
    const part = Number(now % CALL);
    if (Number(now / CALL) !== call || part >= counts[PARTS]) return undefined;
    if (Atomics.compareExchange(next, 0, now, now + 1n) === now) return part;
  }
}

/** Places in a worker's bell: it is rung for each call and message, the messages sent, and those that the worker is done with. */
export const RUNG = 0;
export const SENT = 1;
export const DONE = 2;

/** What a worker gets when it starts. */
export interface WorkerStart {
  bell: Int32Array;
}

/** Message from a worker: the result of a part, the end of its parts, or an error. */
export type WorkerReport = { kind: "part"; part: number; result: unknown } | { kind: "end" } | { kind: "failure"; error: unknown };
