import type { DatasetAnswer } from "@agatha/contracts/wire";

/** Version of a dataset's rows. It changes when the rows may change. */
export function rowsVersion({
  sampling,
  encoding,
  delimiter,
  decimal,
  header,
  skip_rows,
  sheet,
  timezone,
  columns,
}: DatasetAnswer): string {
  const readings = columns.map(({ type, written = [] }) => [type, ...written].join(","));
  return [sampling, encoding, delimiter, decimal, header, skip_rows, sheet, timezone, ...readings].join(" ");
}
