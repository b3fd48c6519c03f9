/** Runs tasks one after another, so that nothing changes between one task's check and its write. It works within one process only. */
export function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next;
    return next;
  };
}

/** Runs the task of a key. */
export type MutexByKey = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** Runs tasks of the same key one after another, and those of different keys at the same time. It works within one process only. */
export function createMutexByKey(): MutexByKey {
  const lastOfKeys = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const last = lastOfKeys.get(key) ?? Promise.resolve();
    const next = last.then(task, task);
    lastOfKeys.set(key, next);
    try {
      return await next;
    } finally {
      if (lastOfKeys.get(key) === next) lastOfKeys.delete(key);
    }
  };
}
