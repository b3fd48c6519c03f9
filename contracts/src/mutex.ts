/** Runs tasks one after another, so that nothing changes between one task's check and its write. It works within one process only. */
export function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next;
    return next;
  };
}

export type MutexByKey = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** Runs the tasks of a key one after another, and those of other keys meanwhile. It works within one process only. */
export function createMutexByKey(): MutexByKey {
  const byKey = new Map<string, { mutex: ReturnType<typeof createMutex>; tasks: number }>();
  return async (key, task) => {
    const queue = byKey.get(key) ?? { mutex: createMutex(), tasks: 0 };
    byKey.set(key, queue);
    queue.tasks++;
    try {
      return await queue.mutex(task);
    } finally {
      queue.tasks--;
      if (queue.tasks === 0) byKey.delete(key);
    }
  };
}
