import type { PredictionResult } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";

/**
 * Adds a warning to each row that has a class which the training did not have. Such a class counts as none of the known ones. Rows
 * that have a warning already keep it. The rows are those of RowColumns, where the last level stands for all unknown ones.
 */
export function warnOfUnknownClasses(result: PredictionResult, { columns }: Table): PredictionResult {
  const unknown = new Map<number, string[]>();
  for (const column of columns) {
    if (column.type !== "s") continue;
    column.codes.forEach((code, row) => {
      if (code === column.levels.length - 1) unknown.set(row, [...(unknown.get(row) ?? []), column.name]);
    });
  }
  if (unknown.size === 0) return result;
  const warning = result.value.map((_, row) => result.warning?.[row] ?? warningOf(unknown.get(row)));
  return { ...result, warning };
}

function warningOf(names: readonly string[] | undefined): string | null {
  if (!names) return null;
  const [have, count] = names.length === 1 ? ["has a value", "it counts"] : ["have values", "they count"];
  return `${names.join(", ")} ${have} that no row of the training had: ${count} as none of the known ones`;
}
