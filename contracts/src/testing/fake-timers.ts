import type { Timers } from "../ports/timers.js";

export interface FakeTimers extends Timers {
  /** Advances the clock. Calls each due timer with the clock at the timer's time. */
  advance(ms: number): Promise<void>;
  /** Returns the number of waiting timers. */
  pending(): number;
}

/** Lets all pending promises settle. */
export async function flushPromises(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a clock that only the test advances. */
export function fakeTimers(start = Date.parse("2024-05-01T08:00:00Z")): FakeTimers {
  let now = start;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      // Code that is running may be about to set a timer.
      await flushPromises();
      const until = now + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.run();
        await flushPromises();
      }
      now = until;
    },
    pending: () => timers.size,
  };
}
