import { detectSeasons } from "../../numeric/series/detect-seasons.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { findLevelChanges, robustDeviation } from "../../numeric/series/level-changes.js";
import { type Decomposition, decomposeSeasons } from "../../numeric/series/multiple-seasons.js";
import { meanAndDeviation, median } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";

/** An outlier lies this many standard deviations from trend and season, or from the usual demand of an intermittent series. */
const OUTLIER_DEVIATIONS = 6;
/** Least distance as a share of the values' own standard deviation, which a series without noise has to its rounded trend. */
const MIN_OUTLIER_SHARE = 0.01;
/** Least distance as a share of the largest value, which a constant has to its rounded trend. */
const NEGLIGIBLE = 1e-9;
/**
 * Outliers from this share of the farthest distance on are taken out; and the number of decompositions after that. Each leaves less of
 * them.
 */
const REMOVED_SHARE = 0.5;
const ROBUST_PASSES = 10;
/** Cycles from which on a season may change. */
const MIN_CHANGING_CYCLES = 8;
/** Number of passes over a series. Each takes out a change of level. */
const MAX_LEVEL_PASSES = 8;

interface Components extends Decomposition {
  /** Lengths of the seasons found, the shortest first. */
  seasons: number[];
  levelChanges: ReturnType<typeof findLevelChanges>;
}

export interface DecomposedSeries extends Components {
  /** Places of the outliers, ascending. */
  outliers: number[];
}

/** Decomposes intermittent demand. Its outliers are found among the demands alone. NaN is a period without a value. */
export async function decomposeDemand(
  values: Float64Array,
  seasons: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<DecomposedSeries> {
  const parts = await decompose(fillGaps(values), seasons, yieldToEventLoop);
  return { ...parts, outliers: findOutliers(values, distancesFromDemand(values)) };
}

/**
 * Decomposes a series, again without the farthest outliers of the first time: an outlier spreads into trend and season, so that other
 * values of its place in the season seem to be outliers. NaN is a period without a value.
 */
export async function decomposeRobustly(
  values: Float64Array,
  seasons: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<DecomposedSeries> {
  const filled = fillGaps(values);
  let parts = await decompose(filled, seasons, yieldToEventLoop);
  const suspected = findOutliers(values, parts.remainder);
  const farthest = suspected.reduce((most, t) => Math.max(most, Math.abs(parts.remainder[t])), 0);
  const removed = new Set(suspected.filter((t) => Math.abs(parts.remainder[t]) > REMOVED_SHARE * farthest));
  for (let pass = 0; pass < ROBUST_PASSES && removed.size > 0; pass++) {
    const { remainder } = parts;
    const rest = filled.map((value, t) => (removed.has(t) ? value - remainder[t] : value));
    const { seasonal, trend, ...found } = await decompose(rest, seasons, yieldToEventLoop);
    parts = {
      ...found,
      seasonal,
      trend,
      remainder: filled.map((value, t) => seasonal.reduce((left, each) => left - each[t], value - trend[t])),
    };
  }
  return { ...parts, outliers: findOutliers(values, parts.remainder) };
}

/**
 * Decomposes a series. Its trend has the changes of level, which no smooth curve follows. The largest change is taken out before
 * seasons and changes are sought again, since it hides seasons and spreads into them, and so does what is left of it.
 */
async function decompose(series: Float64Array, candidates: readonly number[], yieldToEventLoop: YieldToEventLoop): Promise<Components> {
  const changes = new Map<number, number>();
  let steps = new Float64Array(series.length);
  for (let pass = 0; ; pass++) {
    const level = series.map((value, t) => value - steps[t]);
    const seasons = detectSeasons(level, candidates);
    const parts = await decomposeSeasons(level, seasons, yieldToEventLoop, MIN_CHANGING_CYCLES);
    const found = findLevelChanges(parts.trend.map((value, t) => value + parts.remainder[t]));
    const [largest] = found.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
    if (largest === undefined || pass === MAX_LEVEL_PASSES) {
      const levelChanges = Array.from(changes, ([at, change]) => ({ at, change })).sort((a, b) => a.at - b.at);
      return { ...parts, trend: parts.trend.map((value, t) => value + steps[t]), seasons, levelChanges };
    }
    changes.set(largest.at, (changes.get(largest.at) ?? 0) + largest.change);
    steps = steps.map((step, t) => step + (t >= largest.at ? largest.change : 0));
  }
}

/** Returns the periods whose value lies far from what is expected. `distances` are NaN where nothing is expected. */
function findOutliers(values: Float64Array, distances: Float64Array): number[] {
  const deviation = meanAndDeviation(values.filter(Number.isFinite)).deviation;
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
  const limit = Math.max(
    OUTLIER_DEVIATIONS * robustDeviation(distances.filter(Number.isFinite)),
    MIN_OUTLIER_SHARE * deviation,
    NEGLIGIBLE * largest,
  );
  return Array.from(values.keys()).filter((t) => limit > 0 && Math.abs(distances[t]) > limit && Number.isFinite(values[t]));
}

/** Returns how far each demand of an intermittent series lies from the median one. A period without demand is as usual. */
function distancesFromDemand(values: Float64Array): Float64Array {
  const usual = median(values.filter((value) => value > 0));
  return values.map((value) => (value > 0 ? value - usual : Number.NaN));
}
