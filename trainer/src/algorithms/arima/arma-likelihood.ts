/**
 * Exact Gaussian likelihood and forecasts of an ARMA process by the innovations algorithm (Brockwell and Davis 1991, sections 3.3,
 * 5.3 and 8.7). Coefficients follow x(t) = Σ ar(i) x(t−i) + e(t) + Σ ma(j) e(t−j).
 */
import { solveLinear } from "../../numeric/series/solve-linear.js";

export interface Arma {
  ar: Float64Array;
  ma: Float64Array;
}

interface ArmaRun {
  /** Forecast of each value from those before it. */
  fitted: Float64Array;
  /** Variance of the innovations that maximises the likelihood. */
  variance: number;
  logLikelihood: number;
  forecast(horizon: number): Float64Array;
}

/** Relative excess of an innovation's variance over its limit below which the limit is used. */
const CONVERGED = 1e-11;

/** Runs the process over a centered series. The likelihood is −∞ where the process is not stationary. */
export function runArma(series: Float64Array, { ar, ma }: Arma): ArmaRun {
  const [p, q, n] = [ar.length, ma.length, series.length];
  const start = Math.max(p, q);
  const innovations = createInnovations({ ar, ma }, start);
  const fitted = new Float64Array(n);
  let squares = 0;
  let logVariances = 0;
  for (let t = 0; t < n; t++) {
    const { weights, variance } = innovations(t);
    fitted[t] = oneStep(series, fitted, t, { ar, weights, isStart: t < start });
    squares += (series[t] - fitted[t]) ** 2 / variance;
    logVariances += Math.log(variance);
  }
  const variance = squares / n;
  const logLikelihood = -0.5 * (n * (Math.log(2 * Math.PI * variance) + 1) + logVariances);
  return {
    fitted,
    variance,
    logLikelihood: Number.isNaN(logLikelihood) ? Number.NEGATIVE_INFINITY : logLikelihood,
    forecast(horizon) {
      const known = new Float64Array(n + horizon);
      const expected = new Float64Array(n + horizon);
      known.set(series);
      expected.set(fitted);
      for (let t = n; t < n + horizon; t++) {
        const { weights } = innovations(t);
        expected[t] = oneStep(known, expected, t, { ar, weights, isStart: t < start });
        known[t] = expected[t];
      }
      return known.slice(n);
    },
  };
}

/** Best linear forecast of value t. `weights[j − 1]` weighs the innovation j periods before. */
function oneStep(
  series: Float64Array,
  fitted: Float64Array,
  t: number,
  { ar, weights, isStart }: { ar: Float64Array; weights: Float64Array; isStart: boolean },
): number {
  let sum = 0;
  if (!isStart) for (let i = 0; i < ar.length; i++) sum += ar[i] * series[t - 1 - i];
  const count = Math.min(weights.length, t);
  for (let j = 0; j < count; j++) if (weights[j] !== 0) sum += weights[j] * (series[t - 1 - j] - fitted[t - 1 - j]);
  return sum;
}

interface Innovation {
  weights: Float64Array;
  /** In units of the variance of the noise. */
  variance: number;
}

/** Returns a function that computes the innovations in order, and keeps the last when they have converged. */
function createInnovations({ ar, ma }: Arma, start: number): (t: number) => Innovation {
  const q = ma.length;
  const gamma = autocovariances({ ar, ma }, 2 * start);
  const noise = Float64Array.from({ length: q + 1 }, (_, lag) => {
    let sum = 0;
    for (let r = 0; r + lag <= q; r++) sum += (r === 0 ? 1 : ma[r - 1]) * (r + lag === 0 ? 1 : ma[r + lag - 1]);
    return sum;
  });
  const covariance = (i: number, j: number): number => {
    const [low, high] = i < j ? [i, j] : [j, i];
    const lag = high - low;
    if (high <= start) return gamma[lag];
    if (low > start) return lag <= q ? noise[lag] : 0;
    if (high > 2 * start) return 0;
    let value = gamma[lag];
    for (let r = 1; r <= ar.length; r++) value -= ar[r - 1] * gamma[Math.abs(r - lag)];
    return value;
  };
  const computed: Innovation[] = [{ weights: new Float64Array(0), variance: covariance(1, 1) }];
  const limit: Innovation = { weights: ma, variance: 1 };
  let hasConverged = false;
  return (t) => {
    while (computed.length <= t && !hasConverged) {
      const n = computed.length;
      const width = n < start ? n : Math.min(n, q);
      const weights = new Float64Array(width);
      let variance = covariance(n + 1, n + 1);
      for (let k = n - width; k < n; k++) {
        let sum = covariance(n + 1, k + 1);
        const own = computed[k].weights;
        for (let j = Math.max(n - width, k - own.length); j < k; j++) sum -= own[k - j - 1] * weights[n - j - 1] * computed[j].variance;
        weights[n - k - 1] = sum / computed[k].variance;
        variance -= weights[n - k - 1] ** 2 * computed[k].variance;
      }
      computed.push({ weights, variance });
      hasConverged = n > 2 * start && Math.abs(variance - 1) < CONVERGED;
    }
    return computed[t] ?? limit;
  };
}

/** Returns the autocovariances of lags 0 to `count` for noise of variance 1 (Brockwell and Davis 1991, third method). */
function autocovariances({ ar, ma }: Arma, count: number): Float64Array {
  const p = ar.length;
  const q = ma.length;
  const psi = new Float64Array(q + 1);
  for (let j = 0; j <= q; j++) {
    psi[j] = j === 0 ? 1 : ma[j - 1];
    for (let i = 1; i <= Math.min(p, j); i++) psi[j] += ar[i - 1] * psi[j - i];
  }
  const rightSide = (k: number): number => {
    let sum = 0;
    for (let j = k; j <= q; j++) sum += (j === 0 ? 1 : ma[j - 1]) * psi[j - k];
    return sum;
  };
  const rows = Array.from({ length: p + 1 }, (_, k) => {
    const row = new Float64Array(p + 2);
    row[k] += 1;
    for (let i = 1; i <= p; i++) row[Math.abs(k - i)] -= ar[i - 1];
    row[p + 1] = rightSide(k);
    return row;
  });
  const first = solveLinear(rows);
  const gamma = new Float64Array(Math.max(count, p) + 1);
  gamma.set(first);
  for (let k = p + 1; k < gamma.length; k++) {
    gamma[k] = rightSide(k);
    for (let i = 1; i <= p; i++) gamma[k] += ar[i - 1] * gamma[k - i];
  }
  return gamma;
}
