/**
 * Yields the events of several watches as they arrive, no faster than the consumer reads. When one of them ends or fails, all end: an
 * informer then lists everything again.
 */
export async function* mergeWatches<T>(
  watches: readonly ((signal: AbortSignal) => AsyncIterator<T>)[],
  signal: AbortSignal,
): AsyncGenerator<T> {
  const ending = new AbortController();
  const any = AbortSignal.any([signal, ending.signal]);
  const next = async (source: AsyncIterator<T>) => ({ source, result: await source.next() });
  const pending = new Map<AsyncIterator<T>, ReturnType<typeof next>>();
  for (const watch of watches) {
    const source = watch(any);
    pending.set(source, next(source));
  }
  try {
    for (;;) {
      const { source, result } = await Promise.race(pending.values());
      if (result.done) return;
      yield result.value;
      // Moves it to the end, so that a busy source does not hold up the others.
      pending.delete(source);
      pending.set(source, next(source));
    }
  } finally {
    ending.abort();
    await Promise.allSettled(pending.values());
  }
}
