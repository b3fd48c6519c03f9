/** Work for worker threads. A module exports it as `prepare`. It gets the job's input once in each thread, then parts by index. */
export type WorkerTask<I, R> = (input: I) => (part: number) => R;

/** Work that also gets the number of its thread in the job. */
export type NumberedWorkerTask<I, R> = (input: I, thread: number) => (part: number) => R;

/** Message to a worker. Arrays over shared memory are shared; everything else is copied. */
export interface WorkerAssignment {
  /** URL of the module. */
  module: string;
  input: unknown;
  parts: number;
  /** Number of the thread in the job, from 0. */
  thread: number;
  /** Index of the next part that nobody has taken; `parts` or more if none is left or the job has ended. */
  next: Int32Array;
  /** The sender works on the parts too and waits for these counts. Left out: it waits for reports. */
  counts?: Int32Array;
}

/** Places in `counts`: the parts that ended in workers, and those of them that failed. */
export const ENDED = 0;
export const FAILED = 1;

/** Message from a worker: the result of a part, the end of its parts, or an error. */
export type WorkerReport = { kind: "part"; part: number; result: unknown } | { kind: "end" } | { kind: "failure"; error: unknown };
