import { createMutex } from "@agatha/contracts/mutex";

export type OneAtATime = <T>(owner: string, task: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs an owner's enabling tasks one after another, from the count of enabled models to the write, so that none
 * exceeds a limit.
 */
export function createOneAtATime(): OneAtATime {
  const byOwner = new Map<string, { mutex: ReturnType<typeof createMutex>; tasks: number }>();
  return async (owner, task) => {
    const queue = byOwner.get(owner) ?? { mutex: createMutex(), tasks: 0 };
    byOwner.set(owner, queue);
    queue.tasks++;
    try {
      return await queue.mutex(task);
    } finally {
      queue.tasks--;
      if (queue.tasks === 0) byOwner.delete(owner);
    }
  };
}
