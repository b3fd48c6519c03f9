/** Wakes all waiters after a change. */
interface ChangeNotifier {
  notify(): void;
  /** Resolves at the next notification, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
}

export function createChangeNotifier(): ChangeNotifier {
  const waiting = new Set<() => void>();
  return {
    notify() {
      for (const wake of [...waiting]) wake();
    },
    async wait(signal) {
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener("abort", wake);
      });
    },
  };
}
