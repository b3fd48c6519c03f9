/** Longest lag whose autocorrelation counts. */
const MAX_LAG = 1000;

/**
 * Returns how many independent values would determine their mean as well as these values: their number ÷ (1 + 2 × the sum of their
 * autocorrelations up to the first that is not positive; Geyer 1992). The values are in order of time, and `series` has the number of
 * each one's series. `mean` is the mean that the values deviate from, where it is known.
 */
export function effectiveSampleSize(
  values: Float64Array,
  series: ArrayLike<number>,
  mean = values.reduce((sum, value) => sum + value, 0) / values.length,
): number {
  const parts = new Map<number, number[]>();
  values.forEach((value, i) => {
    const part = parts.get(series[i]!);
    if (part) part.push(value - mean);
    else parts.set(series[i]!, [value - mean]);
  });
  const products = (lag: number) => Array.from(parts.values(), (part) => laggedProducts(part, lag)).reduce((sum, part) => sum + part, 0);
  const variance = products(0);
  let time = 1;
  for (let lag = 1; lag < Math.min(MAX_LAG, values.length / 2); lag++) {
    const correlation = products(lag) / variance;
    if (!(correlation > 0)) break;
    time += 2 * correlation;
  }
  return values.length / time;
}

function laggedProducts(values: readonly number[], lag: number): number {
  let sum = 0;
  for (let i = lag; i < values.length; i++) sum += values[i]! * values[i - lag]!;
  return sum;
}
