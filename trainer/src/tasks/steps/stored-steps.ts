import { COLLECTIONS, type ExtractionSpec, InvalidInput } from "@agatha/contracts";
import type { StepContext } from "./step.js";

/** The steps that a task names, none where it names none. Throws InvalidInput (010415) for what is not there. */
export async function storedSteps(id: string | undefined, { documents }: StepContext): Promise<ExtractionSpec[] | undefined> {
  if (id === undefined) return undefined;
  const found = await documents.collection(COLLECTIONS.extractionSteps).get(id);
  if (!found) throw new InvalidInput("010415", { path: "extraction", message: `the steps ${id} of the edit history are not there` });
  return found.specs;
}
