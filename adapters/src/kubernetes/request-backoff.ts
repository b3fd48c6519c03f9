import { Unavailable } from "@agatha/contracts";

/** Limits requests to one a second while the server is in trouble. The first successful response ends the limit. */
export interface RequestBackoff {
  /** Resolves when a request may be sent. Rejects after `timeoutMs`, or when the signal aborts. */
  wait(signal?: AbortSignal): Promise<void>;
  /** Records that the server responded correctly. */
  recordSuccess(): void;
  /** Records that the server did not respond, or asked clients to wait, for `waitMs` if given. */
  recordFailure(waitMs?: number): void;
}

interface RequestBackoffOptions {
  /** Interval between requests while the server is in trouble. */
  intervalMs: number;
  /** Longest interval, whatever the server asks for, so that its recovery is noticed soon. */
  maxIntervalMs: number;
  /** Time for which a request waits for its turn before it fails. */
  timeoutMs: number;
}

export const DEFAULT_REQUEST_BACKOFF: RequestBackoffOptions = { intervalMs: 1_000, maxIntervalMs: 10_000, timeoutMs: 10_000 };

interface WaitingRequest {
  proceed(): void;
}

/** Requests do not wait before the first failure. One that waits for longer than `timeoutMs` gets Unavailable. */
export function createRequestBackoff({
  intervalMs,
  maxIntervalMs,
  timeoutMs,
}: RequestBackoffOptions = DEFAULT_REQUEST_BACKOFF): RequestBackoff {
  const waiting = new Set<WaitingRequest>();
  let closed = false;
  let notBefore = 0;
  let timer: NodeJS.Timeout | undefined;

  function release(): void {
    timer = undefined;
    const [next] = waiting;
    if (!next) return;
    notBefore = performance.now() + intervalMs;
    next.proceed();
    schedule();
  }

  function schedule(): void {
    if (timer === undefined && waiting.size > 0) timer = setTimeout(release, Math.max(0, notBefore - performance.now()));
  }

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const remove = (): void => {
        waiting.delete(entry);
        clearTimeout(waitTimeout);
        signal?.removeEventListener("abort", abort);
      };
      const abort = (): void => {
        remove();
        reject(signal?.reason);
      };
      const entry: WaitingRequest = {
        proceed() {
          remove();
          resolve();
        },
      };
      const waitTimeout = setTimeout(() => {
        remove();
        const message = "The Kubernetes API server does not answer; it is asked again now and then";
        reject(new Unavailable(message, { service: "Kubernetes API server" }));
      }, timeoutMs);
      waiting.add(entry);
      signal?.addEventListener("abort", abort);
      schedule();
    });
  }

  return {
    async wait(signal) {
      signal?.throwIfAborted();
      if (closed) await wait(signal);
    },
    recordSuccess() {
      closed = false;
      clearTimeout(timer);
      timer = undefined;
      for (const entry of waiting) entry.proceed();
    },
    recordFailure(waitMs = intervalMs) {
      closed = true;
      notBefore = Math.max(notBefore, performance.now() + Math.min(Math.max(waitMs, intervalMs), maxIntervalMs));
    },
  };
}
