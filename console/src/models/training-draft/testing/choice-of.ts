import type { TableColumn } from "@agatha/contracts";
import { aDatasetColumn } from "../../../testing/answers.js";
import type { ColumnOption } from "../column-options.js";

/** Returns a column with so many values. How often they come is not known unless `stats` tells. */
export function choiceOf(name: string, type: TableColumn["type"], unique: number, stats: Partial<TableColumn["stats"]> = {}): ColumnOption {
  return { column: aDatasetColumn({ name, type, stats: { unique, ...stats } }), quality: 1, usable: true, labelLike: false };
}
