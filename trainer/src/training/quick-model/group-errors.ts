import type { GroupErrors, RowStructure } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { structureGroups } from "../../data/row-structure/find-row-structure.js";
import { columnCodes, combineCodes, type ValueCodes } from "../../data/row-structure/group-codes.js";
import { type Column, type Table, takeRows } from "../../data/tables/table.js";
import { FOLD_COUNT } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { createRandom, randomPermutation } from "../../numeric/random.js";
import { countDistinct } from "../../numeric/statistics.js";
import { quickModelErrors, responsesToTry } from "./quick-model.js";

/** Few enough for five folds by random rows, as by groups. */
const MAX_ROWS = 500;
/** Groups that rows are drawn from, if there are as many. */
const MIN_DRAWN_GROUPS = 10;
const SEED = 1;

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
  const table = takeRows(all, drawGroups(structureGroups(all, structure)!));
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

/**
 * Returns rows of groups drawn at random, at most MAX_ROWS, in the order of the file: if it is sorted, its first groups are unlike the
 * others. Of large groups it takes rows at equal distances.
 */
function drawGroups(groups: Int32Array): Int32Array {
  if (groups.length <= MAX_ROWS) return Int32Array.from(groups.keys());
  const rowsOf = new Map<number, number[]>();
  for (const [row, code] of groups.entries()) {
    const rows = rowsOf.get(code);
    if (rows) rows.push(row);
    else rowsOf.set(code, [row]);
  }
  const all = [...rowsOf.values()];
  const most = Math.ceil(MAX_ROWS / Math.min(MIN_DRAWN_GROUPS, all.length));
  const drawn: number[] = [];
  for (const at of randomPermutation(all.length, createRandom(SEED)))
    drawn.push(...atEqualDistances(all[at], Math.min(most, MAX_ROWS - drawn.length)));
  return Int32Array.from(drawn).sort();
}

function atEqualDistances(rows: readonly number[], most: number): number[] {
  const count = Math.min(most, rows.length);
  return Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]);
}

/** Returns true if a column differs within groups. */
function differsWithin(column: Column, groups: ValueCodes): boolean {
  return combineCodes(groups, columnCodes(column)).count > groups.count;
}
