/** Documents of edit histories, each under the uid of its dataset. */
import { COLLECTIONS, type EditHistory, isoTime, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { upsertDocument } from "./retry-on-conflict.js";

type ReadDeps = Pick<ApiDeps, "documents">;
type HistoryContent = Pick<EditHistory, "entries" | "api">;

/** Returns the history, including entries that can be restored. */
export async function loadHistory({ documents }: ReadDeps, uid: string): Promise<EditHistory | undefined> {
  return await documents.collection(COLLECTIONS.editHistories).get(uid);
}

/** Returns the number of these datasets whose extraction API is enabled. */
export async function countEnabledApis({ documents }: ReadDeps, datasets: readonly Resource<"Dataset">[]): Promise<number> {
  const found = await documents.collection(COLLECTIONS.editHistories).getMany(datasets.map(({ metadata }) => metadata.uid));
  return [...found.values()].filter(({ api }) => api?.enabled).length;
}

/** Enables or disables the dataset's extraction API. */
export async function setApiEnabled(
  deps: Pick<ApiDeps, "documents" | "clock">,
  dataset: Resource<"Dataset">,
  enabled: boolean,
): Promise<EditHistory> {
  return await changeHistory(deps, dataset, async (present) =>
    (present.api?.enabled ?? false) === enabled ? present : { ...present, api: { enabled, updatedAt: isoTime(deps.clock) } },
  );
}

/** Changes the newest version of the history, or an empty one, and tries again after a concurrent write. */
export async function changeHistory(
  { documents }: ReadDeps,
  { metadata: { uid: id } }: Resource<"Dataset">,
  change: (present: HistoryContent) => Promise<HistoryContent>,
): Promise<EditHistory> {
  return await upsertDocument(documents.collection(COLLECTIONS.editHistories), id, async (present) => ({
    ...(await change(present ?? { entries: [] })),
    id,
  }));
}
