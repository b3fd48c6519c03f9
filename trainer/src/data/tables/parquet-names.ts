/** Key of the Parquet metadata that holds the headers as they are in the file, as a JSON array. */
export const HEADERS_KEY = "agatha_columns";

/** The name that DuckDB gives to the rows' numbers when asked for them; a column of the table cannot have it. */
export const ROW_NUMBER_COLUMN = "file_row_number";

/**
 * What columns with these headers are called in the Parquet file: as in the file, but DuckDB takes names that differ only
 * in case for the same, so that the later ones get a number at the end. The headers themselves are kept in the metadata.
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
