import { setTimeout as delay } from "node:timers/promises";
import { asNotWritable, errorReason, Unavailable } from "@agatha/contracts";

interface RetryOptions extends Pick<Partial<Unavailable>, "service"> {
  /** Name in the error: `The object store at http://minio:9000`. */
  store: string;
  /** Milliseconds for which an operation is retried while the store does not respond. 0 makes one attempt. */
  maxRetryMs: number;
  /**
   * Returns true if the error means that the store is unreachable or temporarily unable to work, and is not about the operation
   * itself.
   */
  isUnavailable: (error: unknown) => boolean;
  /** Aborts the pause between two attempts. */
  signal?: AbortSignal | undefined;
  /** Called before each pause with the error of the attempt. */
  onRetry?: (error: unknown) => void;
}

const INITIAL_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

/**
 * Retries with exponential backoff while the store is unavailable; then throws Unavailable. Throws NotWritable at once if the
 * store's disk is full or read-only. An attempt whose response was lost may have succeeded, so the operation must tolerate
 * repetition.
 */
export async function retry<R>(options: RetryOptions, operation: () => Promise<R>): Promise<R> {
  const { store, maxRetryMs, isUnavailable, service, signal, onRetry } = options;
  const end = performance.now() + maxRetryMs;
  for (let wait = INITIAL_DELAY_MS; ; wait = Math.min(2 * wait, MAX_DELAY_MS)) {
    try {
      return await operation();
    } catch (error) {
      const passes = error instanceof Unavailable || isUnavailable(error);
      if (!passes) throw asNotWritable(error);
      if (performance.now() + wait > end)
        throw new Unavailable(`${store} does not answer: ${errorReason(error)}`, { cause: error, service });
      onRetry?.(error);
    }
    // Jitter, so that clients do not return at the same time.
    await delay(wait * (0.5 + Math.random() / 2), undefined, { signal });
  }
}
