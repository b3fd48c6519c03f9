/** Key of the Parquet metadata that holds the file's original headers as a JSON array. */
export const HEADERS_KEY = "agatha_columns";

/** Name that DuckDB gives to row numbers; no column of the table can have it. */
export const ROW_NUMBER_COLUMN = "file_row_number";

/**
 * Returns the columns' names in the Parquet file. They equal the headers, except that DuckDB ignores case: a name that differs
 * from an earlier one only in case gets a number at the end. The metadata keep the headers themselves.
 */
export function parquetNames(headers: readonly string[]): string[] {
  const headersTaken = new Set(headers.map((header) => header.toLowerCase()));
  const taken = new Set([ROW_NUMBER_COLUMN]);
  return headers.map((header) => {
    const free = (name: string) => !taken.has(name.toLowerCase()) && (name === header || !headersTaken.has(name.toLowerCase()));
    let name = header;
    for (let n = 2; !free(name); n++) name = `${header}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
