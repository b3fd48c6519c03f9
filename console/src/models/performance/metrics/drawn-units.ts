/** Units that the resamples behind a model's intervals draw: rows, groups or blocks. Pure. */
import { type DrawnUnits, isInOrderOfTime, type ModelInfo } from "@agatha/contracts";

/** Groups are drawn together also where random rows were held out; rows in order of time are drawn in blocks. */
export function drawnUnits(validation: ModelInfo["validation"]): DrawnUnits {
  if (isInOrderOfTime(validation)) return "blocks";
  return validation.groups === undefined ? "rows" : "groups";
}
