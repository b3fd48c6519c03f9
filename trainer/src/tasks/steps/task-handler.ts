import type { DocumentStore, ObjectStore, TaskInput, TaskKind, TaskOutput } from "@agatha/contracts";

export interface TaskContext {
  objects: ObjectStore;
  documents: DocumentStore;
  /** Id of the task. Documents that a step puts out get the id `{taskId}.{attempt}`. */
  taskId: string;
  /** Unique to this run of the task. */
  attempt: string;
  /** The object that the task is about, for documents that are found by it. */
  resourceUid: string;
  /** Objects that a step puts out get keys under this prefix; it is unique to the attempt and has no slash at its end. */
  outputPrefix: string;
  /** An empty folder for temporary files, removed afterwards. */
  scratch: string;
  /** Share of the work done, 0 to 1, and a word for what is being done. Cheap to call often. */
  progress(fraction: number, step: string): void;
  signal: AbortSignal;
}

/** One step of the way of the data. Throws InvalidInput when the user's data or request is at fault; anything else is retried. */
export type TaskHandler<K extends TaskKind> = (input: Extract<TaskInput, { kind: K }>, context: TaskContext) => Promise<TaskOutput<K>>;
