/** A normal distribution, and its share of the rows. */
export interface Component {
  logShare: number;
  /** Log determinant of the factor: minus half that of the covariance. */
  logDeterminant: number;
  mean: Float64Array;
  /** Upper triangular, `padded` numbers a row, as in the kernel. */
  factor: Float64Array;
}

export interface Mixture {
  width: number;
  /** Length of a row of a factor. */
  padded: number;
  components: Component[];
}

const LOG_TWO_PI = Math.log(2 * Math.PI);

/** Returns the log of a component's density times its share, at its mean. */
export function logNormalisation({ logShare, logDeterminant, mean }: Component): number {
  return logShare + logDeterminant - (mean.length * LOG_TWO_PI) / 2;
}
