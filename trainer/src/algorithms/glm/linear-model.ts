/** A fitted linear model: the numbers of each of its outputs, the intercept first. */
export interface LinearModel {
  /** Classes of the answer; 0 for regression. */
  labels: number;
  /** Regression: unused. Classification: the class of each output, then the reference class. Other classes have probability 0. */
  classes: Int32Array;
  /** Columns of x. */
  width: number;
  /** outputs × (1 + width), output by output. */
  coefficients: Float64Array;
}
