import { randomFillSync } from "node:crypto";
import type { Clock } from "@agatha/contracts";

/** The id alone gives access to the result, so it must not be guessable: 144 bits. */
const RANDOM_BYTES = 18;
/** Random bytes are drawn for many ids at once, because a draw costs more than the bytes. */
const POOL_SIZE = 256;
/** Milliseconds since the epoch in base 36 have 8 digits until the year 2059, and 9 after that. */
const TIME_DIGITS = 9;

/**
 * Returns a generator of ids that are safe in a path. The time comes first, so that a store writes new documents next to each
 * other; the rest is random.
 */
export function createIdGenerator(clock: Clock): () => string {
  const drawn = Buffer.alloc(RANDOM_BYTES * POOL_SIZE);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    const random = drawn.toString("base64url", used, used + RANDOM_BYTES);
    drawn.fill(0, used, used + RANDOM_BYTES);
    used += RANDOM_BYTES;
    return clock.now().toString(36).padStart(TIME_DIGITS, "0") + random;
  };
}
