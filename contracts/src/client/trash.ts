import type { TrashItem } from "../wire/index.js";
import { type JsonClient, pathSegment } from "./json-client.js";
import type { EmptyTrashQuery } from "./request-types.js";

/** Calls about what was deleted. */
export const trashCalls = ({ fetchJson, list, send }: JsonClient) => ({
  /** Lists what was deleted within a day. The restore call of its kind takes an item back. */
  trash: (signal?: AbortSignal) => list<TrashItem>("/agatha/trash/", { signal }),
  /** Deletes an item for good. */
  purge: (kind: TrashItem["kind"], id: string) => send(`/agatha/trash${pathSegment(kind, id)}/`, { method: "DELETE" }),
  /** Deletes everything in the trash for good, or what `query` chooses. Returns it. */
  emptyTrash: async (query: EmptyTrashQuery = {}): Promise<TrashItem[]> =>
    (await fetchJson<{ data: TrashItem[] }>("/agatha/trash/", { method: "DELETE", query: { ...query } })).data,
});
