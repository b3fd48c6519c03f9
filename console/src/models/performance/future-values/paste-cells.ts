import { numberReader } from "@agatha/contracts/csv/number-texts";

export interface PastedCells {
  columns: string[][];
  /** Number of copied cells with a value for which there is no field. */
  leftOut: number;
}

/** A spreadsheet copies numbers as its language writes them. */
const STYLE = { decimal: ".", grouped: false } as const;

/**
 * Writes copied cells of a spreadsheet into the columns, from a row of a column on. Decimal commas become points where a cell shows
 * that the comma is no separator of thousands. Returns undefined for text that is a single cell.
 */
export function pasteCells(columns: readonly string[][], at: { column: number; row: number }, copied: string): PastedCells | undefined {
  const lines = copied.replace(/\r?\n$/, "").split(/\r?\n/);
  const cells = lines.map((line) => line.split("\t").map((cell) => cell.trim()));
  if (cells.length === 1 && cells[0]?.length === 1) return undefined;
  const read = numberReader(cells.flat(), STYLE);
  const block = cells.map((line) => line.map((cell) => read(cell) ?? cell));
  const hasField = (row: number, column: number) => columns[at.column + column]?.[at.row + row] !== undefined;
  return {
    columns: columns.map((column, j) => column.map((cell, k) => block[k - at.row]?.[j - at.column] ?? cell)),
    leftOut: block.flatMap((line, row) => line.filter((cell, column) => cell !== "" && !hasField(row, column))).length,
  };
}
