import { COLLECTIONS, columnTypeOverrides, type DatasetSpec, readingOf, type User } from "@agatha/contracts";
import { accessibleDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

/** Returns how a file with the columns of a dataset is read. Throws NotFound (datasetNotFound) if the user may not read the dataset. */
export async function readLikeDataset(
  deps: Pick<ApiDeps, "resources" | "documents">,
  user: User,
  id: string,
): Promise<Pick<DatasetSpec, "timezone" | "columns" | "like">> {
  const { spec, status } = await accessibleDataset(deps, user, id);
  const document = status?.table?.document;
  const found = document === undefined ? undefined : await deps.documents.collection(COLLECTIONS.tables).get(document);
  const { timezone, columns } = spec;
  return { timezone, columns: columnTypeOverrides(columns, found?.table.columns ?? []), like: found ? readingOf(found.table) : {} };
}
