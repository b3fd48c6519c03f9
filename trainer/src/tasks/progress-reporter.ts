import { type Clock, COLLECTIONS, type DocumentsById, isoTime, type Task } from "@agatha/contracts";

/** Least time between two reports of a task. People cannot follow more, and each report is a write to the store. */
const REPORT_INTERVAL_MS = 500;

interface ProgressReporter {
  /** Reports progress. Calls are cheap: a report that comes too soon is dropped. */
  report(fraction: number, step: string): void;
  /** Resolves when no write is pending. */
  flush(): Promise<void>;
}

interface ProgressDependencies {
  documents: DocumentsById;
  clock: Clock;
  /** Receives a message when a report cannot be written; this is no error, since progress is only a hint. */
  warn: (message: string) => void;
}

/** Returns a reporter that writes a task's progress now and then, one write at a time. */
export function createProgressReporter({ documents, clock, warn }: ProgressDependencies, task: Task): ProgressReporter {
  const collection = documents.collection(COLLECTIONS.progress);
  let last = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;

  async function write(fraction: number, step: string) {
    try {
      await collection.put({ id: task.id, fraction, step, updatedAt: isoTime(clock) });
    } catch (error) {
      warn(`progress was not written: ${error}`);
    } finally {
      writing = undefined;
    }
  }

  return {
    report(fraction, step) {
      if (writing || clock.now() - last < REPORT_INTERVAL_MS) return;
      last = clock.now();
      writing = write(Math.min(1, Math.max(0, fraction)), step);
    },
    async flush() {
      await writing;
    },
  };
}
