import { COLLECTIONS, type EditStepSpec, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

type CopyDeps = Pick<ApiDeps, "documents" | "objects" | "logger">;

/**
 * Deletes the copied rows of joins that have left the dataset's edit history for good. A copy is named by its digest, so another step
 * may read it too, and steps that a model was made with always do. A copy that cannot be deleted stays until its dataset is deleted.
 */
export async function deleteUnusedCopies(
  { documents, objects, logger }: CopyDeps,
  { metadata: { uid } }: Resource<"Dataset">,
  { gone, kept }: { gone: readonly EditStepSpec[]; kept: readonly EditStepSpec[] },
): Promise<void> {
  const unused = new Set(copiesOf(gone));
  if (unused.size === 0) return;
  try {
    const snapshots = await documents.collection(COLLECTIONS.editSteps).find({ where: { datasetUid: uid } });
    for (const key of copiesOf([...kept, ...snapshots.flatMap(({ specs }) => specs)])) unused.delete(key);
    for (const key of unused) await objects.delete(key);
  } catch (err) {
    logger.warn({ err, dataset: uid }, "copies of joined rows stay until their dataset is deleted");
  }
}

function copiesOf(specs: readonly EditStepSpec[]): string[] {
  return specs.flatMap((spec) => (spec.type === "join" ? [spec.copy.key] : []));
}
