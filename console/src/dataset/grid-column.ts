import type { ColumnStats, TableColumn } from "@agatha/contracts";

/** A column of rows that are shown: `colIndex` is its place in them. Figures that are not known are not shown. */
export interface GridColumn extends Pick<TableColumn, "uid" | "name" | "label" | "type" | "colIndex"> {
  stats?: ColumnStats;
}
