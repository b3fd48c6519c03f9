import type { FitContext } from "./fit-context.js";

/** Lets a long computation notice its cancellation, and lets other work run meanwhile. */
export interface Yielder {
  /** Returns whether it is time to yield. It is cheap enough for a loop whose iterations take a microsecond or more. */
  isDue(): boolean;
  /** Reports the fraction done, yields to the event loop, then throws the signal's reason if it was aborted. */
  yieldToEventLoop(fraction: number): Promise<void>;
}

/**
 * Milliseconds between two yields: a quarter of the 100 ms within which a cancelled fit has to stop, since no loop checks the
 * clock in every iteration.
 */
const YIELD_INTERVAL_MS = 25;

export function createYielder({ progress, signal }: Pick<FitContext, "progress" | "signal">): Yielder {
  signal.throwIfAborted();
  let rested = performance.now();
  return {
    isDue: () => performance.now() - rested > YIELD_INTERVAL_MS,
    async yieldToEventLoop(fraction) {
      progress(fraction);
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      rested = performance.now();
    },
  };
}
