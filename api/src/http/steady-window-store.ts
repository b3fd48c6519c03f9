import type { Store } from "express-rate-limit";

/**
 * Counts requests in windows of the process's monotonic clock. The store of express-rate-limit counts in windows of the machine's
 * clock: after that is set back by a day, a client that does not pause is refused for a day.
 */
export function createSteadyWindowStore(windowMs: number): Store {
  let present = 0;
  let counts = new Map<string, number>();
  /** Returns the time left of the window, after forgetting the one before. */
  function rollOver(): number {
    const now = performance.now();
    const window = Math.floor(now / windowMs);
    if (window !== present) counts = new Map();
    present = window;
    return (window + 1) * windowMs - now;
  }
  return {
    localKeys: true,
    increment(key) {
      const left = rollOver();
      const totalHits = (counts.get(key) ?? 0) + 1;
      counts.set(key, totalHits);
      return { totalHits, resetTime: new Date(Date.now() + left) };
    },
    decrement(key) {
      rollOver();
      const hits = counts.get(key);
      if (hits !== undefined) counts.set(key, hits - 1);
    },
    resetKey: (key) => void counts.delete(key),
  };
}
