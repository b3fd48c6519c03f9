/** A normal distribution, and how much of the rows it makes up. */
export interface Component {
  logShare: number;
  /** Of the factor: minus half that of the covariance. */
  logDeterminant: number;
  mean: Float64Array;
  /** As in the kernel: upper triangular, `padded` numbers a row. */
  factor: Float64Array;
}

export interface Mixture {
  width: number;
  /** Numbers in a row of a factor. */
  padded: number;
  components: Component[];
}

const LOG_TWO_PI = Math.log(2 * Math.PI);

/** What the logarithm of a component's density, times its share, is at its mean. */
export function logNormalisation({ logShare, logDeterminant, mean }: Component): number {
  return logShare + logDeterminant - (mean.length * LOG_TWO_PI) / 2;
}

/**
 * Turns the squared lengths of whitened rows, a list for each component, into the probabilities of having come from each.
 * `logDensities` has a number for each row, and gets the logarithm of the mixture's density there.
 */
export function toResponsibilities(table: readonly Float64Array[], components: readonly Component[], logDensities: Float64Array): void {
  const constants = components.map(logNormalisation);
  for (let i = 0; i < logDensities.length; i++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < table.length; k++) {
      const logarithm = constants[k] - table[k][i] / 2;
      table[k][i] = logarithm;
      if (logarithm > most) most = logarithm;
    }
    let sum = 0;
    for (let k = 0; k < table.length; k++) {
      const share = Math.exp(table[k][i] - most);
      table[k][i] = share;
      sum += share;
    }
    for (let k = 0; k < table.length; k++) table[k][i] /= sum;
    logDensities[i] = most + Math.log(sum);
  }
}
