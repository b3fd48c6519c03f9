import type { DatasetAnswer } from "@agatha/contracts/wire";

/** Version of a dataset's rows. It changes when the rows may change. */
export function rowsVersion({ sampling, encoding, delimiter, decimal, header, sheet, timezone, columns }: DatasetAnswer): string {
  return [sampling, encoding, delimiter, decimal, header, sheet, timezone, columns.map(({ type }) => type).join("")].join(" ");
}
