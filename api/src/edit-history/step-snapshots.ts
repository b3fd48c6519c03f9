/** Snapshots of edit steps. Whatever was made with the steps keeps them when the history changes. */
import { basename } from "node:path/posix";
import {
  AlreadyExists,
  COLLECTIONS,
  type ColumnSummary,
  changedColumns,
  type EditStepSpec,
  ERRORS,
  hiddenColumns,
  InvalidInput,
  joinsFolder,
  NotFound,
  type Resource,
  type TableColumn,
} from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { columnsAfterEdits, type EditSteps, loadJoins } from "@agatha/trainer/serving";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs } from "./history.js";
import { loadSteps } from "./store.js";

type SnapshotDeps = Pick<ApiDeps, "documents" | "clock">;
type ReadDeps = Pick<ApiDeps, "documents" | "objects">;
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
export async function copySnapshot(deps: SnapshotDeps & ReadDeps, dataset: Dataset, id: string): Promise<string> {
  const specs = await Promise.all((await snapshotSpecs(deps, id)).map((spec) => withOwnCopy(deps, dataset, spec)));
  return await saveSnapshot(deps, dataset, specs);
}

/** Returns the edits of a snapshot. Throws NotFound (editHistoryNotFound). */
export async function loadSnapshot(deps: ReadDeps, { spec }: Dataset, id = ""): Promise<EditSteps> {
  return { specs: await loadJoins(await snapshotSpecs(deps, id), deps.objects), timezone: spec.timezone };
}

/**
 * Returns the columns after the snapshot's steps, or the dataset's own columns without steps. Throws NotFound
 * (editHistoryNotFound), and InvalidInput (dataExtraction) if the steps do not fit the columns.
 */
export async function columnsAfterSnapshot(
  deps: Pick<ApiDeps, "documents">,
  columns: readonly TableColumn[],
  id: string | undefined,
): Promise<ReadonlyMap<string, ModelColumn>> {
  if (id === undefined) return new Map(columns.map((column) => [column.name, column]));
  const specs = await snapshotSpecs(deps, id);
  const hidden = hiddenColumns(columns, specs);
  return new Map(columnsAfterEdits(columns, specs).map(({ name, type }) => [name, { name, type, hidden: hidden.has(name) }]));
}

/**
 * Returns the columns that a snapshot's steps leave, with the statistics of the dataset's `own` rows where no step makes or changes the
 * column. Throws NotFound (editHistoryNotFound).
 */
export async function describedAfterSnapshot(
  deps: Pick<ApiDeps, "documents">,
  left: readonly ModelColumn[],
  own: readonly TableColumn[],
  id: string | undefined,
): Promise<readonly ModelColumn[]> {
  if (id === undefined) return left;
  const changed = changedColumns(await snapshotSpecs(deps, id));
  const unchanged = new Map(own.flatMap(({ name, stats }) => (changed.has(name) ? [] : [[name, stats]])));
  return left.map((column) => ({ ...column, stats: unchanged.get(column.name) }));
}

async function snapshotSpecs({ documents }: Pick<ApiDeps, "documents">, id: string): Promise<EditStepSpec[]> {
  const found = await documents.collection(COLLECTIONS.editSteps).get(id);
  if (!found) throw new NotFound(`the steps ${id} are not there`, ERRORS.editHistoryNotFound);
  return found.specs;
}

/** Returns the step with the copied rows of a join in the dataset's own folder, where they stay as long as the dataset. */
async function withOwnCopy({ objects }: ReadDeps, { metadata }: Dataset, spec: EditStepSpec): Promise<EditStepSpec> {
  if (spec.type !== "join") return spec;
  const { copy } = spec;
  const key = `${joinsFolder(metadata.uid)}/${basename(copy.key)}`;
  await objects.put(key, await objects.get(copy.key));
  return { ...spec, copy: { ...copy, key } };
}

/** Saves a snapshot. The same steps of the same dataset are stored once. */
async function saveSnapshot({ documents }: SnapshotDeps, { metadata }: Dataset, specs: EditStepSpec[]): Promise<string> {
  const id = `${metadata.uid}.${sha256Hex(JSON.stringify(specs))}`;
  try {
    await documents.collection(COLLECTIONS.editSteps).insert({ id, datasetUid: metadata.uid, specs });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
  }
  return id;
}
