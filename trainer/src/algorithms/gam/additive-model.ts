import type { Spline } from "./spline.js";

/** Sums of splines. */
export interface AdditiveModel {
  /** Labels of the answer; 0 for numbers. */
  labels: number;
  /** Numbers: unused. Classes: the label of each output; with two labels in training one output, of the second against the first. */
  classes: Int32Array;
  splines: readonly Spline[];
  /** Of each output. */
  intercepts: Float64Array;
  /** Output by output, what the knots of every spline have. */
  curves: Float64Array;
}

/** Logits beyond this would be probabilities of 0, which have no sum. */
export const MAX_LOGIT = 300;
