import { type Clock, ERRORS } from "@agatha/contracts";
import { ApiError } from "../http/api-error.js";

const WINDOW_MS = 60_000;

/**
 * Returns a function that counts a model's requests per minute, from all addresses, and throws ApiError (tooManyRequests) above
 * the limit. It is called only for valid tokens, so that there are no more counters than models. Each process counts separately.
 */
export function createModelRateLimiter(perMinute: number, clock: Clock): (model: string) => void {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return (model) => {
    const now = clock.now();
    if (now >= windowEnds) {
      counts.clear();
      windowEnds = now + WINDOW_MS;
    }
    const count = (counts.get(model) ?? 0) + 1;
    counts.set(model, count);
    if (count > perMinute)
      throw new ApiError(ERRORS.tooManyRequests, undefined, { "Retry-After": `${Math.ceil((windowEnds - now) / 1000)}` });
  };
}
