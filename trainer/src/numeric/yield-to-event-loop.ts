import type { FitContext } from "./fit-context.js";

/** Lets a long computation hear of its cancellation, and others do their work meanwhile. */
export interface Yielder {
  /** Whether the computation has worked long enough to rest: cheap enough for a loop whose turns take a microsecond or more. */
  isDue(): boolean;
  /** Reports the fraction done, lets the event loop turn, then throws the signal's reason if it was aborted. */
  yieldToEventLoop(fraction: number): Promise<void>;
}

/** Milliseconds between two rests: a quarter of the 100 ms within which a cancelled fit has to stop, since no loop looks at the clock at every turn. */
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
