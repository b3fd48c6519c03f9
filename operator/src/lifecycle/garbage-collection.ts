import {
  COLLECTIONS,
  type DocumentStore,
  type JobRunner,
  type KindName,
  type ObjectStore,
  objectPrefix,
  type Resource,
} from "@agatha/contracts";

/** Outputs to keep when the operator deletes an object's leftovers. */
export interface RetainedOutputs {
  /** Keys, or folders without a trailing slash. */
  objects: string[];
  /** Ids of documents, or prefixes of ids up to a dot. */
  documents: string[];
}

export interface GarbageCollectionDeps {
  documents: DocumentStore;
  objects: ObjectStore;
  jobs: Pick<JobRunner, "remove">;
}

/**
 * Deletes the outputs of an object's jobs except `keep`: jobs, objects, documents. Tasks are deleted last, so that after a crash
 * they show what is left to delete.
 */
export async function collectGarbage(
  deps: GarbageCollectionDeps,
  resource: Resource<KindName>,
  tasks: string[],
  keep: RetainedOutputs,
): Promise<void> {
  const { documents, objects, jobs } = deps;
  for (const id of tasks) await jobs.remove(id);
  for await (const { key } of objects.list(`${objectPrefix(resource.kind, resource.metadata.uid)}/`)) {
    if (!isRetained(key, keep.objects, "/")) await objects.delete(key);
  }
  for (const { collection, ids } of await outputsOf(documents, resource)) {
    for (const id of ids) if (!isRetained(id, keep.documents, ".")) await collection.delete(id);
  }
  for (const id of tasks) {
    await documents.collection(COLLECTIONS.progress).delete(id);
    await documents.collection(COLLECTIONS.tasks).delete(id);
  }
}

function isRetained(name: string, kept: string[], separator: string): boolean {
  return kept.some((entry) => name === entry || name.startsWith(entry + separator));
}

interface Outputs {
  collection: { delete(id: string): Promise<boolean> };
  ids: string[];
}

async function outputsOf(documents: DocumentStore, { kind, metadata: { uid } }: Resource<KindName>): Promise<Outputs[]> {
  if (kind === "Model") {
    const collection = documents.collection(COLLECTIONS.modelInfos);
    return [{ collection, ids: idsOf(await collection.find({ where: { modelUid: uid } })) }];
  }
  const tables = documents.collection(COLLECTIONS.tables);
  if (kind === "Evaluation") {
    const results = documents.collection(COLLECTIONS.evaluationResults);
    return [
      { collection: tables, ids: idsOf(await tables.find({ where: { datasetUid: uid } })) },
      { collection: results, ids: idsOf(await results.find({ where: { evaluationUid: uid } })) },
    ];
  }
  if (kind !== "Dataset") return [];
  const checks = documents.collection(COLLECTIONS.checks);
  return [
    { collection: tables, ids: idsOf(await tables.find({ where: { datasetUid: uid } })) },
    { collection: checks, ids: idsOf(await checks.find({ where: { datasetUid: uid } })) },
  ];
}

function idsOf(found: { id: string }[]): string[] {
  return found.map(({ id }) => id);
}
