/** Snapshots of edit steps. Whatever was made with the steps keeps them when the history changes. */
import { createHash } from "node:crypto";
import {
  AlreadyExists,
  COLLECTIONS,
  type ColumnSummary,
  type EditStepSpec,
  ERRORS,
  InvalidInput,
  NotFound,
  type Resource,
  type TableColumn,
} from "@agatha/contracts";
import { columnsAfterEdits, type EditSteps } from "@agatha/trainer/serving";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs } from "./history.js";
import { loadSteps } from "./store.js";

type SnapshotDeps = Pick<ApiDeps, "documents" | "clock">;
type Dataset = Resource<"Dataset">;
/** Column that models learn from. */
export type ModelColumn = ColumnSummary & Pick<TableColumn, "hidden">;

/** Returns the id of a snapshot of the enabled steps. Throws InvalidInput (badRequest) if there are none. */
export async function snapshotEnabledSteps(deps: SnapshotDeps, dataset: Dataset): Promise<string> {
  const specs = enabledSpecs(await loadSteps(deps, dataset));
  if (specs.length === 0) {
    const message = "No entry of the edit history is enabled: enable one, or leave use_extraction out";
    throw new InvalidInput(ERRORS.badRequest, { path: "use_extraction", message });
  }
  return await saveSnapshot(deps, dataset, specs);
}

/** Returns the id of the same steps for another dataset. Throws NotFound (editHistoryNotFound). */
export async function copySnapshot(deps: SnapshotDeps, dataset: Dataset, id: string): Promise<string> {
  return await saveSnapshot(deps, dataset, await snapshotSpecs(deps, id));
}

/** Returns the edits of a snapshot. Throws NotFound (editHistoryNotFound). */
export async function loadSnapshot(deps: Pick<ApiDeps, "documents">, { spec }: Dataset, id = ""): Promise<EditSteps> {
  return { specs: await snapshotSpecs(deps, id), timezone: spec.timezone };
}

/**
 * Returns the columns after the snapshot's steps, or the dataset's own columns without steps. Throws NotFound
 * (editHistoryNotFound), and InvalidInput (dataExtraction) if the steps do not fit the
 * columns.
 */
export async function columnsAfterSnapshot(
  deps: Pick<ApiDeps, "documents">,
  columns: readonly TableColumn[],
  id: string | undefined,
): Promise<ReadonlyMap<string, ModelColumn>> {
  const byName = new Map(columns.map((column) => [column.name, column]));
  if (id === undefined) return byName;
  const left = columnsAfterEdits(columns, await snapshotSpecs(deps, id));
  return new Map(left.map(({ name, type }) => [name, { name, type, hidden: byName.get(name)?.hidden ?? false }]));
}

async function snapshotSpecs({ documents }: Pick<ApiDeps, "documents">, id: string): Promise<EditStepSpec[]> {
  const found = await documents.collection(COLLECTIONS.editSteps).get(id);
  if (!found) throw new NotFound(`the steps ${id} are not there`, ERRORS.editHistoryNotFound);
  return found.specs;
}

/** Saves a snapshot. The same steps of the same dataset are stored once. */
async function saveSnapshot({ documents }: SnapshotDeps, { metadata }: Dataset, specs: EditStepSpec[]): Promise<string> {
  const id = `${metadata.uid}.${createHash("sha256").update(JSON.stringify(specs)).digest("hex")}`;
  try {
    await documents.collection(COLLECTIONS.editSteps).insert({ id, datasetUid: metadata.uid, specs });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
  }
  return id;
}
