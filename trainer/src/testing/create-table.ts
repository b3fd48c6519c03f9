import type { Column, Table } from "../data/tables/table.js";

/** Column as a test writes it: numbers, dates or text, null where missing. */
export type Cells = readonly (number | string | Date | null)[];

/** Creates a table from its columns. A column without any value is text. */
export function createTable(columns: Record<string, Cells>): Table {
  const made = Object.entries(columns).map(([name, cells]) => columnOf(name, cells));
  return { nrow: Object.values(columns)[0]?.length ?? 0, columns: made };
}

function columnOf(name: string, cells: Cells): Column {
  const first = cells.find((cell) => cell !== null);
  if (typeof first === "number")
    return { name, type: "n", values: Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell))) };
  if (first instanceof Date)
    return { name, type: "d", values: Float64Array.from(cells, (cell) => (cell instanceof Date ? cell.getTime() : Number.NaN)) };
  const levels = [...new Set(cells)].filter((cell) => cell !== null).map(String);
  return { name, type: "s", codes: Int32Array.from(cells, (cell) => (cell === null ? -1 : levels.indexOf(String(cell)))), levels };
}
