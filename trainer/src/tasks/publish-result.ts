import { COLLECTIONS, Conflict, type DocumentsById, NotFound, type Task, type TaskResult } from "@agatha/contracts";

/**
 * Publishes a task's result by one compare-and-set. Returns false if another attempt was first, or if the task is no longer
 * wanted. Throws when the outcome is unknown; the result may then be published.
 */
export async function publishResult(documents: DocumentsById, task: Task, result: TaskResult): Promise<boolean> {
  const tasks = documents.collection(COLLECTIONS.tasks);
  try {
    await tasks.replace({ ...task, result });
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    // The response to a successful write can be lost, so that the client's own retry meets a conflict.
    const present = await tasks.get(task.id);
    if (present?.result) return present.result.attempt === result.attempt;
    if (!present && error instanceof Conflict) return false;
    throw error;
  }
}
