import type { StepColumn } from "../../../step-columns/step-columns.js";
import { pearsonCorrelation } from "./statistics.js";
import { numericColumn, type TableRows } from "./table-rows.js";

/** Returns the column, then the other numeric columns: those first that rise or fall with it most closely. */
export function mostCorrelated(table: TableRows, columns: readonly StepColumn[], column: StepColumn): StepColumn[] {
  const values = numericColumn(table, column.name);
  const others = columns.filter(({ name }) => name !== column.name);
  const ranked = others.map((other) => ({ other, size: Math.abs(pearsonCorrelation(values, numericColumn(table, other.name)) ?? 0) }));
  return [column, ...ranked.sort((one, next) => next.size - one.size).map(({ other }) => other)];
}
