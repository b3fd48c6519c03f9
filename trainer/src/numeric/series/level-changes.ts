import { median } from "../statistics.js";

/** A change is larger than this many standard deviations of the values around the lines beside it, */
const MIN_DEVIATIONS = 6;
/** and of the changes from one value to the next in the whole series. */
const MIN_STEP_DEVIATIONS = 4;
/** Share of the change that shows in the medians of the nearest values. */
const MIN_ABRUPT_SHARE = 0.7;
const NEAREST = 3;
/** Fewest values at a new level, at the end of the series. */
const MIN_RECENT = 5;
/** Ratio of the standard deviation of normal values to their median absolute deviation. */
const NORMAL_RATIO = 1.4826;

/** Returns the standard deviation of values without regard to a few extreme ones. */
export function robustDeviation(values: Float64Array): number {
  const center = median(values);
  return NORMAL_RATIO * median(values.map((value) => Math.abs(value - center)));
}

interface LevelChange {
  /** First period at the new level. */
  at: number;
  change: number;
}

/**
 * Returns the periods from which on a series without seasons lies higher or lower than a line through the values around would have
 * it. Slow changes are none.
 */
export function findLevelChanges(series: Float64Array): LevelChange[] {
  const window = Math.max(6, Math.min(30, Math.floor(series.length / 8)));
  if (series.length < 2 * window + 1) return [];
  const noise = robustDeviation(series.slice(1).map((value, t) => value - series[t]));
  const changes: LevelChange[] = [];
  for (let at = window; at <= series.length - MIN_RECENT; at++) {
    const { change, deviation } = levelChangeAt(series, at, window);
    if (Math.abs(change) <= Math.max(MIN_STEP_DEVIATIONS * noise, MIN_DEVIATIONS * deviation)) continue;
    const abrupt = median(series.slice(at, at + NEAREST)) - median(series.slice(at - NEAREST, at));
    if (abrupt / change < MIN_ABRUPT_SHARE) continue;
    const last = changes.at(-1);
    if (last === undefined || at - last.at > window) changes.push({ at, change });
    else if (Math.abs(change) > Math.abs(last.change)) changes[changes.length - 1] = { at, change };
  }
  return changes;
}

/**
 * Compares the means before and after, less what their common slope explains. Few values after it tell no slope: they are compared
 * with the line before, whose own error grows with the distance.
 */
function levelChangeAt(series: Float64Array, at: number, window: number): { change: number; deviation: number } {
  const before = line(series.subarray(at - window, at));
  const after = line(series.subarray(at, at + window));
  const isRecent = at > series.length - window;
  const slope = isRecent ? before.slope : (before.slope + after.slope) / 2;
  const distance = (window + Math.min(window, series.length - at)) / 2;
  return { change: after.mean - before.mean - slope * distance, deviation: Math.sqrt((before.variance + after.variance) / 2) };
}

/** Returns the least squares line, and the variance around it. */
function line(values: Float64Array): { mean: number; slope: number; variance: number } {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let product = 0;
  let squares = 0;
  let all = 0;
  values.forEach((value, t) => {
    product += (t - middle) * (value - mean);
    squares += (t - middle) ** 2;
    all += (value - mean) ** 2;
  });
  const slope = product / squares;
  return { mean, slope, variance: Math.max(0, all - slope * product) / (values.length - 2) };
}
