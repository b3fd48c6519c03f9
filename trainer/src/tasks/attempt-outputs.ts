import { COLLECTIONS, type DocumentStore, type ObjectStore, type Task } from "@agatha/contracts";

/** Where one attempt at a task puts what it makes. Nobody else writes there. */
export interface AttemptOutputs {
  /** Prefix of its objects, without a slash at its end. */
  prefix: string;
  /** Removes all of it: the attempt came too late, or failed. */
  remove(): Promise<void>;
}

export function attemptOutputs(stores: { documents: DocumentStore; objects: ObjectStore }, task: Task, attempt: string): AttemptOutputs {
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
