/** Tasks in the stores, as the operator writes them. */
import { COLLECTIONS, type DocumentStore, type ObjectStore, type TaskInput } from "@agatha/contracts";

/** Returns a table with the columns a, b and y. */
export const furnaceCsv = (rows: number): string =>
  ["a,b,y", ...Array.from({ length: rows }, (_, i) => `${i % 97},${(i * 31) % 89},${(i * 7) % 53}`)].join("\n");

export async function addTask(documents: DocumentStore, id: string, input: TaskInput): Promise<void> {
  await documents.collection(COLLECTIONS.tasks).insert({
    id,
    resourceKind: "Dataset",
    resourceName: "furnace",
    resourceUid: "u",
    input,
    outputPrefix: `datasets/u/${id}`,
    createdAt: "2024-05-01T08:00:00.000Z",
  });
}

/** Stores a file, and a task that reads it. */
export async function addIngest(
  { documents, objects }: { documents: DocumentStore; objects: ObjectStore },
  id: string,
  csv: string,
): Promise<void> {
  const file = await objects.put(`uploads/${id}.csv`, Buffer.from(csv));
  await addTask(documents, id, {
    kind: "ingest",
    source: { ...file, fileName: "furnace.csv", format: "csv" },
    timezone: "UTC",
    productType: "quality",
    columns: [],
  });
}
