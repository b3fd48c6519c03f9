/** Runs one task after the other, so that what one has checked is not changed by another before it acts. For one process only. */
export function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next;
    return next;
  };
}
