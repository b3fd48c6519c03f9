/** Work that writes to shared memory, for tests of the pool. */
import type { SharedTask } from "../worker-protocol.js";

interface SharedSquares {
  /** Part p adds p² to number p, times the argument. */
  squares: Float64Array;
  /** Not 0 once a worker has begun a part. */
  helped: Int32Array;
  /** Number of times that a worker has got the work. */
  prepared?: Int32Array;
  /** Whether parts fail. */
  fails?: boolean;
}

export const prepare: SharedTask<SharedSquares> = ({ squares, helped, prepared, fails }) => {
  if (prepared) Atomics.add(prepared, 0, 1);
  return (part, [times]) => {
    Atomics.store(helped, 0, 1);
    Atomics.notify(helped, 0);
    if (fails) throw new RangeError(`part ${part} failed`);
    squares[part] += times * part * part;
  };
};
