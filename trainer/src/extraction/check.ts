import type { ColumnType, ExtractionSpec } from "@agatha/contracts";
import { translate } from "./translate.js";

/** Throws InvalidInput (010404, 010405, 010411) when the steps do not fit to a table with these columns, or to each other. */
export function checkExtraction(columns: readonly { name: string; type: ColumnType }[], specs: readonly ExtractionSpec[]): void {
  const named = columns.map(({ name, type }, i) => ({ name, type, identifier: `c${i}` }));
  translate({ from: "nothing", values: [], columns: named }, specs, "UTC");
}
