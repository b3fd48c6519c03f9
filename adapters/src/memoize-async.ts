/** Runs the work on the first call only. A failure is not cached; the next call runs the work again. */
export function memoizeAsync<A extends unknown[], R>(work: (...given: A) => Promise<R>): (...given: A) => Promise<R> {
  let done: Promise<R> | undefined;
  return (...given) => {
    if (done) return done;
    const doing = work(...given);
    done = doing;
    doing.catch(() => {
      done = undefined;
    });
    return doing;
  };
}
