/** When the open API of models may be enabled: rules that a manager's wish and automatic enabling have in common. */
import type { ModelInfo } from "./model-info.js";
import type { DataCheck } from "./table.js";

/** Whether the open APIs of an account's models answer at all, whichever of them are enabled. */
export const API_ENABLE_MODES = ["enabled", "disabled"] as const;

/** Columns that the model uses and that the data check found to be empty from top to bottom. `columns`: those that its spec names. */
export function emptyColumnsUsed(
  columns: readonly string[] | undefined,
  info: Pick<ModelInfo, "inputs"> | undefined,
  check: DataCheck | undefined,
): string[] {
  const used = new Set(columns ?? info?.inputs.map(({ name }) => name));
  return (check?.check_table ?? []).filter(({ all_na, name }) => all_na && used.has(name)).map(({ name }) => name);
}

/** How many more may be enabled under a limit, of which -1 is none. */
export function roomUnder(limit: number, enabled: number): number {
  return limit < 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - enabled);
}
