import type { NumericProfile } from "@agatha/contracts";
import { finiteOrNull } from "../../numeric/finite-or-null.js";
import { quantile } from "../../numeric/statistics.js";
import { histogram } from "./histogram.js";

const QUANTILE_LEVELS = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];
/** Distance in interquartile ranges beyond which a value is an outlier (Tukey, Exploratory Data Analysis, 1977). */
const TUKEY_FENCE = 1.5;

/** Returns the statistics of sorted values, at least one. */
export function profileNumbers(sorted: Float64Array): NumericProfile {
  const quantiles = QUANTILE_LEVELS.map((share) => quantile(sorted, share));
  const integer = sorted.every(Number.isInteger);
  const [zeros, negatives] = [countWhere(sorted, (value) => value === 0), countWhere(sorted, (value) => value < 0)];
  return {
    ...moments(sorted),
    quantiles,
    zeros,
    negatives,
    outliers: countOutliers(sorted, quantiles[2], quantiles[4]),
    integer,
    bins: histogram(sorted, { whole: integer }),
  };
}

function countWhere(values: Float64Array, is: (value: number) => boolean): number {
  let count = 0;
  for (const value of values) if (is(value)) count++;
  return count;
}

/** Scales the values to −1 to 1 first, so that no power of the largest numbers overflows. */
function moments(values: Float64Array): Pick<NumericProfile, "mean" | "std" | "skewness" | "kurtosis"> {
  const n = values.length;
  const scale = Math.max(Math.abs(values[0]), Math.abs(values[n - 1])) || 1;
  let sum = 0;
  for (const value of values) sum += value / scale;
  const center = sum / n;
  let [m2, m3, m4] = [0, 0, 0];
  for (const value of values) {
    const distance = value / scale - center;
    const square = distance * distance;
    m2 += square;
    m3 += square * distance;
    m4 += square * square;
  }
  const mean = clamped(center, -1, 1) * scale;
  if (n < 2) return { mean, std: null, skewness: null, kurtosis: null };
  const std = values[0] === values[n - 1] ? 0 : Math.sqrt(m2 / (n - 1)) * scale;
  if (std === 0 || !Number.isFinite(std)) return { mean, std: Number.isFinite(std) ? std : null, skewness: null, kurtosis: null };
  return { mean, std, ...skewnessAndKurtosis({ n, variance: m2 / n, m3: m3 / n, m4: m4 / n }) };
}

/** Skewness of symmetric values that is left by the rounding of their sums. */
const ROUNDING_ERROR = 1e-12;

/** Returns G1 and G2 of Joanes and Gill (1998), as other statistics programs report them. */
function skewnessAndKurtosis({ n, variance, m3, m4 }: { n: number; variance: number; m3: number; m4: number }): {
  skewness: number | null;
  kurtosis: number | null;
} {
  const asymmetry = m3 / variance ** 1.5;
  const skewness = n < 3 ? null : Math.abs(asymmetry) < ROUNDING_ERROR ? 0 : (asymmetry * Math.sqrt(n * (n - 1))) / (n - 2);
  const excess = m4 / variance ** 2 - 3;
  const kurtosis = n < 4 ? null : ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * excess + 6);
  return { skewness: finiteOrNull(skewness), kurtosis: finiteOrNull(kurtosis) };
}

const clamped = (value: number, least: number, greatest: number): number => Math.min(greatest, Math.max(least, value));

function countOutliers(sorted: Float64Array, lower: number, upper: number): number | null {
  const range = upper - lower;
  if (!(range > 0)) return null;
  return countWhere(sorted, (value) => value < lower - TUKEY_FENCE * range || value > upper + TUKEY_FENCE * range);
}
