/** Copies of the rows that a join adds to a dataset. */
import { isoTime, type JoinRequest, type JoinSpec, joinsFolder, type Resource, titleOf, type User } from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { columnsAfterEdits, type LoadedJoin, type NamedColumn } from "@agatha/trainer/serving";
import { accessibleDataset, datasetOwner } from "../datasets/access.js";
import { roleIn } from "../datasets/roles.js";
import { parsedColumns, readyTableForSampling } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { loadEnabledEdits } from "../edit-history/store.js";
import type { CopyJoin } from "../edit-history/stored-step.js";
import { joinError, type PlacedColumn, readLists } from "./joined-lists.js";
import { readPages } from "./rows.js";
import type { TableReaderCache } from "./table-reader-cache.js";

interface JoinDeps {
  deps: ApiDeps;
  readers: TableReaderCache;
  user: User;
  /** Dataset that the columns are added to. */
  dataset: Resource<"Dataset">;
}

/** Returns the function that copies the rows of a join into an object of the dataset. It throws what loadJoin throws. */
export function createJoinCopier(deps: ApiDeps, readers: TableReaderCache): CopyJoin {
  return async (user, dataset, request) => {
    const { lists, ...spec } = await loadJoin({ deps, readers, user, dataset }, request);
    await deps.objects.put(spec.copy.key, Buffer.from(lists.join("\n")));
    return spec;
  };
}

/**
 * Reads the rows in use of the dataset to join, as its edit history leaves them. Throws NotFound (datasetNotFound) unless the user
 * and the owner of the edited dataset may read it, and InvalidInput (dataExtraction) while it is not parsed, for columns that it
 * lacks, for keys of several rows and for too many rows.
 */
export async function loadJoin({ deps, readers, user, dataset }: JoinDeps, request: JoinRequest): Promise<LoadedJoin> {
  const { type, on, columns, prefix } = request;
  const other = await readableByOwner({ deps, user, dataset }, request.dataset);
  const title = titleOf(other);
  const table = readyTableForSampling(other, undefined);
  if (!table) throw joinError("dataset", `The dataset ${title} is not read yet: try again when it is`);
  const edits = await loadEnabledEdits(deps, other);
  const there = columnsAfterEdits(await parsedColumns(deps, other), edits?.specs ?? []);
  const wanted = [
    ...on.map(({ other: name }, i) => ({ name, path: `on[${i}].other` })),
    ...columns.map((name, i) => ({ name, path: `columns[${i}]` })),
  ].map((asked) => requireColumn(there, { ...asked, title }));
  const { columnCount = 1 } = other.status ?? {};
  const selection = { sampling: table.sampling, ...(edits && { edits }) };
  const { lists, rows } = await readers.use(table.key, (reader) =>
    readLists(readPages(reader, selection, columnCount), wanted, { keys: on.length, title }),
  );
  const sha256 = sha256Hex(lists.join("\n"));
  const copy: JoinSpec["copy"] = {
    key: `${joinsFolder(dataset.metadata.uid)}/${sha256}`,
    title,
    types: wanted.map((column) => column.type),
    rows,
    at: isoTime(deps.clock),
  };
  return { type, dataset: request.dataset, on, columns, prefix, copy, lists };
}

/** Returns the dataset to join. Its rows become visible to the owner of the edited dataset, who may be another than the user. */
async function readableByOwner({ deps, user, dataset }: Omit<JoinDeps, "readers">, id: string): Promise<Resource<"Dataset">> {
  const other = await accessibleDataset(deps, user, id);
  const owner = await datasetOwner(deps, user, dataset);
  if (roleIn(owner, other) === undefined) throw joinError("dataset", `The owner of the edited dataset may not read ${titleOf(other)}`);
  return other;
}

function requireColumn(
  columns: readonly NamedColumn[],
  { name, path, title }: { name: string; path: string; title: string },
): PlacedColumn {
  const place = columns.findIndex((column) => column.name === name);
  const found = columns[place];
  if (!found) throw joinError(path, `The dataset ${title} has no column ${JSON.stringify(name)} after its own edits`);
  return { type: found.type, place };
}
