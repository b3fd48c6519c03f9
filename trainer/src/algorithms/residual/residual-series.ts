/** One column of one series: its robust smoothing, and the forecasts and errors of each period. */
import { z } from "zod";
import { finiteValues } from "../../numeric/finite-values.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { robustDeviation } from "../../numeric/series/level-changes.js";
import { addLongerSeasons, findLongerSeasons, longerSeasons } from "../../numeric/series/longer-seasons.js";
import { deviationFollowsLevel } from "../../numeric/series/transformation.js";
import { meanAndDeviation, rangeOf } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { etsModel } from "../ets/exponential-smoothing.js";
import { chooseEts, parameterCount } from "../ets/fit-model.js";
import { advance, forecastNext, initialState, type NextValue, OUTLIER_DEVIATIONS, type SmoothingState } from "./robust-smoothing.js";
import { areFew, fillAtPlaces, seasonPlaces, withPlaces } from "./season-places.js";
import { withoutSeasonSpikes } from "./season-spikes.js";

export const residualSeries = z.object({
  longer: longerSeasons.optional(),
  /** Smallest value whose logarithm is smoothed; without it, values are. */
  least: z.number().optional(),
  model: etsModel,
  /** Deviation of the errors of one period. */
  deviation: z.number(),
  /** The smoothing goes from value to value without regard to the periods between, which are most. Its season is that of the periods. */
  byValue: z.literal(true).optional(),
  /** Number of places of the season that have values. Absent if all have some, and in models of earlier versions. */
  places: z.int().optional(),
});
type ResidualSeries = z.infer<typeof residualSeries>;

export interface SeriesSeasons {
  season: number;
  longerSeasons: readonly number[];
}

/** Deviations are at least this share of the largest value, so that a constant series has one. */
const LEAST_DEVIATION = 1e-6;

/**
 * Fits the smoothing twice: the second time to the values without the anomalies that the first one finds. `values` begin and end
 * with a number; NaN is a period without one. Where some are not positive, such as temperatures, no error is a share of its value,
 * although the values without their longer seasons may be positive.
 */
export async function fitResidualSeries(
  values: Float64Array,
  { season, longerSeasons: candidates }: SeriesSeasons,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ResidualSeries> {
  const isKnown = (_value: number, t: number) => Number.isFinite(values[t]);
  // Of few values the lines between them would be learned.
  const isSparse = areFew(values);
  const places = isSparse ? seasonPlaces(values, season) : undefined;
  const isSmoothed = (_value: number, t: number) => (places ? places.includes(t % season) : !isSparse || isKnown(0, t));
  const ownSeason = places?.length ?? (isSparse ? 1 : season);
  const filled = fillGaps(values);
  const longer = await findLongerSeasons(filled, { season, candidates }, yieldToEventLoop);
  const ofSeason = (places ? values : filled).map((value, t) => withoutLongerSeasons(value, t, longer)).filter(isSmoothed);
  const rest = places ? fillAtPlaces(ofSeason, places.length) : ofSeason;
  const multiplicative = filled.every((value) => value > 0);
  const least = multiplicative && deviationFollowsLevel(rest, ownSeason) ? rangeOf(rest).min : undefined;
  const smoothed = rest.map((value) => transform(value, least));
  const given = values.filter(isSmoothed);
  const fit = async (series: Float64Array): Promise<ResidualSeries> => {
    const model = await chooseEts(series, ownSeason, yieldToEventLoop, { multiplicative });
    // There are hardly any errors on a line that fills a gap.
    const known = series.map((value, at) => (Number.isFinite(given[at]) ? value : Number.NaN));
    return { longer, least, model, deviation: errorDeviation(known, model), ...(isSparse && { byValue: true }) };
  };
  const plain = withoutSeasonSpikes(smoothed, ownSeason);
  const first = await fit(plain);
  const cleaned = withoutAnomalies(smoothed, first);
  const fitted = cleaned === smoothed && plain === smoothed ? first : await fit(cleaned);
  return places ? { ...fitted, model: withPlaces(fitted.model, places, season), places: places.length } : fitted;
}

/**
 * Deviation of the errors of one period: that of most values, or of all where most have none. That of few values is uncertain, as they
 * are fitted closely. NaN is a period without a value.
 */
function errorDeviation(series: Float64Array, model: ResidualSeries["model"]): number {
  const state = initialState(model);
  const inDeviations = series.map((value) => {
    const next = forecastNext(state, model, 1);
    // With an infinite deviation nothing is an anomaly.
    advance(state, model, value, { ...next, spread: Number.POSITIVE_INFINITY });
    return (value - next.forecast) / next.spread;
  });
  const errors = finiteValues(inDeviations);
  const largest = model.error === "multiplicative" ? 1 : finiteValues(series).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const found = robustDeviation(errors) || meanAndDeviation(errors).deviation;
  return Math.max(
    found * studentRatio(Math.max(1, errors.length - parameterCount(model, model.seasons.length))),
    LEAST_DEVIATION * largest,
    Number.MIN_VALUE,
  );
}

/**
 * Returns the ratio of an error by Student's t of these degrees of freedom to a normal one, where both are as rare as an outlier
 * (Wallace 1959, "Bounds on normal approximations to Student's and the chi-square distributions").
 */
function studentRatio(freedom: number): number {
  const normal = OUTLIER_DEVIATIONS * ((8 * freedom + 3) / (8 * freedom + 1));
  return Math.sqrt(freedom * Math.expm1(normal ** 2 / freedom)) / OUTLIER_DEVIATIONS;
}

/** Returns the series with forecasts in place of spikes, at its first level throughout. */
function withoutAnomalies(series: Float64Array, fitted: ResidualSeries): Float64Array {
  const { nexts, state } = runSmoothing(series, fitted);
  if (state.anomalies.length === 0) return series;
  const cleaned = series.slice();
  for (const { kind, from, to, shift } of state.anomalies) {
    if (kind === "spike") for (let t = from; t <= to; t++) cleaned[t] = nexts[t].forecast;
    if (kind === "level_shift") for (let t = from; t < cleaned.length; t++) cleaned[t] -= shift;
  }
  return fitted.model.error === "multiplicative" && cleaned.some((value) => value <= 0) ? series : cleaned;
}

function runSmoothing(series: Float64Array, fitted: ResidualSeries): { nexts: NextValue[]; state: SmoothingState } {
  const state = initialState(fitted.model, fitted.places);
  const nexts = Array.from(series, (value) => passPeriod(state, fitted, value));
  return { nexts, state };
}

/** Goes on by one period, in place. Returns what was forecast for it. NaN is a period without a value. */
function passPeriod(state: SmoothingState, { model, deviation, byValue }: ResidualSeries, value: number): NextValue {
  const next = forecastNext(state, model, deviation);
  if (byValue && Number.isNaN(value)) state.t++;
  else advance(state, model, value, next);
  return next;
}

interface JudgedValue {
  /** Error in deviations, 0 without a value. */
  score: number;
  /** Forecast in the unit of the values. */
  expected: number;
  /** Returns the values at this many deviations below and above the forecast. */
  within(deviations: number): [number, number];
}

/** Smoothing that has reached the end of a series and continues. */
export class RunningSeries {
  private readonly nexts: NextValue[];
  private readonly state: SmoothingState;

  constructor(
    private readonly values: Float64Array,
    private readonly fitted: ResidualSeries,
  ) {
    const { nexts, state } = runSmoothing(
      values.map((value, t) => this.smoothed(value, t)),
      fitted,
    );
    this.nexts = nexts;
    this.state = state;
  }

  get anomalies() {
    return this.state.anomalies;
  }

  /** Judges the value of a period of the series. */
  judge(t: number, value: number): JudgedValue {
    return this.judged(t, value, this.nexts[t]);
  }

  /** Returns a function that judges values after the series, whose periods ascend. Later values are learned from. */
  continued(): (t: number, value: number) => JudgedValue {
    const state = structuredClone(this.state);
    let [judged, next] = [this.values.length - 1, this.nexts[this.values.length - 1]];
    return (t, value) => {
      while (judged < t) {
        judged++;
        next = passPeriod(state, this.fitted, judged === t ? this.smoothed(value, t) : Number.NaN);
      }
      return this.judged(t, value, next);
    };
  }

  /** Returns a function that judges values of the series and after it, whose periods ascend. */
  judgeInOrder(): (t: number, value: number) => JudgedValue {
    const judgeLater = this.continued();
    return (t, value) => (t < this.values.length ? this.judge(t, value) : judgeLater(t, value));
  }

  private smoothed(value: number, t: number): number {
    return transform(withoutLongerSeasons(value, t, this.fitted.longer), this.fitted.least);
  }

  private judged(t: number, value: number, { forecast, spread }: NextValue): JudgedValue {
    const { longer, least } = this.fitted;
    const score = Math.abs(this.smoothed(value, t) - forecast) / spread;
    const back = (smoothed: number) => addLongerSeasons(least === undefined ? smoothed : Math.exp(smoothed), t, longer);
    return {
      score: Number.isNaN(score) ? 0 : score,
      expected: back(forecast),
      within: (deviations) => [back(forecast - deviations * spread), back(forecast + deviations * spread)],
    };
  }
}

function withoutLongerSeasons(value: number, t: number, longer: ResidualSeries["longer"]): number {
  return longer?.kind === "multiplicative" ? value / addLongerSeasons(1, t, longer) : value - addLongerSeasons(0, t, longer);
}

/** If logarithms are smoothed, a value of 0 or less counts as this share of the smallest value of the fit. */
const FLOOR_SHARE = 1e-3;

/** Returns the logarithm where logarithms are smoothed. */
function transform(value: number, least: number | undefined): number {
  return least === undefined || Number.isNaN(value) ? value : Math.log(Math.max(value, FLOOR_SHARE * least));
}
