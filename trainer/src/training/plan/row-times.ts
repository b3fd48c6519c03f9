import { isSupervised, type ModelWarning } from "@agatha/contracts";
import { findTimeOrders } from "../../data/row-structure/find-time-order.js";
import type { Table } from "../../data/tables/table.js";
import type { ModelRequest } from "./plan.js";

/**
 * Returns the times of the rows, of a model without a response (decision 108): all dates, and numbers that are times in order. Most new
 * rows come later than all known ones, so they would be unlike these by their time alone.
 */
export function findRowTimes({ type, semilabel }: ModelRequest, table: Table): Set<string> {
  if (isSupervised(type)) return new Set();
  const dates = table.columns.flatMap((column) => (column.type === "d" ? [column.name] : []));
  return new Set([...dates, ...findTimeOrders(table, [semilabel])]);
}

/** Returns a warning about each time that a model learns from, since it was chosen by name. */
export function rowTimeWarnings(times: ReadonlySet<string>, columns: readonly string[]): ModelWarning[] {
  return columns
    .filter((name) => times.has(name))
    .map((column) => ({
      code: "time_used",
      column,
      message: `${column} is a time: rows that come later than all known ones will seem unusual, or fall into the latest cluster, by it alone`,
    }));
}
