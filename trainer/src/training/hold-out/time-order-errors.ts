import { isSupervised, type TimeOrder, type TimeOrderErrors } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import { findTimeOrder } from "../../data/row-structure/find-time-order.js";
import { columnCodes } from "../../data/row-structure/group-codes.js";
import { isSeriallyDependent } from "../../data/row-structure/serial-dependence.js";
import { findColumn, requireColumn, type Table, takeRows } from "../../data/tables/table.js";
import type { FitContext } from "../../numeric/fit-context.js";
import type { ModelRequest } from "../plan/plan.js";
import { findGroupColumns } from "../plan/row-design.js";
import { quickModelErrors, responsesToTry } from "./quick-model.js";

/** Enough for a fifth of the rows to tell a difference. */
const MAX_ROWS = 2000;
/** Least ratio of the errors from which later rows are harder. */
const MIN_ERROR_RATIO = 1.05;

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

/**
 * Returns the request with later rows held out where the data decide and no rows belong together, if the rows are in order of a time
 * and a quick model errs more on later rows than on random ones. Returns it as it is else.
 */
export async function withRowsInTime(request: ModelRequest, table: Table, signal: FitContext["signal"]): Promise<ModelRequest> {
  const { type, response, validation, columns } = request;
  if (validation?.rows !== "auto" || validation.groupColumns || request.timeSeries || !isSupervised(type) || response === undefined)
    return request;
  const timeColumn = findTimeOrder(table, [response]);
  if (timeColumn === undefined || !findColumn(table, response) || findGroupColumns(request, table)) return request;
  const asked = type === "REGRESSION" || type === "CLASSIFICATION" ? type : undefined;
  const measured = await errorsInTime(table, { type: asked, response, columns, timeColumn }, signal);
  return measured?.isHarder ? { ...request, validation: { ...validation, rows: "time", timeColumn } } : request;
}

async function errorsInTime(
  all: Table,
  {
    timeColumn,
    ...request
  }: Pick<ModelRequest, "columns"> & { type?: "REGRESSION" | "CLASSIFICATION"; response: string; timeColumn: string },
  signal: FitContext["signal"],
): Promise<TimeOrderErrors | undefined> {
  const every = Math.max(1, all.nrow / MAX_ROWS);
  const table = takeRows(
    all,
    Int32Array.from({ length: Math.floor(all.nrow / every) }, (_, i) => Math.floor(i * every)),
  );
  const errors = await quickModelErrors(table, { ...request, validation: { rows: "time", timeColumn } }, signal);
  if (!errors) return undefined;
  const { measure, asked: later, other: random } = errors;
  const isHarder = later > MIN_ERROR_RATIO * random && isSeriallyDependent(requireColumn(all, request.response));
  return { response: request.response, measure, random, later, isHarder };
}
