/** A fitted linear model: coefficients of each output, the intercept first. */
export interface LinearModel {
  /** Number of labels; 0 for regression. */
  labels: number;
  /** Regression: unused. Classification: the class of each output, then the reference class. Other classes have probability 0. */
  classes: Int32Array;
  /** Number of columns of x. */
  width: number;
  /** outputs × (1 + width), output by output. */
  coefficients: Float64Array;
}
