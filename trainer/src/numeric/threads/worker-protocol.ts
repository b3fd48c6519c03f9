/** What worker threads run: a module exports it as `prepare`. It gets the job's input once in each thread, then parts by number. */
export type WorkerTask<I, R> = (input: I) => (part: number) => R;

/** To a worker. Arrays over shared memory are shared, all else is copied. */
export interface WorkerAssignment {
  /** URL of the module. */
  module: string;
  input: unknown;
  parts: number;
  /** The next part that nobody has taken; `parts` or more when none is left, or the job was given up. */
  next: Int32Array;
}

/** From a worker: a part's result, or that it found no part left, or why it failed. */
export type WorkerReport = { kind: "part"; part: number; result: unknown } | { kind: "end" } | { kind: "failure"; error: unknown };
