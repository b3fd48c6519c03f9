import { meanAndDeviation } from "../statistics.js";

/**
 * Returns true if the deviations within stretches of a positive series are nearer to a constant share of their mean than to a
 * constant (Guerrero 1993, for the powers 0 and 1 alone).
 */
export function deviationFollowsLevel(series: Float64Array, season: number): boolean {
  if (series.some((value) => value <= 0)) return false;
  const length = Math.max(2, season);
  const stretches = Array.from({ length: Math.floor(series.length / length) }, (_, i) => {
    const end = series.length - i * length;
    return meanAndDeviation(series.subarray(end - length, end));
  });
  const variation = (values: number[]): number => {
    const { mean, deviation } = meanAndDeviation(Float64Array.from(values));
    return deviation / mean;
  };
  return variation(stretches.map(({ mean, deviation }) => deviation / mean)) < variation(stretches.map(({ deviation }) => deviation));
}

/** Returns the logarithms. A value of 0 or less, which may come after the fit, counts as the smallest positive one. */
export function logarithms(series: Float64Array): Float64Array {
  const least = series.reduce((smallest, value) => (value > 0 && value < smallest ? value : smallest), Number.POSITIVE_INFINITY);
  return series.map((value) => Math.log(Math.max(value, least)));
}
