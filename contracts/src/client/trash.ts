import type { TrashItem } from "../wire/index.js";
import type { JsonClient } from "./json-client.js";

/** Calls about what was deleted. */
export const trashCalls = ({ list }: JsonClient) => ({
  /** Lists what was deleted within a day. The restore call of its kind takes an item back. */
  trash: (signal?: AbortSignal) => list<TrashItem>("/agatha/trash/", { signal }),
});
