import { join } from "node:path";
import { COLLECTIONS, type TableDescription } from "@agatha/contracts";
import { type Database, openDatabase } from "../../data/tables/database.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import type { TaskContext } from "./task-handler.js";

/** Loads the description of an ingested table. */
export async function loadTableDescription(id: string, { documents }: TaskContext): Promise<TableDescription> {
  const document = await documents.collection(COLLECTIONS.tables).get(id);
  if (!document) throw new Error(`the description ${id} of the table is gone`);
  return document.table;
}

/** Downloads an ingested table's Parquet file into the scratch folder and opens a database to read it. The caller closes the database. */
export async function downloadAndOpenTable(
  key: string,
  context: TaskContext,
  memoryMiB: number,
): Promise<{ path: string; database: Database }> {
  const { scratch, signal } = context;
  context.progress(TASK_PROGRESS.profile.download, "download");
  const path = join(scratch, "table.parquet");
  await context.objects.download(key, path);
  return { path, database: await openDatabase({ directories: [scratch], scratch, memoryMiB, threads: 1, signal }) };
}
