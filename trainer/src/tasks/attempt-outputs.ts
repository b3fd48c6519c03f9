import { COLLECTIONS, type DocumentsById, type ObjectStore, type Task } from "@agatha/contracts";

/** Outputs of one attempt at a task. No other attempt writes there. */
export interface AttemptOutputs {
  /** Prefix of the attempt's objects, without a trailing slash. */
  prefix: string;
  /** Removes all outputs, after an attempt that was too late or failed. */
  remove(): Promise<void>;
}

/** Returns the prefix of an attempt's objects, and what removes its objects and documents. */
export function attemptOutputs(stores: { documents: DocumentsById; objects: ObjectStore }, task: Task, attempt: string): AttemptOutputs {
  const prefix = `${task.outputPrefix}/${attempt}`;
  return {
    prefix,
    async remove() {
      for await (const { key } of stores.objects.list(`${prefix}/`)) await stores.objects.delete(key);
      const id = `${task.id}.${attempt}`;
      await stores.documents.collection(COLLECTIONS.tables).delete(id);
      await stores.documents.collection(COLLECTIONS.checks).delete(id);
      await stores.documents.collection(COLLECTIONS.modelInfos).delete(id);
      await stores.documents.collection(COLLECTIONS.evaluationResults).delete(id);
    },
  };
}
