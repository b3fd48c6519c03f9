import type { StepColumn } from "../../../step-columns/step-columns.js";
import { pearsonCorrelation } from "./statistics.js";
import { numericColumn, type TableRows } from "./table-rows.js";

/** Number of further rows without relation by which a correlation is shrunk. One of few rows may be due to chance. */
const UNRELATED_ROWS = 10;

/** Returns the column, then the other numeric columns: those first that rise or fall with it most closely, and in many rows. */
export function mostCorrelated(table: TableRows, columns: readonly StepColumn[], column: StepColumn): StepColumn[] {
  const values = numericColumn(table, column.name);
  const others = columns.filter(({ name }) => name !== column.name);
  const ranked = others.map((other) => ({ other, size: relationSize(values, numericColumn(table, other.name)) }));
  return [column, ...ranked.sort((one, next) => next.size - one.size).map(({ other }) => other)];
}

/** Size of the correlation, from 0 to 1, shrunk towards 0 where few rows have both values. */
function relationSize(one: readonly (number | null)[], other: readonly (number | null)[]): number {
  const pairs = one.filter((value, row) => value !== null && other[row] !== null).length;
  return (Math.abs(pearsonCorrelation(one, other) ?? 0) * pairs) / (pairs + UNRELATED_ROWS);
}
