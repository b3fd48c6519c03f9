import type { GroupErrors, RowStructure } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { structureGroups } from "../../data/row-structure/find-row-structure.js";
import { columnCodes, combineCodes, type ValueCodes } from "../../data/row-structure/group-codes.js";
import { type Column, type Table, takeRows } from "../../data/tables/table.js";
import { FOLD_COUNT } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { countDistinct } from "../../numeric/statistics.js";
import { quickModelErrors, responsesToTry } from "./quick-model.js";

/** Few enough for five folds by random rows, as by groups. */
const MAX_ROWS = 500;

/**
 * Returns the held-out errors of a quick model for known groups and for new ones, with one column after the other as the response.
 * Columns that are no response, because they name rows or hold one value, are passed over.
 */
export async function measureGroupErrors(
  all: Table,
  structure: RowStructure,
  { totalRows, signal }: Pick<FitContext, "signal"> & { totalRows: number },
): Promise<GroupErrors[]> {
  const { groupColumns } = structure;
  const table = takeRows(all, firstGroups(structureGroups(all, structure)!));
  const codes = structureGroups(table, structure);
  if (!codes) return [];
  const groups = { codes, count: countDistinct(codes) };
  const identifiers = findIdentifierColumns(all, totalRows);
  const isCandidate = (column: Column) =>
    !groupColumns.includes(column.name) && !identifiers.has(column.name) && differsWithin(column, groups);
  const errors: GroupErrors[] = [];
  for (const { name: response } of responsesToTry(table.columns.filter(isCandidate))) {
    const named = groupColumns.length > 0 && { groupColumns };
    const validation = { rows: "groups" as const, ...named, folds: FOLD_COUNT };
    const measured = await quickModelErrors(table, { response, validation }, signal);
    if (measured) errors.push({ response, measure: measured.measure, known: measured.other, new: measured.asked });
  }
  return errors;
}

/** Returns rows of the first groups, at most MAX_ROWS. */
function firstGroups(groups: Int32Array): Int32Array {
  const last = groups[Math.min(MAX_ROWS, groups.length) - 1];
  return Int32Array.from(groups.keys())
    .filter((row) => groups[row] <= last)
    .subarray(0, MAX_ROWS);
}

/** Returns true if a column differs within groups. */
function differsWithin(column: Column, groups: ValueCodes): boolean {
  return combineCodes(groups, columnCodes(column)).count > groups.count;
}
