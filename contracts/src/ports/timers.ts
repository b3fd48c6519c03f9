import type { Clock } from "./clock.js";

/** Clock with timers. It is a parameter, so that tests control it. */
export interface Timers extends Clock {
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined, timers: Timers = systemTimers): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      signal?.removeEventListener("abort", done);
      cancel();
      resolve();
    };
    const cancel = timers.after(ms, done);
    signal?.addEventListener("abort", done);
  });
}

export interface Backoff {
  baseMs: number;
  capMs: number;
}

/**
 * Returns the delay in milliseconds. It doubles from `baseMs` with each failure (from 1) up to `capMs`. Random jitter shortens it
 * by up to a fifth, so that clients do not return at the same time.
 */
export function backoffMs({ baseMs, capMs }: Backoff, failures: number, random: () => number = Math.random): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 30)) * (1 - 0.2 * random());
}
