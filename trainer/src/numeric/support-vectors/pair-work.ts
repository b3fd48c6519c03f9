import type { Prepare } from "../threads/part.js";
import { type FittedPair, fitPair, type Pair } from "./pair.js";
import type { Rows, Similarity } from "./similarity.js";
import { Solver, type Stop } from "./solver.js";

/** What threads share to fit the pairs of classes. */
export interface PairWork {
  rows: Rows;
  similarity: Similarity;
  pairs: Pair[];
  stop: Stop;
  /** Not 0 once nobody wants the result any more. */
  cancelled: Int32Array;
}

/** A pair by its number. Given up half-way when cancelled. */
export const prepare: Prepare<PairWork, FittedPair | undefined> = ({ rows, similarity, pairs, stop, cancelled }) => {
  const solver = new Solver(rows, similarity, mostRows(pairs));
  return (part) => {
    const fitting = fitPair(solver, pairs[part], stop);
    for (let step = fitting.next(); Atomics.load(cancelled, 0) === 0; step = fitting.next()) if (step.done) return step.value;
    return undefined;
  };
};

export function mostRows(pairs: readonly Pair[]): number {
  return pairs.reduce((most, { rows }) => Math.max(most, rows.length), 0);
}
