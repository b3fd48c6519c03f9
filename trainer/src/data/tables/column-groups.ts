/** DuckDB takes up to 250 KiB for each column of a statement that sorts. The memory of a database is enough for this many. */
export const COLUMNS_PER_STATEMENT = 200;

/**
 * Runs `read` for one group of columns after the other, so that the memory of a statement does not grow with the width of the table.
 * Returns what it returned, in the order of the columns.
 */
export async function readColumnGroups<C, T>(columns: readonly C[], read: (group: readonly C[]) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let start = 0; start < columns.length; start += COLUMNS_PER_STATEMENT)
    results.push(await read(columns.slice(start, start + COLUMNS_PER_STATEMENT)));
  return results;
}

/** Same as `readColumnGroups` for rows of cells. Every group has the same rows. */
export async function readRowsByColumnGroups<C>(
  columns: readonly C[],
  read: (group: readonly C[]) => Promise<unknown[][]>,
): Promise<unknown[][]> {
  const [first = [], ...others] = await readColumnGroups(columns, read);
  for (const group of others) for (const [i, row] of first.entries()) row.push(...group[i]!);
  return first;
}
