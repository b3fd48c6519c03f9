/**
 * Forecasts of sums and of the series that they add up, changed so that they do add up. Series are numbered: the sums first, then
 * the series that no other adds up to.
 */
import { choleskySolver } from "../linear-algebra/vectors.js";

export interface Reconciliation {
  /** Positions of the parts of each sum among the series after the sums. */
  parts: readonly (readonly number[])[];
  /**
   * Shares of the difference between each sum's forecast and its parts' forecasts that each part takes, row by row. Without
   * them the sums are those of the parts (bottom-up).
   */
  weights?: Float64Array | undefined;
  /** Whether forecasts are never below 0, for each part. */
  nonNegative: readonly boolean[];
}

/** Returns forecasts that add up. `base` has the forecast of each series for one period; an unknown one counts as 0. */
export function reconcile(base: Float64Array, { parts, weights, nonNegative }: Reconciliation): Float64Array {
  const sums = parts.length;
  const known = base.map((value) => (Number.isFinite(value) ? value : 0));
  const reconciled = known.slice();
  const add = (values: Float64Array, own: readonly number[]) => own.reduce((sum, part) => sum + values[sums + part], 0);
  const differences = parts.map((own, k) => known[k] - add(known, own));
  nonNegative.forEach((isNonNegative, part) => {
    let value = known[sums + part];
    if (weights) for (let k = 0; k < sums; k++) value += weights[part * sums + k] * differences[k];
    reconciled[sums + part] = isNonNegative ? Math.max(0, value) : value;
  });
  parts.forEach((own, k) => {
    reconciled[k] = add(reconciled, own);
  });
  return reconciled;
}

/**
 * Returns the weights of MinT, with which the reconciled forecasts have the least total variance (Wickramasuriya, Athanasopoulos and
 * Hyndman 2019). `covariance` is that of the errors of all series, row by row.
 */
export function minTraceWeights(covariance: Float64Array, parts: Reconciliation["parts"]): Float64Array {
  const count = Math.sqrt(covariance.length);
  const sums = parts.length;
  // Covariance of each series' error with the error of each difference between a sum and its parts.
  const crossed = new Float64Array(count * sums);
  for (let i = 0; i < count; i++) {
    parts.forEach((own, k) => {
      crossed[i * sums + k] = own.reduce((rest, part) => rest - covariance[i * count + sums + part], covariance[i * count + k]);
    });
  }
  const differences = new Float64Array(sums * sums);
  parts.forEach((own, k) => {
    for (let l = 0; l < sums; l++) {
      differences[k * sums + l] = own.reduce((rest, part) => rest - crossed[(sums + part) * sums + l], crossed[k * sums + l]);
    }
  });
  const solve = choleskySolver(differences, sums);
  const weights = new Float64Array((count - sums) * sums);
  for (let i = sums; i < count; i++) {
    weights.set(
      solve(crossed.subarray(i * sums, (i + 1) * sums)).map((weight) => -weight),
      (i - sums) * sums,
    );
  }
  return weights;
}

/** Least variance of a series, relative to the largest: a series without errors is as certain as any other. */
const LEAST_VARIANCE = 1e-12;

/**
 * Returns the covariance of the errors of several series, row by row, whose correlations are shrunk to 0 by how uncertain they are
 * (Schaefer and Strimmer 2005). The errors are those of the same periods, NaN where unknown.
 */
export function shrunkCovariance(errors: readonly Float64Array[]): Float64Array {
  const count = errors.length;
  const all = errors.map(standardise);
  const covariance = new Float64Array(count * count);
  let uncertainty = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const { deviation, known } = all[i];
    covariance[i * count + i] = known > 1 ? (deviation ** 2 * known) / (known - 1) : 0;
    for (let j = 0; j < i; j++) {
      const { both, mean, variance } = correlate(all[i], all[j]);
      if (both < 2) continue;
      covariance[i * count + j] = (deviation * all[j].deviation * mean * both) / (both - 1);
      uncertainty += variance / (both - 1);
      squares += mean ** 2;
    }
  }
  const kept = squares > 0 ? 1 - Math.min(1, uncertainty / squares) : 0;
  const least = LEAST_VARIANCE * all.reduce((most, { deviation }) => Math.max(most, deviation ** 2), 0) || 1;
  for (let i = 0; i < count; i++) {
    covariance[i * count + i] = Math.max(least, covariance[i * count + i]);
    for (let j = 0; j < i; j++) {
      covariance[i * count + j] *= kept;
      covariance[j * count + i] = covariance[i * count + j];
    }
  }
  return covariance;
}

interface Standardised {
  /** Errors less their mean, divided by their deviation; 0 where unknown. */
  values: Float64Array;
  isKnown: (t: number) => boolean;
  deviation: number;
  known: number;
}

function standardise(errors: Float64Array): Standardised {
  const some = errors.filter(Number.isFinite);
  const mean = some.reduce((sum, value) => sum + value, 0) / Math.max(1, some.length);
  const deviation = Math.sqrt(some.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, some.length));
  return {
    values: errors.map((value) => (Number.isFinite(value) && deviation > 0 ? (value - mean) / deviation : 0)),
    isKnown: (t) => Number.isFinite(errors[t]),
    deviation,
    known: some.length,
  };
}

/** Returns the mean of the products of two series, their variance and their number. */
function correlate(a: Standardised, b: Standardised): { both: number; mean: number; variance: number } {
  const { length } = a.values;
  let both = length;
  if (a.known < length || b.known < length) {
    both = 0;
    for (let t = 0; t < length; t++) if (a.isKnown(t) && b.isKnown(t)) both++;
  }
  let sum = 0;
  let squares = 0;
  for (let t = 0; t < length; t++) {
    const product = a.values[t] * b.values[t];
    sum += product;
    squares += product * product;
  }
  const mean = sum / Math.max(1, both);
  return { both, mean, variance: Math.max(0, squares / Math.max(1, both) - mean ** 2) };
}
