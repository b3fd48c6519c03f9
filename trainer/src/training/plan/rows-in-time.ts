import { isSupervised } from "@agatha/contracts";
import { findTimeOrder } from "../../data/row-structure/find-time-order.js";
import { isSeriallyDependent } from "../../data/row-structure/serial-dependence.js";
import { findColumn, type Table } from "../../data/tables/table.js";
import type { ModelRequest } from "./plan.js";
import { findGroups } from "./row-design.js";

/**
 * Returns the request with later rows held out where the data decide, no rows belong together, and the rows are in order of a time on
 * which the response depends (decision 99). Returns it as it is else.
 */
export function withRowsInTime(request: ModelRequest, table: Table): ModelRequest {
  const { type, response, validation, timeSeries } = request;
  if (validation?.rows !== "auto" || validation.groupColumns || timeSeries || !isSupervised(type) || response === undefined) return request;
  const target = findColumn(table, response);
  const timeColumn = findTimeOrder(table, [response]);
  if (!target || timeColumn === undefined || !isSeriallyDependent(target) || findGroups(request, table)) return request;
  return { ...request, validation: { ...validation, rows: "time", timeColumn } };
}
