import type { WorkerTask } from "../threads/worker-protocol.js";
import { type ClassPair, type FittedPair, fitPair } from "./fit-pair.js";
import type { KernelFunction, RowMajorRows } from "./kernel-function.js";
import { SmoSolver, type StoppingCriteria } from "./smo-solver.js";

/** Input that threads share to fit the pairs of classes. */
export interface PairWork {
  rows: RowMajorRows;
  similarity: KernelFunction;
  pairs: ClassPair[];
  stop: StoppingCriteria;
  /** Not 0 once the result is no longer needed. */
  cancelled: Int32Array;
}

/** Fits the pair of that index. Returns undefined if cancelled. */
export const prepare: WorkerTask<PairWork, FittedPair | undefined> = ({ rows, similarity, pairs, stop, cancelled }) => {
  const solver = new SmoSolver(rows, similarity, maxRows(pairs));
  return (part) => {
    const fitting = fitPair(solver, pairs[part], stop);
    for (let step = fitting.next(); Atomics.load(cancelled, 0) === 0; step = fitting.next()) if (step.done) return step.value;
    return undefined;
  };
};

/** Returns the number of rows of the largest pair; 0 without pairs. */
export function maxRows(pairs: readonly ClassPair[]): number {
  return pairs.reduce((greatest, { rows }) => Math.max(greatest, rows.length), 0);
}
