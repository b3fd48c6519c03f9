import type { FitContext } from "./fit-context.js";

/**
 * Lets a long computation notice its cancellation, and lets other work run meanwhile. Call it often: it is cheap enough for a loop
 * whose iterations take a microsecond or more. If it is time to yield, it reports the fraction done, if given, and returns a promise
 * that rejects with the signal's reason if the signal was aborted. Otherwise it returns undefined, so that a loop awaits nothing:
 *
 *     const pending = yieldToEventLoop(i / count);
 *     if (pending) await pending;
 */
export type YieldToEventLoop = (fraction?: number) => Promise<void> | undefined;

/**
 * Milliseconds between two yields: a quarter of the 100 ms within which a cancelled fit has to stop, since no loop checks the
 * clock in every iteration.
 */
const YIELD_INTERVAL_MS = 25;

/** Throws the signal's reason if it was aborted already. */
export function createYielder({ progress, signal }: Pick<FitContext, "progress" | "signal">): YieldToEventLoop {
  signal.throwIfAborted();
  let lastYield = performance.now();
  const yieldNow = async (fraction?: number) => {
    if (fraction !== undefined) progress(fraction);
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    lastYield = performance.now();
  };
  return (fraction) => (performance.now() - lastYield > YIELD_INTERVAL_MS ? yieldNow(fraction) : undefined);
}

/** Runs a generator that yields the fraction done, and returns its result. */
export async function runToEnd<T>(steps: Generator<number, T>, yieldToEventLoop: YieldToEventLoop): Promise<T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    const pending = yieldToEventLoop(step.value);
    if (pending) await pending;
  }
  return step.value;
}
