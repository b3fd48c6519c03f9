const waiting: (() => void)[] = [];

/**
 * Resolves when the caller may compute for a few milliseconds. All that is long takes turns, one in each iteration of the event
 * loop, so that short requests wait for one turn at most, however many long ones there are.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
