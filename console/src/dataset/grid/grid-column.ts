import type { ColumnStats, TableColumn } from "@agatha/contracts";

/** A column of the rows that are shown; `colIndex` is its index in a row. Unknown statistics are not shown. */
export interface GridColumn extends Pick<TableColumn, "uid" | "name" | "label" | "type" | "colIndex"> {
  stats?: ColumnStats;
}
