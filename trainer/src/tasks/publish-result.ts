import { COLLECTIONS, Conflict, type DocumentStore, NotFound, type Task, type TaskResult } from "@agatha/contracts";

/**
 * Publishes a task's result by one compare-and-set. False: another attempt was first, or the task is not wanted any
 * more. Throws when it cannot be told which; the result may then be published.
 */
export async function publishResult(documents: DocumentStore, task: Task, result: TaskResult): Promise<boolean> {
  const tasks = documents.collection(COLLECTIONS.tasks);
  try {
    await tasks.replace({ ...task, result });
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    // The answer to a write that was done may have been lost, so that a client's own retry of it meets a conflict.
    const present = await tasks.get(task.id);
    if (present?.result) return present.result.attempt === result.attempt;
    if (!present && error instanceof Conflict) return false;
    throw error;
  }
}
