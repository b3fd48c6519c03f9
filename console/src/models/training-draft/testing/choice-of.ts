import type { TableColumn } from "@agatha/contracts";
import type { ColumnOption } from "../column-options.js";

/** Returns a column with so many values. How often they come is not known unless `stats` tells. */
export function choiceOf(name: string, type: TableColumn["type"], unique: number, stats: Partial<TableColumn["stats"]> = {}): ColumnOption {
  const column = { name, label: name, uid: name, type, stats: { unique, missing: 0, integer: true, top: [], histogram: [], ...stats } };
  return { column: column as unknown as TableColumn, quality: 1, usable: true, labelLike: false };
}
