import type { Forest } from "../../numeric/trees/forest.js";
import type { TargetScaling } from "../../numeric/trees/target-scaling.js";

/** What was learned: the trees' sums, `base` added, times `scale`, are numbers; or margins of classes. */
export interface BoostedModel {
  forest: Forest;
  /** A tree a round for each. */
  base: Float64Array;
  /** Numbers only. */
  unit?: TargetScaling;
}
