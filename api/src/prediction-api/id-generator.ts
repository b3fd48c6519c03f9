import { randomFillSync } from "node:crypto";
import type { Clock } from "@agatha/contracts";

/** Whoever has an id can read the result, so that it must not be guessed: 144 bits. */
const RANDOM_BYTES = 18;
/** Random bytes are drawn for many ids at once: each draw costs more than the bytes. */
const POOL_SIZE = 256;
/** Milliseconds since the epoch in base 36 have 8 digits until the year 2059, and 9 after that. */
const TIME_DIGITS = 9;

/** The time comes first, so that a store writes new documents side by side; the rest is random. Safe in a path. */
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
