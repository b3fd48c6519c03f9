import type { Timers } from "@agatha/contracts/ports/timers";

interface WorkQueueDeps {
  /** Processes one key. Resolves with the milliseconds until the key is due again, or undefined. Never rejects. */
  process: (key: string) => Promise<number | undefined>;
  /** Largest number of keys processed concurrently. */
  concurrency: number;
  timers: Timers;
  /** Called after each change with the numbers of waiting keys and of keys in progress. */
  onDepthChange?: (waiting: number, working: number) => void;
}

/**
 * Queue of keys. A key that is added several times while it waits is processed once. A key that is added while it is processed is
 * processed once more afterwards. No key ever has two workers.
 */
interface WorkQueue {
  /** Adds the key, and cancels its later turn, if any. */
  add(key: string): void;
  /** Adds the key after `ms`; of several such calls, the earliest counts. */
  addAfter(key: string, ms: number): void;
  /** Accepts no more keys, and resolves when running work has ended. */
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
