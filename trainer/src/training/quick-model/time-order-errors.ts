import type { RowStructure, TimeOrder, TimeOrderErrors } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { findTimeOrder } from "../../data/row-structure/find-time-order.js";
import { columnCodes, groupCodes } from "../../data/row-structure/group-codes.js";
import { orderByManyGroups } from "../../data/row-structure/group-order.js";
import { requireTimes, type Table, takeRows } from "../../data/tables/table.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { withRowsInTime } from "../validation/rows-in-time.js";
import { quickModelErrors, quickModelRequest, responsesToTry } from "./quick-model.js";

/** Enough rows for a fifth of them to show a difference. */
const MAX_ROWS = 2000;

/**
 * Returns the time by which the rows are in order, with the held-out errors of a quick model on random and on later rows, one column
 * after the other as the response. Returns undefined without such a time. If rows belong together, later rows are those of later
 * groups. There is no such time if the groups do not follow one another.
 */
export async function measureTimeOrder(
  table: Table,
  structure: RowStructure | undefined,
  { totalRows, signal }: Pick<FitContext, "signal"> & { totalRows: number },
): Promise<TimeOrder | undefined> {
  const timeColumn = findTimeOrder(table);
  if (timeColumn === undefined) return undefined;
  const { groupColumns = [] } = structure ?? {};
  const groups = groupColumns.length > 0 ? groupCodes(table, groupColumns) : undefined;
  if (structure && !(groups && orderByManyGroups(requireTimes(table, timeColumn), groups))) return undefined;
  const identifiers = findIdentifierColumns(table, totalRows);
  const candidates = table.columns.filter(
    (column) => ![timeColumn, ...groupColumns].includes(column.name) && !identifiers.has(column.name) && columnCodes(column).count > 1,
  );
  const errors: TimeOrderErrors[] = [];
  for (const { name: response } of responsesToTry(candidates)) {
    const measured = await errorsInTime(table, { response, timeColumn, groups, groupColumns }, signal);
    if (measured) errors.push(measured);
  }
  return { timeColumn, errors };
}

interface OrderedRows {
  timeColumn: string;
  /** Group of each row if rows belong together, and the columns that name it. */
  groups: Int32Array | undefined;
  groupColumns: string[];
}

async function errorsInTime(
  all: Table,
  { response, timeColumn, groups, groupColumns }: OrderedRows & { response: string },
  signal: FitContext["signal"],
): Promise<TimeOrderErrors | undefined> {
  const every = Math.max(1, all.nrow / MAX_ROWS);
  const table = takeRows(
    all,
    Int32Array.from({ length: Math.floor(all.nrow / every) }, (_, i) => Math.floor(i * every)),
  );
  const validation = { rows: "time" as const, timeColumn, ...(groups && { groupColumns }) };
  const errors = await quickModelErrors(table, { response, validation }, signal);
  if (!errors) return undefined;
  const { measure, asked: later, other: random } = errors;
  const decided = withRowsInTime(quickModelRequest(all, { response, validation: { rows: "auto" } }), all).validation;
  return { response, measure, random, later, dependsOnOrder: decided?.rows === "time" };
}
