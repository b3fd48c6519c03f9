/** What the data check found about the order of the rows, and whether a training finds the same. Pure. */
import type { RowStructure, TableColumn, TimeOrder } from "@agatha/contracts";
import { MAX_CHECKED_COLUMNS, TRIED_RESPONSES } from "@agatha/contracts/kinds/limits";
import type { DataCheckAnswer, DatasetAnswer } from "@agatha/contracts/wire";

export interface RowFacts {
  /** Which rows belong together. */
  structure?: RowStructure | undefined;
  timeOrder?: TimeOrder | undefined;
  /** Columns of the file: hidden ones too. The data check has seen the first MAX_CHECKED_COLUMNS. */
  checkedColumns?: readonly TableColumn[] | undefined;
  /** Column that marks known anomalies, which names no groups. */
  knownAnomalies?: string | null | undefined;
  /** Some columns are left out: a model of the others may depend on blocks of rows where one of all does not. */
  leavesOutColumns?: boolean | undefined;
}

/** Returns what is known of a dataset's rows. */
export function rowFactsOf({ columns }: Pick<DatasetAnswer, "columns">, check: DataCheckAnswer | undefined): RowFacts {
  return { structure: check?.row_structure, timeOrder: check?.time_order, checkedColumns: columns };
}

/**
 * Returns true if a training is sure to find no groups and no order of the rows, given that the data check found none. `target` is
 * null if nothing is predicted. A training may find what the data check did not for several reasons. Without the target, the known
 * anomalies or hidden columns, or beyond the checked columns, other columns may name the groups. Only rows with a target need to be in
 * order. And not every column was tried as the response, and none with a part of the columns.
 */
export function isRuledOut(target: string | null, facts: RowFacts): boolean {
  const { structure, timeOrder, checkedColumns = [], knownAnomalies = null, leavesOutColumns = false } = facts;
  if (checkedColumns.length > MAX_CHECKED_COLUMNS || checkedColumns.some(({ hidden }) => hidden)) return false;
  const noGroup = target ?? knownAnomalies;
  if (noGroup !== null && structure?.groupColumns.includes(noGroup)) return false;
  if (target === null) return true;
  const isGiven = !checkedColumns.some(({ name, stats }) => name === target && stats.missing > 0);
  return isGiven && !leavesOutColumns && timeOrder?.timeColumn !== target && wasTried(target, checkedColumns);
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
