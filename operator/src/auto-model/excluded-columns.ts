import { leftOutColumns, type ModelInfo } from "@agatha/contracts";

/** Largest number of excluded columns, with reasons, in the status. */
const MAX_EXCLUDED_COLUMNS = 10;
const MAX_EXCLUSION_REASON_LENGTH = 256;

/**
 * Returns the columns that the models do not learn from, by the warnings of the best model. A single column that gives the answer away
 * may still be an input. A method that learns only from the target does not count against the columns.
 */
export function excludedColumns(info: ModelInfo): { column: string; reason: string }[] {
  return leftOutColumns(info)
    .filter(({ code }) => code !== "not_learned_from")
    .map(({ column, message }) => ({ column, reason: message.slice(0, MAX_EXCLUSION_REASON_LENGTH) }))
    .slice(0, MAX_EXCLUDED_COLUMNS);
}
