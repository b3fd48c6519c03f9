/** Several series in one table: a column names the series of each row. */
import { type Column, requireColumn, type Table } from "../tables/table.js";

/** Names of the series, and the number of each row's series; −1 for rows without a name. */
export interface SeriesNames {
  names: readonly string[];
  codes: Int32Array;
}

/** Returns the series of each row, in the order in which they occur. Numbers name series as text does. */
export function readSeriesNames(table: Table, name: string): SeriesNames {
  const column = requireColumn(table, name);
  const cellAt = cellReader(column);
  const keys = column.type === "s" ? column.codes : column.values;
  const numbers = new Map<number, number>();
  const names: string[] = [];
  const codes = new Int32Array(table.nrow);
  for (let row = 0; row < codes.length; row++) {
    let number = numbers.get(keys[row]);
    if (number === undefined) {
      const cell = cellAt(row);
      number = cell === undefined ? -1 : names.push(cell) - 1;
      numbers.set(keys[row], number);
    }
    codes[row] = number;
  }
  return { names, codes };
}

/** Returns the table with the columns that name series as text. */
export function withTextNames(table: Table, names: readonly string[]): Table {
  const columns = table.columns.map((column): Column => {
    if (column.type !== "n" || !names.includes(column.name)) return column;
    const { names: levels, codes } = readSeriesNames(table, column.name);
    return { name: column.name, type: "s", levels, codes };
  });
  return { ...table, columns };
}

/** Returns a function that returns the text of a row's cell; undefined where it is missing. */
export function cellReader(column: Column): (row: number) => string | undefined {
  if (column.type === "s") return (row) => column.levels[column.codes[row]];
  return (row) => (Number.isFinite(column.values[row]) ? String(column.values[row]) : undefined);
}

/** Returns the rows of each series, in their order. */
export function rowsBySeries({ names, codes }: SeriesNames): number[][] {
  const rows = names.map((): number[] => []);
  codes.forEach((code, row) => {
    if (code >= 0) rows[code].push(row);
  });
  return rows;
}
