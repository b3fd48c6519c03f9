import type { ColumnType, EditStepSpec } from "@agatha/contracts";
import { withoutRows } from "./joined-rows.js";
import { translateToSql } from "./translate-to-sql.js";

export interface NamedColumn {
  name: string;
  type: ColumnType;
}

/**
 * Returns the columns of a table after the steps. Throws InvalidInput (dataExtraction) when the steps do not fit the columns or
 * each other.
 */
export function columnsAfterEdits(columns: readonly NamedColumn[], specs: readonly EditStepSpec[]): NamedColumn[] {
  const named = columns.map(({ name, type }, i) => ({ name, type, identifier: `c${i}` }));
  const { columns: left } = translateToSql({ from: "nothing", values: [], columns: named }, withoutRows(specs), "UTC");
  return left.map(({ name, type }) => ({ name, type }));
}
