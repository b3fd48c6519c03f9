import { type Clock, Unavailable } from "@agatha/contracts";
import { LRUCache } from "lru-cache";

/** Number of answers that are remembered. */
const REMEMBERED = 1_000;
/** An answer counts until this long before the store went away: what was changed or revoked in that minute may still count. */
const RECENT_MS = 60_000;

/**
 * Returns a function that reads each time, so that changes take effect at once. While the store does not answer, it returns what the
 * store answered last, in the minute before it went away. Without such an answer it throws Unavailable.
 */
export function lastKnown<T>(read: (key: string) => Promise<T | undefined>, clock: Clock): (key: string) => Promise<T | undefined> {
  const known = new LRUCache<string, { value: T; at: number }>({ max: REMEMBERED });
  let answeredAt = Number.NEGATIVE_INFINITY;
  return async (key) => {
    try {
      const value = await read(key);
      answeredAt = clock.now();
      if (value === undefined) known.delete(key);
      else known.set(key, { value, at: answeredAt });
      return value;
    } catch (error) {
      const last = error instanceof Unavailable ? known.get(key) : undefined;
      if (last === undefined || last.at < answeredAt - RECENT_MS) throw error;
      return last.value;
    }
  };
}
