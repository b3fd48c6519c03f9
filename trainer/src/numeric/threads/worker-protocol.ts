/** Work for worker threads. A module exports it as `prepare`. It gets the job's input once in each thread, then parts by index. */
export type WorkerTask<I, R> = (input: I) => (part: number) => R;

/** Message to a worker. Arrays over shared memory are shared; everything else is copied. */
export interface WorkerAssignment {
  /** URL of the module. */
  module: string;
  input: unknown;
  parts: number;
  /** Index of the next part that nobody has taken; `parts` or more if none is left or the job has ended. */
  next: Int32Array;
}

/** Message from a worker: the result of a part, the end of its parts, or an error. */
export type WorkerReport = { kind: "part"; part: number; result: unknown } | { kind: "end" } | { kind: "failure"; error: unknown };
