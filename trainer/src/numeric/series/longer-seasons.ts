/**
 * Seasons beside the one that a forecaster follows itself: the week of hours, the year of days. They are estimated once, by the
 * place in the season, and taken out of the series before a method sees it.
 */
import { z } from "zod";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { detectSeasons } from "./detect-seasons.js";
import { decomposeSeasons } from "./multiple-seasons.js";
import { deseasonalize, type SeasonKind } from "./seasonal-decomposition.js";
import { deviationFollowsLevel, logarithms } from "./transformation.js";

export const longerSeasons = z.object({
  kind: z.enum(["additive", "multiplicative"]),
  /** Deviation, or factor, at each place of each season; the first place is that of the first value. */
  profiles: z.array(z.array(z.number())),
});
export type LongerSeasons = z.infer<typeof longerSeasons>;

/** Latest values and cycles that profiles are estimated from. */
const MAX_VALUES = 10_000;
const MAX_CYCLES = 15;
/** Windows that profiles are smoothed with, as parts of the season. */
const WINDOWS = [0, 1 / 40, 1 / 20, 1 / 10];
/** A profile that tells less than this share of its own size in cycles that it was not estimated from is noise. */
const MIN_SHARE = 0.2;

/**
 * Estimates those of the longer seasons that the series has (detectSeasons); undefined without any. A profile is the mean of the
 * detrended values by place, smoothed and shrunk as predicts each cycle best from the others.
 */
export async function findLongerSeasons(
  all: Float64Array,
  { season, candidates }: { season: number; candidates: readonly number[] },
  yieldToEventLoop: YieldToEventLoop,
): Promise<LongerSeasons | undefined> {
  const from = Math.max(0, all.length - MAX_VALUES);
  const series = all.subarray(from);
  const kind: SeasonKind = deviationFollowsLevel(series, season) ? "multiplicative" : "additive";
  const values = kind === "multiplicative" ? logarithms(series) : series;
  const seasons = detectSeasons(values, season > 1 ? [season, ...candidates] : candidates);
  if (!seasons.some((length) => length > season)) return undefined;
  const { trend, seasonal } = await decomposeSeasons(values, seasons, yieldToEventLoop);
  const profiles = seasons.flatMap((length, i) => {
    if (length <= season) return [];
    const own = values.map((value, t) => value - trend[t] - seasonal.reduce((sum, part, j) => sum + (j === i ? 0 : part[t]), 0));
    const profile = estimateProfile(own, length);
    if (!profile) return [];
    const first = Float64Array.from({ length }, (_, place) => profile[(((place - from) % length) + length) % length]);
    return [Array.from(kind === "multiplicative" ? first.map(Math.exp) : first)];
  });
  return profiles.length > 0 ? { kind, profiles } : undefined;
}

/** Returns the series without its longer seasons, in the same unit; the series itself if it has none. `addLongerSeasons` undoes it. */
export function removeLongerSeasons(series: Float64Array, longer: LongerSeasons | undefined): Float64Array {
  if (!longer) return series;
  return longer.profiles.reduce((rest, profile) => deseasonalize(rest, Float64Array.from(profile), longer.kind), series);
}

/** Returns the value of period `t` with the seasons that were taken out. */
export function addLongerSeasons(value: number, t: number, longer: LongerSeasons | undefined): number {
  if (!longer) return value;
  const { kind, profiles } = longer;
  return profiles.reduce(
    (sum, profile) => (kind === "additive" ? sum + profile[t % profile.length] : sum * profile[t % profile.length]),
    value,
  );
}

/** Returns the deviation at each place, beginning with that of the first value; undefined where it is noise. */
function estimateProfile(values: Float64Array, season: number): Float64Array | undefined {
  const cycles = Math.ceil(values.length / season);
  const first = Math.max(0, cycles - MAX_CYCLES);
  const counted = Array.from({ length: cycles - first }, (_, c) => first + c);
  const windows = WINDOWS.map((part) => 2 * Math.floor((part * season) / 2) + 1);
  const tried = windows.map((window) => ({ window, ...crossValidate(values, { season, window, cycles: counted }) }));
  const best = tried.reduce((least, each) => (each.error < least.error ? each : least));
  if (!(best.share >= MIN_SHARE)) return undefined;
  return profileOf(values, { season, window: best.window, cycles: counted }).map((value) => best.share * value);
}

interface ProfileChoice {
  season: number;
  window: number;
  /** Numbers of the cycles that count. */
  cycles: readonly number[];
}

/** Returns the share of the profile of the other cycles that predicts each cycle best, and the sum of squares that it leaves. */
function crossValidate(values: Float64Array, { season, window, cycles }: ProfileChoice): { share: number; error: number } {
  let product = 0;
  let squares = 0;
  let all = 0;
  for (const cycle of cycles) {
    const profile = profileOf(values, { season, window, cycles: cycles.filter((each) => each !== cycle) });
    values.subarray(cycle * season, (cycle + 1) * season).forEach((value, place) => {
      product += value * profile[place];
      squares += profile[place] ** 2;
      all += value ** 2;
    });
  }
  const share = squares > 0 ? Math.min(1, product / squares) : 0;
  return { share, error: all - 2 * share * product + share ** 2 * squares };
}

/** Returns the means of each place over some cycles, less their mean, smoothed twice by a moving average around the season. */
function profileOf(values: Float64Array, { season, window, cycles }: ProfileChoice): Float64Array {
  const means = Float64Array.from({ length: season }, (_, place) => {
    const own = cycles.map((cycle) => values[cycle * season + place]).filter((value) => value !== undefined);
    return own.reduce((sum, value) => sum + value, 0) / (own.length || 1);
  });
  const mean = means.reduce((sum, value) => sum + value, 0) / season;
  return circularMean(
    circularMean(
      means.map((value) => value - mean),
      window,
    ),
    window,
  );
}

/** Returns the means of `window` places around each, an odd number; the last place is followed by the first. */
function circularMean(values: Float64Array, window: number): Float64Array {
  const n = values.length;
  const reach = (window - 1) / 2;
  let sum = 0;
  for (let k = -reach; k <= reach; k++) sum += values[(k + n) % n];
  return values.map((_, place) => {
    const mean = sum / window;
    sum += values[(place + reach + 1) % n] - values[(place - reach + n) % n];
    return mean;
  });
}
