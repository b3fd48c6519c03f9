import type { Timers } from "../timers.js";

export interface FakeTimers extends Timers {
  /** Moves the clock on, and calls what falls due on the way, each with the clock at its time. */
  advance(ms: number): Promise<void>;
  /** What waits to be called. */
  pending(): number;
}

/** Lets everything run that waits for nothing but promises. */
export async function flushPromises(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until a test moves it. */
export function fakeTimers(start = Date.parse("2024-05-01T08:00:00Z")): FakeTimers {
  let now = start;
  const waiting = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    async advance(ms) {
      // What is under way may be about to wait.
      await flushPromises();
      const until = now + ms;
      for (;;) {
        const next = [...waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        waiting.delete(next);
        next.run();
        await flushPromises();
      }
      now = until;
    },
    pending: () => waiting.size,
  };
}
