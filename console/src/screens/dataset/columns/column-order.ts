/** Column order of each dataset, kept in this browser for the 20 datasets arranged last (specification, section 9). */
import type { TableColumn } from "@agatha/contracts";

export const MAX_STORED_ORDERS = 20;

/** Newest first: the dataset's id and the uids of its columns from left to right. */
export type ColumnOrders = readonly (readonly [datasetId: string, order: readonly string[]])[];

/** Parses the stored orders. Returns an empty list if the text is not valid. */
export function parseColumnOrders(stored: string | null): ColumnOrders {
  try {
    const parsed: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isColumnOrder) : [];
  } catch {
    return [];
  }
}

function isColumnOrder(entry: unknown): entry is readonly [string, readonly string[]] {
  return (
    Array.isArray(entry) && typeof entry[0] === "string" && Array.isArray(entry[1]) && entry[1].every((uid) => typeof uid === "string")
  );
}

/**
 * Returns the orders with that of one dataset, which becomes the newest. An empty order removes the dataset's entry. The oldest
 * entries are dropped.
 */
export function withOrder(layouts: ColumnOrders, datasetId: string, order: readonly string[]): ColumnOrders {
  const others = layouts.filter(([id]) => id !== datasetId);
  return order.length === 0 ? others : [[datasetId, order] as const, ...others].slice(0, MAX_STORED_ORDERS);
}

/** Returns the stored order of a dataset's columns, by name; an empty list if none is stored. */
export function orderOf(layouts: ColumnOrders, datasetId: string): readonly string[] {
  return layouts.find(([id]) => id === datasetId)?.[1] ?? [];
}

/** Sorts columns as arranged. Columns that nobody arranged follow in the order of the file. */
export function sortByOrder<C extends Pick<TableColumn, "uid" | "colIndex">>(columns: readonly C[], order: readonly string[]): C[] {
  const place = new Map(order.map((uid, index) => [uid, index]));
  const last = order.length;
  return [...columns].sort((a, b) => (place.get(a.uid) ?? last) - (place.get(b.uid) ?? last) || a.colIndex - b.colIndex);
}

/** Returns the order after `uid` has moved to the index `to` among all columns. Indices out of range are clamped. */
export function moveColumn(order: readonly string[], uid: string, to: number): string[] {
  const others = order.filter((column) => column !== uid);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), uid, ...others.slice(place)];
}
