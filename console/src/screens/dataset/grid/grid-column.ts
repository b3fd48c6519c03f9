import type { ColumnStats, TableColumn } from "@agatha/contracts";

/** A column of the rows that are shown; `colIndex` is its index in a row. Unknown statistics are not shown. */
export interface GridColumn extends Pick<TableColumn, "uid" | "name" | "label" | "type" | "colIndex"> {
  stats?: ColumnStats;
  /** Characters of the longest usual value, where there are no statistics of these rows. */
  valueLength?: number;
}

/** Returns the characters of the longest of the most frequent texts; 0 for a column without texts. */
export function valueLengthOf({ top = [] }: Pick<ColumnStats, "top">): number {
  return Math.max(0, ...top.slice(0, 20).map(({ value }) => value.length));
}
