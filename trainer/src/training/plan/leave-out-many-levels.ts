import { fitEncoder } from "../../data/encoding/fit-encoder.js";
import { requireColumn, type Table } from "../../data/tables/table.js";
import { type Plan, plannedColumns } from "./plan.js";

/**
 * Leaves out the text columns that have more levels in the table than become indicators. This is decided once for all rows, since a
 * fold may have fewer levels. So the models of the folds have the columns of the final model.
 */
export function leaveOutManyLevels(plan: Plan, table: Table): Plan {
  const texts = plannedColumns(plan).filter((name) => requireColumn(table, name).type === "s");
  const { dropped } = fitEncoder(table, texts, { missing: "keep", scale: "none" });
  const leftOut = dropped.filter(({ reason }) => reason === "too_many_levels");
  if (leftOut.length === 0) return plan;
  const names = new Set(leftOut.map(({ column }) => column));
  const layers = plan.layers.map((layer) => layer.map((node) => ({ ...node, columns: node.columns.filter((name) => !names.has(name)) })));
  return { ...plan, layers, leftOut };
}
