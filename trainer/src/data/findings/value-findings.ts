import { countDistinctSorted, median, quantile } from "../../numeric/statistics.js";

/** A finding that the numbers of a column are not just measurements in one unit. `values` are ascending. */
interface ValueFinding {
  code: "zeros_for_missing" | "sentinel" | "mixed_units" | "mixed_temperatures";
  values: Record<string, number>;
}

/** Fewest rows of a value that stands for a missing one. */
const MIN_REPEATS = 3;
/** Fewest different numbers of a measurement. */
const MIN_DISTINCT = 10;
/** Numbers that people write for a missing value: 999, -99.9, 9999 … */
const SENTINEL = /^-?9{2,}(\.9+)?$/;
/** Least distance of a sentinel from the other values, as a share of their range. */
const MIN_SENTINEL_DISTANCE = 0.5;

/** Returns what stands out among a column's present numbers. Sentinels do not count for the other findings. */
export function findAmongValues(present: Float64Array): ValueFinding[] {
  const sentinels: ValueFinding[] = [];
  let rest = present.slice().sort();
  for (;;) {
    const sentinel = findSentinel(rest, "last") ?? findSentinel(rest, "first");
    if (!sentinel) break;
    sentinels.push(sentinel);
    rest = rest.filter((value) => value !== sentinel.values.value);
  }
  const other = findZeros(rest) ?? findMixedUnits(rest);
  return other ? [...sentinels, other] : sentinels;
}

/** Returns the least or greatest value if it is written like a sentinel, repeats, and lies far from all others. */
function findSentinel(sorted: Float64Array, end: "first" | "last"): ValueFinding | undefined {
  const value = end === "first" ? sorted[0] : sorted[sorted.length - 1];
  if (value === undefined || !SENTINEL.test(String(value))) return undefined;
  const others = sorted.filter((other) => other !== value);
  const count = sorted.length - others.length;
  if (count < MIN_REPEATS || countDistinctSorted(others) < MIN_DISTINCT) return undefined;
  const [least, greatest] = [others[0], others[others.length - 1]];
  const distance = end === "first" ? least - value : value - greatest;
  if (distance < MIN_SENTINEL_DISTANCE * (greatest - least)) return undefined;
  return { code: "sentinel", values: { value, count, least, greatest } };
}

/** Least distance of the zeros from the other values, in the greatest distance of neighbours below their median. */
const MIN_ZERO_DISTANCE = 3;

/**
 * Returns zeros that may stand for missing values. They are fewer than the other values, which are all greater, and lie beyond Tukey's
 * fence of these (Tukey 1977). The gap between them is larger than any among the others: a count of 0 stands next to those of 1 and 2.
 */
function findZeros(sorted: Float64Array): ValueFinding | undefined {
  const others = sorted.filter((value) => value !== 0);
  const count = sorted.length - others.length;
  if (count < MIN_REPEATS || count > others.length || !(others[0] > 0) || countDistinctSorted(others) < MIN_DISTINCT) return undefined;
  const [low, high] = [quantile(others, 0.25), quantile(others, 0.75)];
  const lower = others.subarray(0, Math.ceil(others.length / 2));
  const widest = lower.reduce((most, value, i) => (i === 0 ? most : Math.max(most, value - lower[i - 1])), 0);
  if (others[0] < MIN_ZERO_DISTANCE * widest) return undefined;
  return low - 1.5 * (high - low) > 0 ? { code: "zeros_for_missing", values: { count, least: others[0] } } : undefined;
}

/** Ratios of units that people mix: powers of ten, inches and millimetres, minutes or seconds and hours. */
const UNIT_RATIOS = [10, 25.4, 60, 100, 1000, 3600, 10_000, 1_000_000];
/** Least ratio between the two parts' nearest values where the unit is a multiple. */
const MIN_GAP_RATIO = 2;
/** Least such ratio of temperatures, and the highest one that people write in degrees Fahrenheit of weather, bodies and boiling water. */
const MIN_TEMPERATURE_RATIO = 1.2;
const MAX_FAHRENHEIT = 250;
/** Of higher ones the least spread, as a share of the median: with more, two kinds of numbers would be taken for two units. */
const MAX_SPREAD_OF_HIGH = 0.05;
/** Fewest values in a unit, and the least share of all. */
const MIN_IN_UNIT = 5;
const MIN_SHARE_IN_UNIT = 0.01;

/** Returns a second unit: the numbers fall into two parts, and the upper part is spread like the lower one in another unit. */
function findMixedUnits(sorted: Float64Array): ValueFinding | undefined {
  if (!(sorted[0] > 0)) return undefined;
  const cut = widestGap(sorted);
  const [lower, upper] = [sorted.subarray(0, cut), sorted.subarray(cut)];
  const count = Math.min(lower.length, upper.length);
  if (count < Math.max(MIN_IN_UNIT, MIN_SHARE_IN_UNIT * sorted.length)) return undefined;
  if (Math.min(countDistinctSorted(lower), countDistinctSorted(upper)) < MIN_IN_UNIT) return undefined;
  const gap = upper[0] / lower[lower.length - 1];
  // Small numbers of one unit lie far apart too, as ratios, and no gap stands out among theirs.
  if (gap < Math.max(widestRatio(lower), widestRatio(upper)) ** 2) return undefined;
  const factor = UNIT_RATIOS.find((ratio) =>
    areSpreadAlike(
      lower,
      upper.map((value) => value / ratio),
    ),
  );
  if (factor !== undefined && gap >= MIN_GAP_RATIO)
    return { code: "mixed_units", values: { count, factor: upper.length === count ? factor : 1 / factor } };
  const isLow = upper[upper.length - 1] <= MAX_FAHRENHEIT;
  const isNarrow = [lower, upper].every((part) => interquartileRange(part) <= MAX_SPREAD_OF_HIGH * median(part));
  const isTemperature = gap >= MIN_TEMPERATURE_RATIO && (isLow || isNarrow);
  return isTemperature &&
    areSpreadAlike(
      lower,
      upper.map((degrees) => (degrees - 32) / 1.8),
    )
    ? { code: "mixed_temperatures", values: { count: upper.length } }
    : undefined;
}

/** Returns the greatest ratio between neighbours. */
function widestRatio(sorted: Float64Array): number {
  const cut = widestGap(sorted);
  return sorted[cut] / sorted[cut - 1];
}

/** Returns the index after the greatest ratio between neighbours. */
function widestGap(sorted: Float64Array): number {
  let cut = 1;
  for (let i = 2; i < sorted.length; i++) if (sorted[i] / sorted[i - 1] > sorted[cut] / sorted[cut - 1]) cut = i;
  return cut;
}

/** Greatest distance of the medians of like spreads, in interquartile ranges, and greatest ratio of these ranges. */
const MAX_MEDIAN_DISTANCE = 0.5;
const MAX_RANGE_RATIO = 2;

function areSpreadAlike(a: Float64Array, b: Float64Array): boolean {
  const [rangeOfA, rangeOfB] = [a, b].map(interquartileRange);
  const [least, greatest] = [Math.min(rangeOfA, rangeOfB), Math.max(rangeOfA, rangeOfB)];
  return greatest <= MAX_RANGE_RATIO * least && Math.abs(median(a) - median(b)) <= MAX_MEDIAN_DISTANCE * least;
}

function interquartileRange(sorted: Float64Array): number {
  return quantile(sorted, 0.75) - quantile(sorted, 0.25);
}
