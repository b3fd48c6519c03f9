import type { DatasetAnswer } from "@agatha/contracts/wire";

/** What the rows of a dataset depend on: another one, other rows. */
export function rowsVersion({ sampling, encoding, delimiter, decimal, timezone, columns }: DatasetAnswer): string {
  return [sampling, encoding, delimiter, decimal, timezone, columns.map(({ type }) => type).join("")].join(" ");
}
