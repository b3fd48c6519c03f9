/** Work that writes to shared memory, for tests of the pool. */
import type { WorkerTask } from "../worker-protocol.js";

interface SharedSquares {
  /** Part p adds p² to number p. */
  squares: Float64Array;
  /** Not 0 once a worker has begun a part. */
  helped: Int32Array;
  /** Whether parts fail. */
  fails?: boolean;
}

export const prepare: WorkerTask<SharedSquares, void> = ({ squares, helped, fails }) => {
  return (part) => {
    Atomics.store(helped, 0, 1);
    Atomics.notify(helped, 0);
    if (fails) throw new RangeError(`part ${part} failed`);
    squares[part] += part * part;
  };
};
