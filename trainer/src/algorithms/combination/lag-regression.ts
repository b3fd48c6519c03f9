/**
 * Ridge regression of seasonal changes on earlier ones. The lags follow from the season: the last three periods, and those around
 * one and two seasons before. Forecasts are recursive. A season of many periods, such as the 52 weeks of a year, is known a few
 * times, and a change over it has the noise of both ends: it may be taken out as a profile instead, beside which changes are those from
 * period to period. Rolling origins tell which.
 */
import { z } from "zod";
import type { FitContext } from "../../numeric/fit-context.js";
import { addLongerSeasons, findLongerSeasons, longerSeasons, removeLongerSeasons } from "../../numeric/series/longer-seasons.js";
import { solveLinear } from "../../numeric/series/solve-linear.js";
import { deviationFollowsLevel, logarithms } from "../../numeric/series/transformation.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { earlierValues, forecastError } from "../base/rolling-origins.js";
import type { SeriesMethod, SeriesRun } from "../base/series-method.js";

const fitted = z.object({
  logarithm: z.boolean(),
  /** Periods over which changes are taken. */
  change: z.int(),
  lags: z.array(z.int()),
  /** The constant, then one coefficient a lag. */
  coefficients: z.array(z.number()),
  /** A season that is taken out before changes are taken. */
  profile: longerSeasons.optional(),
});
type LagRegression = z.infer<typeof fitted>;

/** Penalty on the coefficients, by the sum of squares of the changes; and on the constant, by the number of rows. */
const PENALTY = 0.02;
const CONSTANT_PENALTY = 0.2;
const LAGS_WITHOUT_SEASON = [1, 2, 3, 4, 5, 8];
/** A season of more periods than MAX_SEASON, of which a series has fewer cycles than MANY_CYCLES, may be a profile (decision 53). */
const MAX_SEASON = 48;
const MANY_CYCLES = 7;

export const lagRegression: SeriesMethod<LagRegression> = {
  fitted,
  async fit(series, { season }, context) {
    context.signal.throwIfAborted();
    const mayHaveProfile = season > MAX_SEASON && series.length < MANY_CYCLES * season;
    const earlier = mayHaveProfile ? earlierValues(series, season) : undefined;
    if (!earlier) return fitChanges(series, season);
    const errorOf = (model: LagRegression) =>
      forecastError(series, earlier.length, (past) => runRegression(past, model), createYielder(context));
    const ofSeasons = await errorOf(fitChanges(earlier, season));
    const ofProfile = await errorOf(await fitBesideProfile(earlier, season, context));
    return ofProfile < ofSeasons ? fitBesideProfile(series, season, context) : fitChanges(series, season);
  },
  run: runRegression,
};

/** Returns the regression of changes over a season. */
function fitChanges(series: Float64Array, season: number): LagRegression {
  const logarithm = deviationFollowsLevel(series, season);
  const proposed = season > 1 ? [...new Set([1, 2, 3, season, season + 1, 2 * season])] : LAGS_WITHOUT_SEASON;
  const lags = proposed.filter((lag) => lag < series.length / 2.5);
  const coefficients = damped(fitRidge(changesOf(series, logarithm, season), lags), lags, maxGrowth(season, logarithm));
  return { logarithm, change: season, lags, coefficients };
}

/** Returns the regression of changes from period to period, once the season is taken out, if the series has it. */
async function fitBesideProfile(series: Float64Array, season: number, context: FitContext): Promise<LagRegression> {
  const profile = await findLongerSeasons(series, { season: 1, candidates: [season] }, createYielder(context));
  return { ...fitChanges(removeLongerSeasons(series, profile), 1), ...(profile && { profile }) };
}

function runRegression(series: Float64Array, { logarithm, change, lags, coefficients, profile }: LagRegression): SeriesRun {
  const rest = removeLongerSeasons(series, profile);
  const values = logarithm ? logarithms(rest) : rest;
  const back = (value: number, t: number) => addLongerSeasons(logarithm ? Math.exp(value) : value, t, profile);
  const next = (known: ArrayLike<number>, t: number): number => {
    if (t < change) return known[Math.max(0, t - 1)];
    let sum = known[t - change] + coefficients[0];
    lags.forEach((lag, i) => {
      if (t - lag - change >= 0) sum += coefficients[i + 1] * (known[t - lag] - known[t - lag - change]);
    });
    return sum;
  };
  return {
    fitted: values.map((_, t) => back(next(values, t), t)),
    forecast(horizon) {
      const all = new Float64Array(values.length + horizon);
      all.set(values);
      for (let t = values.length; t < all.length; t++) all[t] = next(all, t);
      return all.slice(values.length).map((value, step) => back(value, values.length + step));
    },
  };
}

/** Returns the changes over one season; NaN for the first one. */
function changesOf(series: Float64Array, logarithm: boolean, change: number): Float64Array {
  const values = logarithm ? logarithms(series) : series;
  return values.map((value, t) => (t < change ? Number.NaN : value - values[t - change]));
}

function fitRidge(changes: Float64Array, lags: readonly number[]): number[] {
  const width = lags.length + 1;
  const rows = Array.from({ length: width }, () => new Float64Array(width + 1));
  const first = changes.findIndex(Number.isFinite);
  let squares = 0;
  let count = 0;
  for (let t = Math.max(0, first) + Math.max(0, ...lags); t < changes.length; t++) {
    const x = [1, ...lags.map((lag) => changes[t - lag]), changes[t]];
    for (let i = 0; i < width; i++) for (let j = 0; j <= width; j++) rows[i][j] += x[i] * x[j];
    squares += changes[t] ** 2;
    count++;
  }
  if (first < 0 || count <= width || squares === 0) return new Array<number>(width).fill(0);
  rows.forEach((row, i) => {
    row[i] += i === 0 ? CONSTANT_PENALTY * count : PENALTY * squares;
  });
  return Array.from(solveLinear(rows));
}

/**
 * Largest growth of changes in a period. Over a season, it is that of the most persistent damped trend of ETS. Without one, logarithms
 * change by the same share each period at most, and changes of values grow with the level, by a tenth at most.
 */
const MAX_GROWTH = { overSeason: 0.98, ofLogarithms: 1, ofValues: 1.1 };

function maxGrowth(season: number, logarithm: boolean): number {
  if (season > 1) return MAX_GROWTH.overSeason;
  return logarithm ? MAX_GROWTH.ofLogarithms : MAX_GROWTH.ofValues;
}

/** Blocks of as many values as the largest lag: those that the recursion settles in, and those that its growth is measured over. */
const SETTLING_BLOCKS = 20;
const MEASURED_BLOCKS = 40;

/**
 * Returns coefficients with which changes grow by `most` in a period, or less. Each is multiplied by a factor to the power of its lag,
 * which brings the roots of the recursion inside of `most`. Few values, or shifts of the level, may have a recursion that grows without
 * end.
 */
function damped([constant, ...coefficients]: readonly number[], lags: readonly number[], most: number): number[] {
  const factor = Math.min(1, most / growthOf(coefficients, lags));
  return [constant, ...coefficients.map((coefficient, i) => coefficient * factor ** lags[i])];
}

/** Returns the factor by which the recursion of changes grows in a period in the long run: the modulus of its largest root. */
function growthOf(coefficients: readonly number[], lags: readonly number[]): number {
  const length = Math.max(1, ...lags);
  const block = new Float64Array(2 * length).fill(1, 0, 1);
  let growth = 0;
  for (let pass = 0; pass < SETTLING_BLOCKS + MEASURED_BLOCKS; pass++) {
    for (let t = length; t < block.length; t++) block[t] = lags.reduce((sum, lag, i) => sum + coefficients[i] * block[t - lag], 0);
    const size = Math.hypot(...block.subarray(length));
    if (size === 0) return 0;
    if (pass >= SETTLING_BLOCKS) growth += Math.log(size);
    for (let t = 0; t < length; t++) block[t] = block[length + t] / size;
  }
  return Math.exp(growth / (MEASURED_BLOCKS * length));
}
