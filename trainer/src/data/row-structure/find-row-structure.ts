/**
 * Finds which rows of a table belong together, from the values alone: an identifier whose values repeat (a batch, a machine, a
 * person), a set of columns that recur together (a recipe), or rows that are nearly equal throughout (something measured twice).
 * Random held-out rows are the wrong judge there: the model has seen rows of the same group (Roberts and others 2017).
 */
import type { RowStructure } from "@agatha/contracts";
import { countByCode } from "../../numeric/statistics.js";
import { type Table, takeRows } from "../tables/table.js";
import { describeColumns } from "./column-values.js";
import { copyGroups } from "./find-copies.js";
import { findGroupColumn } from "./find-group-column.js";
import { findRecurringSet } from "./find-recurring-set.js";
import { findTimeOrder } from "./find-time-order.js";
import { groupCodes, groupNamingColumns, rowsWithoutCopies } from "./group-codes.js";

/** Fewest rows in which a structure shows. */
const MIN_ROWS = 40;
/** Least share of the rows that nearly equal another one. With fewer, most rows stand for themselves. */
const MIN_SHARING_COPIES = 0.4;

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
  if (groupColumns) {
    const groups = groupCodes(table, groupColumns);
    return {
      kind: group ? "identifier" : "recurring_set",
      groupColumns,
      namingColumns: [...groupNamingColumns(table, groupColumns, groups)],
      ...sizesOf(groups),
      ...(group?.timeColumn !== undefined && { timeColumn: group.timeColumn }),
    };
  }
  // In order of a time, a row that equals the one before means that nothing changed.
  const copies = findTimeOrder(table) === undefined ? copyGroups(table) : undefined;
  if (!copies) return undefined;
  const sizes = sizesOf(copies);
  return sizes.sharing < MIN_SHARING_COPIES ? undefined : { kind: "copies", groupColumns: [], namingColumns: [], ...sizes };
}

/** Returns the group of each row, if the structure is found in this table. */
export function structureGroups(table: Table, { kind, groupColumns }: Pick<RowStructure, "kind" | "groupColumns">): Int32Array | undefined {
  return kind === "copies" ? copyGroups(table) : groupCodes(table, groupColumns);
}

/** Returns the number of groups, and the share of the rows that share theirs with another row. */
export function sizesOf(groups: Int32Array): Pick<RowStructure, "groups" | "sharing"> {
  const sizes = countByCode(groups);
  const sharing = [...sizes.values()].reduce((sum, size) => sum + (size > 1 ? size : 0), 0);
  return { groups: sizes.size, sharing: sharing / groups.length };
}
