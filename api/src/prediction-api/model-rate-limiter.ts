import { type Clock, ERRORS } from "@agatha/contracts";
import { ApiError } from "../http/api-error.js";

const WINDOW_MS = 60_000;

/**
 * Counts what a model is asked a minute, from wherever; throws a Refusal (tooManyRequests) above the limit. For tokens that hold
 * only, so that there are no more counters than models. Each process counts for itself.
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
