/**
 * Writes copied cells of a spreadsheet into the columns, from a row of a column on. Cells beyond the columns or rows are left out.
 * Returns undefined for text that is a single cell.
 */
export function pasteCells(columns: readonly string[][], at: { column: number; row: number }, copied: string): string[][] | undefined {
  const lines = copied.replace(/\r?\n$/, "").split(/\r?\n/);
  const block = lines.map((line) => line.split("\t").map((cell) => cell.trim()));
  if (block.length === 1 && block[0]?.length === 1) return undefined;
  return columns.map((column, j) => column.map((cell, k) => block[k - at.row]?.[j - at.column] ?? cell));
}
