import type { FitContext } from "../fit-context.js";
import { runParts, threadLimit } from "../threads/pool.js";
import { createYielder, runToEnd } from "../yield-to-event-loop.js";
import { type FittedPair, fitPair } from "./fit-pair.js";
import { maxRows, type PairWork } from "./pair-work.js";
import { SmoSolver } from "./smo-solver.js";

/** Least work, in squared rows of all pairs, for which threads pay off. */
const MIN_WORK_FOR_THREADS = 3_000_000;

/** Fits every pair, on worker threads if there is enough work. */
export async function fitPairs(work: Omit<PairWork, "cancelled">, context: FitContext): Promise<FittedPair[]> {
  const size = work.pairs.reduce((sum, { rows }) => sum + rows.length ** 2, 0);
  if (work.pairs.length < 2 || threadLimit() < 2 || size < MIN_WORK_FOR_THREADS) return fitOnThisThread(work, context);
  const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const fitted = new Array<FittedPair>(work.pairs.length);
  let done = 0;
  try {
    await runParts({
      module: new URL("./pair-work.js", import.meta.url),
      input: { ...work, cancelled } satisfies PairWork,
      parts: work.pairs.length,
      signal: context.signal,
      done: (part, result) => {
        fitted[part] = result as FittedPair;
        context.progress(++done / work.pairs.length);
      },
    });
  } finally {
    Atomics.store(cancelled, 0, 1);
  }
  return fitted;
}

async function fitOnThisThread({ rows, similarity, pairs, stop }: Omit<PairWork, "cancelled">, context: FitContext): Promise<FittedPair[]> {
  const yieldToEventLoop = createYielder(context);
  const solver = new SmoSolver(rows, similarity, maxRows(pairs));
  const fitted: FittedPair[] = [];
  for (const pair of pairs) {
    const fitting = fitPair(solver, pair, stop);
    fitted.push(await runToEnd(fitting, (fraction = 0) => yieldToEventLoop((fitted.length + fraction) / pairs.length)));
    const pending = yieldToEventLoop(fitted.length / pairs.length);
    if (pending) await pending;
  }
  return fitted;
}
