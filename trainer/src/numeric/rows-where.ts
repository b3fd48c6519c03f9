/** Returns the rows, of `nrow` ones, that meet a condition; ascending. */
export function rowsWhere(nrow: number, condition: (row: number) => boolean): Int32Array {
  const rows = new Int32Array(nrow);
  let count = 0;
  for (let row = 0; row < nrow; row++) if (condition(row)) rows[count++] = row;
  return rows.slice(0, count);
}
