/** Wakes everyone who waits for something to happen. */
export interface Announcements {
  announce(): void;
  /** Resolves at the next announcement, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
}

export function createAnnouncements(): Announcements {
  const waiting = new Set<() => void>();
  return {
    announce() {
      for (const wake of [...waiting]) wake();
    },
    async next(signal) {
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
