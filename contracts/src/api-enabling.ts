/** When the open API of models may be enabled: rules that a manager's wish and automatic enabling have in common. */
import type { ModelInfo } from "./model-info.js";
import type { DataCheck } from "./table.js";

/**
 * What a manager says of the open APIs of an account's models. `disabled`: none answers, whichever of them are enabled.
 * With the others they answer, and a new model is enabled by a manager (`enabled`), as soon as it is trained (`all`), or
 * then if it is the first-ranked of its batch or was made by hand (`first`).
 */
export const API_ENABLE_MODES = ["enabled", "all", "first", "disabled"] as const;

/** Which of the models that are made together are enabled by themselves. */
export const ENABLING_MODES = ["all", "first", "manual"] as const;
export type EnablingMode = (typeof ENABLING_MODES)[number];

/** Whether open APIs answer for an account of this mode. */
export function apisEnabled(apiEnableMode: string): boolean {
  return apiEnableMode !== "disabled";
}

/** What becomes of an account's new models where nothing else is asked for. */
export function enablingModeFor(apiEnableMode: string): EnablingMode {
  return apiEnableMode === "all" || apiEnableMode === "first" ? apiEnableMode : "manual";
}

/** Columns that the model uses and that the data check found to be empty from top to bottom. `columns`: those that its spec names. */
export function usedEmptyColumns(
  columns: readonly string[] | undefined,
  info: Pick<ModelInfo, "inputs"> | undefined,
  check: DataCheck | undefined,
): string[] {
  const used = new Set(columns ?? info?.inputs.map(({ name }) => name));
  return (check?.check_table ?? []).filter(({ all_na, name }) => all_na && used.has(name)).map(({ name }) => name);
}

/** How many more may be enabled under a limit, of which -1 is none. */
export function remainingQuota(limit: number, enabled: number): number {
  return limit < 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - enabled);
}
