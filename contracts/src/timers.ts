import type { Clock } from "./ports/index.js";

/** Time that can be waited for; a parameter, so that tests can turn it. */
export interface Timers extends Clock {
  /** Calls `run` once after `ms` milliseconds. Returns the way to call it off. */
  after(ms: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export interface Backoff {
  baseMs: number;
  capMs: number;
}

/** Doubles from `baseMs` with each failure (from 1) up to `capMs`, less up to a fifth at random so that many do not come back at once. */
export function backoffMs({ baseMs, capMs }: Backoff, failures: number, random: () => number = Math.random): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 30)) * (1 - 0.2 * random());
}
