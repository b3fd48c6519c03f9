import { createMutex } from "@agatha/contracts/mutex";

const byOwner = new Map<string, ReturnType<typeof createMutex>>();

/** Runs an owner's enabling tasks one after another, from the count of enabled models to the write, so that none exceeds a limit. */
export function oneAtATime<T>(owner: string, task: () => Promise<T>): Promise<T> {
  const mutex = byOwner.get(owner) ?? createMutex();
  byOwner.set(owner, mutex);
  return mutex(task);
}
