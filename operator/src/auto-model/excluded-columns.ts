import type { ModelInfo } from "@agatha/contracts";

/** Largest number of excluded columns, with reasons, in the status. */
const MAX_EXCLUDED_COLUMNS = 10;
const MAX_EXCLUSION_REASON_LENGTH = 256;
/** Codes of warnings about columns that are excluded from a model that names no columns. */
const EXCLUSION_WARNINGS: ReadonlySet<ModelInfo["warnings"][number]["code"]> = new Set([
  "leakage",
  "among_leaks",
  "names_the_row",
  "looks_like_label",
]);

/** Returns the columns that were left out. A single column that gives the answer away may be among the inputs all the same. */
export function excludedColumns({ warnings, inputs }: ModelInfo): { column: string; reason: string }[] {
  return warnings
    .flatMap(({ code, column, message }) =>
      column !== undefined && EXCLUSION_WARNINGS.has(code) && !inputs.some(({ name }) => name === column)
        ? [{ column, reason: message.slice(0, MAX_EXCLUSION_REASON_LENGTH) }]
        : [],
    )
    .slice(0, MAX_EXCLUDED_COLUMNS);
}
