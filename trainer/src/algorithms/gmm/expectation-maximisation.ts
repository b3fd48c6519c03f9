import { sumOf } from "../../numeric/linear-algebra/center.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { type Component, logNormalisation, type Mixture } from "./mixture.js";
import { MixtureWasm } from "./mixture-wasm.js";
import { precisionCholesky } from "./precision-cholesky.js";

interface EmOptions {
  /** Added to every variance. */
  regularisation: number;
  maxIterations: number;
  /** The covariances of different columns are taken as 0. */
  independent?: boolean | undefined;
}

export interface MixtureFit {
  mixture: Mixture;
  /** Mean log density of the rows. */
  logDensity: number;
  /** Number of rows for which each component is the likeliest. */
  counts: Int32Array;
  converged: boolean;
}

/** Iterations end when the mean log density changes by less, as in scikit-learn. */
const TOLERANCE = 1e-3;
/** Keeps a component without rows finite, as in scikit-learn. */
const MIN_COMPONENT_ROWS = 10 * Number.EPSILON;

/** Alternates expectation and maximisation (Dempster, Laird and Rubin 1977), starting from the rows' clusters (0 … clusters − 1). */
export async function fitMixture(x: Matrix, clusters: Int32Array, rule: EmOptions, yielder: YieldToEventLoop): Promise<MixtureFit> {
  const components = clusters.reduce((most, cluster) => Math.max(most, cluster), 0) + 1;
  const wasm = new MixtureWasm({ rows: x.nrow, width: x.ncol, components });
  wasm.loadRows(x, 0, x.nrow);
  clusters.forEach((cluster, i) => {
    wasm.responsibilities[cluster][i] = 1;
  });
  let done = 0;
  const yieldToEventLoop = () => yielder(done);
  let mixture = await maximisationStep(wasm, x, rule, yieldToEventLoop);
  let change = Number.POSITIVE_INFINITY;
  let logDensity = Number.NEGATIVE_INFINITY;
  for (let iteration = 0; iteration < rule.maxIterations && change >= TOLERANCE; iteration++) {
    done = iteration / rule.maxIterations;
    const next = await expectationStep(wasm, x.nrow, mixture, yieldToEventLoop);
    mixture = await maximisationStep(wasm, x, rule, yieldToEventLoop);
    change = Math.abs(next - logDensity);
    logDensity = next;
  }
  logDensity = await expectationStep(wasm, x.nrow, mixture, yieldToEventLoop);
  return { mixture, logDensity, counts: countLikeliest(wasm.responsibilities, x.nrow), converged: change < TOLERANCE };
}

/** Computes each row's responsibilities. Returns the mean log density. */
async function expectationStep(
  wasm: MixtureWasm,
  rows: number,
  { components }: Mixture,
  yieldToEventLoop: YieldToEventLoop,
): Promise<number> {
  components.forEach((component, k) => {
    wasm.constants[k] = logNormalisation(component);
  });
  await wasm.computeResponsibilities(yieldToEventLoop);
  return sumOf(wasm.logDensities.subarray(0, rows)) / rows;
}

/** Computes each component's share, mean and covariance, with the rows weighted by its responsibilities. */
async function maximisationStep(wasm: MixtureWasm, x: Matrix, rule: EmOptions, yieldToEventLoop: YieldToEventLoop): Promise<Mixture> {
  const components: Component[] = [];
  for (const [k, weights] of wasm.responsibilities.entries()) {
    let total = MIN_COMPONENT_ROWS;
    for (let i = 0; i < x.nrow; i++) total += weights[i];
    const mean = wasm.means[k];
    wasm.computeWeightedSums(k);
    for (let j = 0; j < x.ncol; j++) mean[j] = (wasm.sums[2 * j] + wasm.sums[2 * j + 1]) / total;
    await wasm.computeScatter(k, yieldToEventLoop);
    const covariance = wasm.scatter;
    const isVariance = (at: number) => at % (wasm.padded + 1) === 0;
    for (let at = 0; at < covariance.length; at++) covariance[at] = rule.independent && !isVariance(at) ? 0 : covariance[at] / total;
    for (let j = 0; j < x.ncol; j++) covariance[j * wasm.padded + j] += rule.regularisation;
    const logDeterminant = precisionCholesky(covariance, x.ncol, wasm.padded, wasm.factors[k]);
    components.push({ logShare: Math.log(total / x.nrow), logDeterminant, mean, factor: wasm.factors[k] });
    const pending = yieldToEventLoop();
    if (pending) await pending;
  }
  return { width: x.ncol, padded: wasm.padded, components };
}

function countLikeliest(table: readonly Float64Array[], rows: number): Int32Array {
  const counts = new Int32Array(table.length);
  for (let i = 0; i < rows; i++) {
    let best = 0;
    for (let k = 1; k < table.length; k++) if (table[k][i] > table[best][i]) best = k;
    counts[best]++;
  }
  return counts;
}
