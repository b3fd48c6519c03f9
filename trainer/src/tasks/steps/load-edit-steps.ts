import { COLLECTIONS, type EditStepSpec, ERRORS, InvalidInput } from "@agatha/contracts";
import type { TaskContext } from "./task-handler.js";

/** Returns the edit steps that a task names; none if it names none. Throws InvalidInput (editHistoryNotFound) when they do not exist. */
export async function loadEditSteps(id: string | undefined, { documents }: TaskContext): Promise<EditStepSpec[] | undefined> {
  if (id === undefined) return undefined;
  const found = await documents.collection(COLLECTIONS.editSteps).get(id);
  if (!found)
    throw new InvalidInput(ERRORS.editHistoryNotFound, {
      path: "extraction",
      message: `the steps ${id} of the edit history are not there`,
    });
  return found.specs;
}
