import type { Timers } from "@agatha/contracts/timers";

export interface WorkQueueDeps {
  /** Works on one key. Resolves with the milliseconds after which it wants the key again, if at all; never rejects. */
  process: (key: string) => Promise<number | undefined>;
  /** Keys that are worked on at the same time. */
  concurrency: number;
  timers: Timers;
  /** Hears of each change with the number of keys waiting and being worked on. */
  onDepthChange?: (waiting: number, working: number) => void;
}

/**
 * Keys to be worked on: a key that is added many times while it waits is worked on once; one that is added while it is
 * being worked on is worked on once more afterwards; never are two workers on one key.
 */
export interface WorkQueue {
  /** Calls off a later turn that the key was waiting for. */
  add(key: string): void;
  /** Adds the key after `ms`; of several such wishes the soonest counts. */
  addAfter(key: string, ms: number): void;
  /** Takes no more keys, and resolves when the present work is done. */
  shutDown(): Promise<void>;
}

export function createWorkQueue({ process, concurrency, timers, onDepthChange }: WorkQueueDeps): WorkQueue {
  const waiting = new Set<string>();
  const working = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const later = new Map<string, { at: number; cancel: () => void }>();
  let stopped = false;

  function add(key: string) {
    if (stopped) return;
    forget(key);
    if (working.has(key)) again.add(key);
    else waiting.add(key);
    next();
  }

  function addAfter(key: string, ms: number) {
    const at = timers.now() + ms;
    const known = later.get(key);
    if (stopped || (known && known.at <= at)) return;
    forget(key);
    later.set(key, { at, cancel: timers.after(ms, () => add(key)) });
  }

  function forget(key: string) {
    later.get(key)?.cancel();
    later.delete(key);
  }

  function next() {
    for (const key of waiting) {
      if (working.size >= concurrency) break;
      waiting.delete(key);
      working.set(key, run(key));
    }
    onDepthChange?.(waiting.size, working.size);
  }

  async function run(key: string) {
    const wanted = await process(key);
    working.delete(key);
    if (stopped) return;
    if (again.delete(key)) waiting.add(key);
    else if (wanted !== undefined) addAfter(key, wanted);
    next();
  }

  return {
    add,
    addAfter,
    async shutDown() {
      stopped = true;
      waiting.clear();
      for (const { cancel } of later.values()) cancel();
      later.clear();
      await Promise.all(working.values());
      onDepthChange?.(0, 0);
    },
  };
}
