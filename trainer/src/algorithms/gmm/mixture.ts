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

/**
 * Replaces squared Mahalanobis distances, a list for each component, by responsibilities. Writes the mixture's log density at
 * each row to `logDensities`.
 */
export function toResponsibilities(table: readonly Float64Array[], components: readonly Component[], logDensities: Float64Array): void {
  const constants = components.map(logNormalisation);
  for (let i = 0; i < logDensities.length; i++) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < table.length; k++) {
      const logarithm = constants[k] - table[k][i] / 2;
      table[k][i] = logarithm;
      if (logarithm > highest) highest = logarithm;
    }
    let sum = 0;
    for (let k = 0; k < table.length; k++) {
      const share = Math.exp(table[k][i] - highest);
      table[k][i] = share;
      sum += share;
    }
    for (let k = 0; k < table.length; k++) table[k][i] /= sum;
    logDensities[i] = highest + Math.log(sum);
  }
}
