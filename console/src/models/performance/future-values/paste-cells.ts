export interface PastedCells {
  columns: string[][];
  /** Number of copied cells with a value for which there is no field. */
  leftOut: number;
}

/** A number with decimal comma, whose groups of three digits points may separate. */
const WITH_COMMA = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/;
const ONE_GROUP = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * Writes copied cells of a spreadsheet into the columns, from a row of a column on. Decimal commas become points where a cell shows
 * that the comma is no separator of thousands. Returns undefined for text that is a single cell.
 */
export function pasteCells(columns: readonly string[][], at: { column: number; row: number }, copied: string): PastedCells | undefined {
  const lines = copied.replace(/\r?\n$/, "").split(/\r?\n/);
  const cells = lines.map((line) => line.split("\t").map((cell) => cell.trim()));
  if (cells.length === 1 && cells[0]?.length === 1) return undefined;
  const hasComma = cells.flat().some((cell) => cell.includes(",") && WITH_COMMA.test(cell) && !ONE_GROUP.test(cell));
  const toPoint = (cell: string) => (hasComma && WITH_COMMA.test(cell) ? cell.replaceAll(".", "").replace(",", ".") : cell);
  const block = cells.map((line) => line.map(toPoint));
  const hasField = (row: number, column: number) => columns[at.column + column]?.[at.row + row] !== undefined;
  return {
    columns: columns.map((column, j) => column.map((cell, k) => block[k - at.row]?.[j - at.column] ?? cell)),
    leftOut: block.flatMap((line, row) => line.filter((cell, column) => cell !== "" && !hasField(row, column))).length,
  };
}
