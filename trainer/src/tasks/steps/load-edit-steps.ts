import { COLLECTIONS, type EditStepSpec, ERRORS, InvalidInput } from "@agatha/contracts";
import type { TaskContext } from "./task-handler.js";

/** The steps that a task names, none where it names none. Throws InvalidInput (editHistoryNotFound) for what is not there. */
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
