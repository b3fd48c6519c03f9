import type { ParquetColumn } from "./parquet-table.js";

/**
 * Returns a FROM clause with a row for each cell: `c` is the position of the cell's column in `expressions`, and `x` its value. All
 * expressions have one type. The cells of a column stay in the order of the rows. A statement about cells that groups by `c` has one
 * expression for all columns; the time to plan one with an expression for each column grows with the square of their number.
 */
export function unpivotSql(expressions: readonly string[], from: string): string {
  return `(SELECT unnest(range(${expressions.length})) AS c, unnest([${expressions.join(", ")}]) AS x FROM ${from})`;
}

/** Largest number of columns in one statement. */
const MAX_COLUMNS = 200;
/** Cells that a statement may sort, or collect the different values of. Of texts, no more than a column of all rows in use has. */
const CELLS_PER_STATEMENT = { numbers: 200_000, texts: 10_000 };

/** Columns, with the places that they have in the table. */
export interface ColumnsOfOneType<C> {
  isText: boolean;
  columns: { index: number; column: C }[];
}

/** Returns the columns in groups for one statement each. The memory of a statement does not grow with the width of the table. */
export function groupColumns<C extends Pick<ParquetColumn, "type">>(columns: readonly C[], nrow: number): ColumnsOfOneType<C>[] {
  const indexed = columns.map((column, index) => ({ column, index }));
  return [false, true].flatMap((isText) => {
    const cells = isText ? CELLS_PER_STATEMENT.texts : CELLS_PER_STATEMENT.numbers;
    const size = Math.min(MAX_COLUMNS, Math.max(1, Math.floor(cells / Math.max(1, nrow))));
    const ofType = indexed.filter(({ column }) => (column.type === "s") === isText);
    return Array.from({ length: Math.ceil(ofType.length / size) }, (_, group) => ({
      isText,
      columns: ofType.slice(group * size, (group + 1) * size),
    }));
  });
}
