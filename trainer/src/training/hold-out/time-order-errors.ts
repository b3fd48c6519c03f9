import type { TimeOrder, TimeOrderErrors } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { findTimeOrder } from "../../data/row-structure/find-time-order.js";
import { columnCodes } from "../../data/row-structure/group-codes.js";
import { isSeriallyDependent } from "../../data/row-structure/serial-dependence.js";
import { requireColumn, type Table, takeRows } from "../../data/tables/table.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { quickModelErrors, responsesToTry } from "./quick-model.js";

/** Enough for a fifth of the rows to tell a difference. */
const MAX_ROWS = 2000;

/**
 * Returns the time by which the rows are in order, with the held-out errors of a quick model on random and on later rows, one column
 * after the other as the response. Returns undefined without such a time.
 */
export async function measureTimeOrder(
  table: Table,
  { totalRows, signal }: Pick<FitContext, "signal"> & { totalRows: number },
): Promise<TimeOrder | undefined> {
  const timeColumn = findTimeOrder(table);
  if (timeColumn === undefined) return undefined;
  const identifiers = findIdentifierColumns(table, totalRows);
  const candidates = table.columns.filter(
    (column) => column.name !== timeColumn && !identifiers.has(column.name) && columnCodes(column).count > 1,
  );
  const errors: TimeOrderErrors[] = [];
  for (const { name: response } of responsesToTry(candidates)) {
    const measured = await errorsInTime(table, { response, timeColumn }, signal);
    if (measured) errors.push(measured);
  }
  return { timeColumn, errors };
}

async function errorsInTime(
  all: Table,
  { response, timeColumn }: { response: string; timeColumn: string },
  signal: FitContext["signal"],
): Promise<TimeOrderErrors | undefined> {
  const every = Math.max(1, all.nrow / MAX_ROWS);
  const table = takeRows(
    all,
    Int32Array.from({ length: Math.floor(all.nrow / every) }, (_, i) => Math.floor(i * every)),
  );
  const errors = await quickModelErrors(table, { response, validation: { rows: "time", timeColumn } }, signal);
  if (!errors) return undefined;
  const { measure, asked: later, other: random } = errors;
  return { response, measure, random, later, dependsOnOrder: isSeriallyDependent(requireColumn(all, response)) };
}
