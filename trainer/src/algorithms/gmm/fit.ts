import type { Matrix } from "../../numeric/matrix.js";
import type { Pace } from "../../numeric/pace.js";
import { MixtureKernel } from "./kernel.js";
import { type Component, type Mixture, toProbabilities } from "./mixture.js";
import { whiteningOf } from "./whiten.js";

export interface Rule {
  /** Added to every variance. */
  regularisation: number;
  maxIterations: number;
}

export interface Fitted {
  mixture: Mixture;
  /** Mean logarithm of the rows' density. */
  logDensity: number;
  /** Rows whose likeliest component each one is. */
  counts: Int32Array;
  converged: boolean;
}

/** A mean log density that changes by less ends the iterations: as scikit-learn. */
const TOLERANCE = 1e-3;
/** Keeps a component that has lost its rows finite: as scikit-learn. */
const LEAST_ROWS = 10 * Number.EPSILON;

/** Expectation and maximisation by turns (Dempster, Laird and Rubin 1977), from the clusters (0 … clusters − 1) that the rows are in. */
export async function fitMixture(x: Matrix, clusters: Int32Array, rule: Rule, pace: Pace): Promise<Fitted> {
  const components = clusters.reduce((most, cluster) => Math.max(most, cluster), 0) + 1;
  const kernel = new MixtureKernel({ rows: x.nrow, width: x.ncol, components });
  kernel.load(x, 0, x.nrow);
  clusters.forEach((cluster, i) => {
    kernel.table[cluster][i] = 1;
  });
  let done = 0;
  const rest = () => (pace.due() ? pace.rest(done) : undefined);
  let mixture = await maximise(kernel, x, rule.regularisation, rest);
  let change = Number.POSITIVE_INFINITY;
  let logDensity = Number.NEGATIVE_INFINITY;
  for (let iteration = 0; iteration < rule.maxIterations && change >= TOLERANCE; iteration++) {
    done = iteration / rule.maxIterations;
    const next = await expect(kernel, x.nrow, mixture, rest);
    mixture = await maximise(kernel, x, rule.regularisation, rest);
    change = Math.abs(next - logDensity);
    logDensity = next;
  }
  logDensity = await expect(kernel, x.nrow, mixture, rest);
  return { mixture, logDensity, counts: likeliest(kernel.table, x.nrow), converged: change < TOLERANCE };
}

/** Puts into the table each row's probability of having come from each component; returns the mean logarithm of the density. */
async function expect(
  kernel: MixtureKernel,
  rows: number,
  { components }: Mixture,
  rest: () => Promise<void> | undefined,
): Promise<number> {
  for (const k of components.keys()) await kernel.lengthsOf(k, rest);
  const logDensities = new Float64Array(rows);
  toProbabilities(kernel.table, components, logDensities);
  return logDensities.reduce((sum, value) => sum + value, 0) / rows;
}

/** Each component's share, mean and covariance, of the rows as far as they are its own. */
async function maximise(kernel: MixtureKernel, x: Matrix, added: number, rest: () => Promise<void> | undefined): Promise<Mixture> {
  const components: Component[] = [];
  for (const [k, weights] of kernel.table.entries()) {
    let total = LEAST_ROWS;
    for (let i = 0; i < x.nrow; i++) total += weights[i];
    const mean = kernel.means[k];
    kernel.sumsOf(k);
    for (let j = 0; j < x.ncol; j++) mean[j] = (kernel.sums[2 * j] + kernel.sums[2 * j + 1]) / total;
    await kernel.scatterOf(k, rest);
    const covariance = kernel.scatter;
    for (let at = 0; at < covariance.length; at++) covariance[at] /= total;
    for (let j = 0; j < x.ncol; j++) covariance[j * kernel.padded + j] += added;
    const logDeterminant = whiteningOf(covariance, x.ncol, kernel.padded, kernel.factors[k]);
    components.push({ logShare: Math.log(total / x.nrow), logDeterminant, mean, factor: kernel.factors[k] });
    const resting = rest();
    if (resting) await resting;
  }
  return { width: x.ncol, padded: kernel.padded, components };
}

function likeliest(table: readonly Float64Array[], rows: number): Int32Array {
  const counts = new Int32Array(table.length);
  for (let i = 0; i < rows; i++) {
    let best = 0;
    for (let k = 1; k < table.length; k++) if (table[k][i] > table[best][i]) best = k;
    counts[best]++;
  }
  return counts;
}
