import { COLLECTIONS, type EditStep, type EditStepSpec, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

type CopyDeps = Pick<ApiDeps, "documents" | "objects" | "logger">;

/**
 * Deletes the copied rows of joins that a change of the dataset's edit history leaves unread: their step is deleted for good, or has
 * copied other rows. A copy is named by its digest, so another step may read it too, and the steps that a model was made with always
 * do. A copy that cannot be deleted stays until its dataset is deleted.
 */
export async function deleteUnusedCopies(
  { documents, objects, logger }: CopyDeps,
  { metadata: { uid } }: Resource<"Dataset">,
  { before, after }: { before: readonly EditStep[]; after: readonly EditStep[] },
): Promise<void> {
  const unused = new Set(copiesOf(before));
  for (const key of copiesOf(after)) unused.delete(key);
  if (unused.size === 0) return;
  try {
    const snapshots = await documents.collection(COLLECTIONS.editSteps).find({ where: { datasetUid: uid } });
    for (const key of snapshots.flatMap(({ specs }) => specs.flatMap(copyOf))) unused.delete(key);
    for (const key of unused) await objects.delete(key);
  } catch (err) {
    logger.warn({ err, dataset: uid }, "copies of joined rows stay until their dataset is deleted");
  }
}

const copiesOf = (entries: readonly EditStep[]): string[] => entries.flatMap(({ spec }) => copyOf(spec));
const copyOf = (spec: EditStepSpec): string[] => (spec.type === "join" ? [spec.copy.key] : []);
