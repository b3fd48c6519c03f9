import type { DocumentsById, ObjectStore, TaskInput, TaskKind, TaskOutput } from "@agatha/contracts";

export interface TaskContext {
  objects: ObjectStore;
  documents: DocumentsById;
  /** Id of the task. Documents of a step have the id `{taskId}.{attempt}`. */
  taskId: string;
  /** Unique to this run of the task. */
  attempt: string;
  /** Uid of the task's object, by which its documents are found. */
  resourceUid: string;
  /** Prefix of the keys of a step's objects. It is unique to the attempt and has no trailing slash. */
  outputPrefix: string;
  /** Empty folder for temporary files, removed afterwards. */
  scratch: string;
  /** Reports the share of the work done, 0 to 1, and the name of the current step. Calls are cheap. */
  progress(fraction: number, step: string): void;
  signal: AbortSignal;
}

/**
 * Handler of one kind of task. Throws InvalidInput when the user's data or request is at fault, DamagedObject and MissingObject;
 * other errors lead to a retry.
 */
export type TaskHandler<K extends TaskKind> = (input: Extract<TaskInput, { kind: K }>, context: TaskContext) => Promise<TaskOutput<K>>;
