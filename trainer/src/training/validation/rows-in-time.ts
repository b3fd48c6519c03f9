import { isSupervised } from "@agatha/contracts";
import { findTimeOrder } from "../../data/row-structure/find-time-order.js";
import { dependsOnGroupOrder } from "../../data/row-structure/group-order.js";
import { isSeriallyDependent } from "../../data/row-structure/serial-dependence.js";
import { findColumn, requireColumn, requireTimes, type Table, takeRows } from "../../data/tables/table.js";
import type { HiddenColumns } from "../plan/hidden-columns.js";
import type { ModelRequest } from "../plan/plan.js";
import { rowsWithValue } from "../plan/target.js";
import { findGroups } from "./resolve-validation.js";

/**
 * Returns the request with the latest rows held out if the data decide and the rows with a response are in order of a time on which
 * the response depends (decision 99). These are single rows if none belong together, or whole groups if groups follow one another
 * (decision 107). Otherwise returns the request unchanged.
 */
export function withRowsInTime<Request extends ModelRequest & HiddenColumns>(request: Request, all: Table): Request {
  const { type, response, validation, timeSeries } = request;
  if (validation?.rows !== "auto" || validation.groupColumns || timeSeries || !isSupervised(type) || response === undefined) return request;
  const known = findColumn(all, response);
  if (!known) return request;
  const table = takeRows(all, rowsWithValue(known));
  const target = requireColumn(table, response);
  const timeColumn = findTimeOrder(table, [response]);
  if (timeColumn === undefined) return request;
  const found = findGroups(request, table);
  if (!found) return isSeriallyDependent(target) ? { ...request, validation: { ...validation, rows: "time", timeColumn } } : request;
  const { groupColumns, groups } = found;
  if (groupColumns.length === 0 || !dependsOnGroupOrder(target, requireTimes(table, timeColumn), groups)) return request;
  return { ...request, validation: { ...validation, rows: "time", timeColumn, groupColumns } };
}
