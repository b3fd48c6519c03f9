import type { ModelType } from "../kinds/model-type.js";

/**
 * Returns the model types that algorithms of a layer may have. Algorithms before the last layer may also detect outliers or find
 * clusters, as inputs of later layers.
 */
export function modelTypesOfLayer(type: ModelType, last: boolean): ModelType[] {
  return last ? [type] : [...new Set<ModelType>([type, "OCC", "CLUSTERING"])];
}
