import { type Clock, COLLECTIONS, type DocumentStore, type EventBus, isoTime, type Task } from "@agatha/contracts";

/** Least time between two reports of a task: people see no more, and the store has better things to do. */
const REPORT_INTERVAL_MS = 500;

export interface ProgressReporter {
  /** Cheap to call often: what comes too soon is dropped. */
  report(fraction: number, step: string): void;
  /** Resolves when nothing is being written any more. */
  flush(): Promise<void>;
}

export interface ProgressDependencies {
  documents: DocumentStore;
  events: Pick<EventBus, "publish">;
  clock: Clock;
  /** Progress is a hint: that it could not be written is only told. */
  warn: (message: string) => void;
}

export function createProgressReporter({ documents, events, clock, warn }: ProgressDependencies, task: Task): ProgressReporter {
  const collection = documents.collection(COLLECTIONS.progress);
  let last = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;

  async function write(fraction: number, step: string) {
    try {
      await collection.put({ id: task.id, fraction, step, updatedAt: isoTime(clock) });
      events.publish("taskProgress", { taskId: task.id, kind: task.resourceKind, resource: task.resourceName, fraction, step });
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
