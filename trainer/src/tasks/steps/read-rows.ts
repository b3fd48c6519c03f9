import { rm } from "node:fs/promises";
import { join } from "node:path";
import { COLLECTIONS, type EditStepSpec, ERRORS, InvalidInput, type SamplingMethod } from "@agatha/contracts";
import { loadJoins } from "../../data/edits/joined-rows.js";
import { readEditedTable } from "../../data/edits/read-edited-table.js";
import { readTable } from "../../data/tables/read-table.js";
import type { Table } from "../../data/tables/table.js";
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

interface RowSelection {
  sampling: SamplingMethod;
  /** Names of the columns; all columns when left out. */
  columns?: readonly string[];
  /** Edit steps that are applied to the sampled rows. */
  edits: { specs: readonly EditStepSpec[]; timezone: string } | undefined;
}

/** Downloads an ingested table and reads rows of it, or the result of edit steps, into memory. Throws InvalidInput as the edit steps do. */
export async function downloadAndReadRows(key: string, { edits, ...selection }: RowSelection, context: TaskContext): Promise<Table> {
  const path = join(context.scratch, "rows.parquet");
  await context.objects.download(key, path);
  try {
    const options = { ...selection, signal: context.signal };
    if (!edits) return await readTable(path, options);
    return await readEditedTable(path, { ...options, ...edits, specs: await loadJoins(edits.specs, context.objects) });
  } finally {
    await rm(path, { force: true });
  }
}
