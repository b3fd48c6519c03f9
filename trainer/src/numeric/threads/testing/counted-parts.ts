/** Work whose parts can wait for each other and fail, for tests of the pool. */
import { threadId } from "node:worker_threads";
import type { WorkerTask } from "../worker-protocol.js";

interface CountedParts {
  /** Added to each part's number. */
  add: number;
  /** The part that fails, if any. */
  fails?: number;
  /** Shared counter of the parts that were begun. */
  begun: Int32Array;
  /** Parts wait until this many were begun: so that several threads must take part. */
  together: number;
}

export const prepare: WorkerTask<CountedParts, { value: number; thread: number }> =
  ({ add, fails, begun, together }) =>
  (part) => {
    Atomics.add(begun, 0, 1);
    Atomics.notify(begun, 0);
    for (let count = Atomics.load(begun, 0); count < together; count = Atomics.load(begun, 0)) Atomics.wait(begun, 0, count);
    if (part === fails) throw new RangeError(`part ${part} failed`);
    return { value: part + add, thread: threadId };
  };
