import { errorReason } from "@agatha/contracts";
import { retry } from "../retry.js";

const LOG_INTERVAL_MS = 30_000;

/** Waits without limit, and logs at the first failure, then every 30 s, and at the end. */
export async function waitForStore(
  store: string,
  ready: () => Promise<void>,
  signal: AbortSignal | undefined,
  log: (message: string) => void,
): Promise<void> {
  let loggedAt: number | undefined;
  const onRetry = (error: unknown) => {
    if (loggedAt !== undefined && performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log(`waiting for ${store}: ${errorReason(error)}`);
  };
  signal?.throwIfAborted();
  await retry({ store, maxRetryMs: Number.POSITIVE_INFINITY, isUnavailable: () => true, signal, onRetry }, ready);
  if (loggedAt !== undefined) log(`${store} is there`);
}
