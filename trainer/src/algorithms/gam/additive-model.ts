import type { Spline } from "./spline.js";

/** A sum of splines for each output. */
export interface AdditiveModel {
  /** Number of labels; 0 for regression. */
  labels: number;
  /** Regression: unused. Classification: the label of each output. Two labels have one output, that of the second against the first. */
  classes: Int32Array;
  splines: readonly Spline[];
  /** Intercept of each output. */
  intercepts: Float64Array;
  /** Value and second derivative at every knot of every spline, output by output. */
  curves: Float64Array;
}

/** Limit of logits. Beyond it every probability could be 0, and their sum too. */
export const MAX_LOGIT = 300;
