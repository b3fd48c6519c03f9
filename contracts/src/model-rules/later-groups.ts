import type { ModelInfo } from "../results/model-info.js";

/** Returns true if the held-out rows are the latest groups, and not single later rows. */
export function areLaterGroups({ rows, groups }: Pick<ModelInfo["validation"], "rows" | "groups">): boolean {
  return rows === "time" && groups !== undefined;
}
