import type { Document, FindOptions } from "@agatha/contracts";

/** Sorts documents in place, as MongoDB does. */
export function sortDocuments<T extends Document>(documents: T[], { field, order }: NonNullable<FindOptions<T>["sort"]>): void {
  documents.sort((a, b) => compareValues(a[field], b[field]) * (order === "asc" ? 1 : -1));
}

/** Compares values as MongoDB orders them: missing values first, then numbers, then strings. */
function compareValues(a: unknown, b: unknown): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0 || a === b || a === undefined || a === null) return rank;
  return (a as string | number) < (b as string | number) ? -1 : 1;
}

function rankOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === "number") return 1;
  return typeof value === "string" ? 2 : 3;
}
