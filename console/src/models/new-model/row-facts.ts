/** What the data check found about the order of the rows, and whether a training finds the same. Pure. */
import type { RowStructure, TableColumn, TimeOrder } from "@agatha/contracts";
import { TRIED_RESPONSES } from "@agatha/contracts/kinds/limits";
import type { DataCheckAnswer, DatasetAnswer } from "@agatha/contracts/wire";

export interface RowFacts {
  /** Which rows belong together. */
  structure?: RowStructure | undefined;
  timeOrder?: TimeOrder | undefined;
  /** Columns of the file, which the data check has seen: hidden ones too. */
  checkedColumns?: readonly TableColumn[] | undefined;
  /** Column that marks known anomalies, which names no groups. */
  knownAnomalies?: string | null | undefined;
}

/** Returns what is known of a dataset's rows. */
export function rowFactsOf({ columns }: Pick<DatasetAnswer, "columns">, check: DataCheckAnswer | undefined): RowFacts {
  return { structure: check?.row_structure, timeOrder: check?.time_order, checkedColumns: columns };
}

/**
 * Returns true if a training for the target finds no groups and no order of the rows where the data check found none for it. Without
 * the target, or without hidden columns, others may name the groups, and not every column was tried as the response.
 */
export function isRuledOut(target: string | null, { structure, timeOrder, checkedColumns = [] }: RowFacts): boolean {
  if (checkedColumns.some(({ hidden }) => hidden)) return false;
  if (target === null) return true;
  return !structure?.groupColumns.includes(target) && timeOrder?.timeColumn !== target && wasTried(target, checkedColumns);
}

/** Returns false if the data check may not have tried the column as the response. */
function wasTried(target: string, columns: readonly TableColumn[]): boolean {
  const { atEnd, mostClasses } = TRIED_RESPONSES;
  const candidates = columns.filter(({ type, stats }) => type !== "d" && stats.unique > 1);
  const at = candidates.findIndex(({ name }) => name === target);
  const column = candidates[at];
  if (!column) return true;
  return (at < atEnd || at >= candidates.length - atEnd) && (column.type === "n" || column.stats.unique <= mostClasses);
}
