import type { ModelType } from "./kinds/model.js";

/** What algorithms of a layer may do: before the last one also look for outliers or clusters, for later layers to learn from. */
export function modelTypesOfLayer(type: ModelType, last: boolean): ModelType[] {
  return last ? [type] : [...new Set<ModelType>([type, "OCC", "CLUSTERING"])];
}
