import { errorReason } from "@agatha/contracts";
import { retry } from "../retry.js";

const LOG_INTERVAL_MS = 30_000;

interface WaitOptions {
  signal?: AbortSignal | undefined;
  log: (message: string) => void;
  /** Without it, the wait has no limit. */
  maxRetryMs?: number;
  /** Returns false for an error that ends the wait. By default none does. */
  isUnavailable?: (error: unknown) => boolean;
}

/** Waits until the store answers, and logs at the first failure, then every 30 s, and at the end. */
export async function waitForStore(store: string, ready: () => Promise<void>, options: WaitOptions): Promise<void> {
  const { signal, log, maxRetryMs = Number.POSITIVE_INFINITY, isUnavailable = () => true } = options;
  let loggedAt: number | undefined;
  const onRetry = (error: unknown) => {
    if (loggedAt !== undefined && performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log(`waiting for ${store}: ${errorReason(error)}`);
  };
  signal?.throwIfAborted();
  await retry({ store, maxRetryMs, isUnavailable, signal, onRetry }, ready);
  if (loggedAt !== undefined) log(`${store} is there`);
}
