/** Units that the resamples behind a model's intervals draw: rows, groups or blocks. Pure. */
import type { ModelInfo } from "@agatha/contracts";

export type DrawnUnits = "rows" | "groups" | "blocks";

/** Groups are drawn together also where random rows were held out; rows in order of time are drawn in blocks. */
export function drawnUnits({ method, rows, groups }: ModelInfo["validation"]): DrawnUnits {
  if (rows === "time" || method === "latest" || method === "rolling_origin") return "blocks";
  return groups === undefined ? "rows" : "groups";
}
