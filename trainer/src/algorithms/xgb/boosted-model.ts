import type { Forest } from "../../numeric/trees/forest.js";
import type { TargetScaling } from "../../numeric/trees/target-scaling.js";

/** A boosted model. `base` plus the sum of the trees is a standardised number, or the margin of a class. */
export interface BoostedModel {
  forest: Forest;
  /** Start value of each output. Each output has a tree in each round. */
  base: Float64Array;
  /** Regression only. */
  unit?: TargetScaling;
}
