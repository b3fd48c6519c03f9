/**
 * Finds which rows of a table belong together, from the values alone: an identifier whose values repeat (a batch, a machine, a
 * person), or a set of columns that recur together (a recipe). Random held-out rows are the wrong judge there: the model has seen
 * rows of the same group (Roberts and others 2017).
 */
import type { RowStructure } from "@agatha/contracts";
import { type Table, takeRows } from "../tables/table.js";
import { describeColumns } from "./column-values.js";
import { findGroupColumn } from "./find-group-column.js";
import { findRecurringSet } from "./find-recurring-set.js";
import { groupCodes, groupNamingColumns, rowsWithoutCopies } from "./group-codes.js";

/** Fewest rows in which a structure shows. */
const MIN_ROWS = 40;

/**
 * Returns the structure of the rows, in which copies count once, or undefined where each stands for itself. `notGroups` names
 * columns that are no group columns.
 */
export function findRowStructure(
  table: Table,
  { notGroups = [] }: { notGroups?: readonly (string | undefined)[] } = {},
): RowStructure | undefined {
  if (table.nrow < MIN_ROWS) return undefined;
  const distinct = rowsWithoutCopies(table);
  const columns = describeColumns(distinct.length < table.nrow ? takeRows(table, distinct) : table);
  const candidates = columns.filter(({ name }) => !notGroups.includes(name));
  const group = findGroupColumn(candidates, columns);
  const groupColumns = group ? [group.name] : findRecurringSet(candidates);
  if (!groupColumns) return undefined;
  const groups = groupCodes(table, groupColumns);
  const sizes = new Map<number, number>();
  for (const code of groups) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  const sharing = [...sizes.values()].reduce((sum, size) => sum + (size > 1 ? size : 0), 0);
  return {
    kind: group ? "identifier" : "recurring_set",
    groupColumns,
    namingColumns: [...groupNamingColumns(table, groupColumns, groups)],
    groups: sizes.size,
    sharing: sharing / table.nrow,
    ...(group?.timeColumn !== undefined && { timeColumn: group.timeColumn }),
  };
}
