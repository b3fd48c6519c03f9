import { limitThreads, threadLimit } from "../numeric/threads/pool.js";

/** Runs work that may use that many threads. */
export async function withThreads<T>(threads: number, work: () => T | Promise<T>): Promise<T> {
  const before = threadLimit();
  limitThreads(threads);
  try {
    return await work();
  } finally {
    limitThreads(before);
  }
}
