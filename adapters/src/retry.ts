import { setTimeout as delay } from "node:timers/promises";
import { Unavailable } from "@agatha/contracts";

export interface RetryOptions extends Pick<Partial<Unavailable>, "code"> {
  /** Named in the error: `The object store at http://minio:9000`. */
  store: string;
  /** For how long an operation is tried again while the store does not answer, in milliseconds. 0 tries once. */
  maxRetryMs: number;
  /** Whether the error says that the store cannot be reached or cannot work now, and nothing of the operation itself. */
  isUnavailable: (error: unknown) => boolean;
}

const INITIAL_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

/**
 * Tries again, ever more slowly, while the store is away; then throws Unavailable. A try whose answer was lost may have been
 * carried out: what is passed here must be right when that happens.
 */
export async function retry<R>({ store, maxRetryMs, isUnavailable, code }: RetryOptions, operation: () => Promise<R>): Promise<R> {
  const end = Date.now() + maxRetryMs;
  for (let wait = INITIAL_DELAY_MS; ; wait = Math.min(2 * wait, MAX_DELAY_MS)) {
    try {
      return await operation();
    } catch (error) {
      const passes = error instanceof Unavailable || isUnavailable(error);
      if (!passes) throw error;
      if (Date.now() + wait > end) throw new Unavailable(`${store} does not answer: ${errorReason(error)}`, { cause: error, code });
    }
    // All who wait must not come back at one moment.
    await delay(wait * (0.5 + Math.random() / 2));
  }
}

/** Connection errors of several addresses have no message of their own. */
function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
