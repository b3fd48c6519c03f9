import type { ColumnType, ExtractionSpec } from "@agatha/contracts";
import { translate } from "./translate.js";

export interface NamedColumn {
  name: string;
  type: ColumnType;
}

/**
 * The columns that the steps leave of a table with these. Throws InvalidInput (010404, 010405, 010411) when the steps do
 * not fit to them, or to each other.
 */
export function columnsAfter(columns: readonly NamedColumn[], specs: readonly ExtractionSpec[]): NamedColumn[] {
  const named = columns.map(({ name, type }, i) => ({ name, type, identifier: `c${i}` }));
  const { columns: left } = translate({ from: "nothing", values: [], columns: named }, specs, "UTC");
  return left.map(({ name, type }) => ({ name, type }));
}
