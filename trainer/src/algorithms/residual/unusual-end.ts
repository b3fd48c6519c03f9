/** Values at the end of a series that are far from what is expected by the values before them. Forecasts continue from them. */
import { robustDeviation } from "../../numeric/series/level-changes.js";
import { meanAndDeviation, median } from "../../numeric/statistics.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { fitResidualSeries, RunningSeries, type SeriesSeasons } from "./residual-series.js";
import { OUTLIER_DEVIATIONS } from "./robust-smoothing.js";

/** Latest values that are judged, and least number of values before them. */
const JUDGED = 3;
const MIN_PAST = 20;
/** Latest values that the judgement rests on. */
const MAX_PAST = 400;
/** Share of the earlier errors within the reported range. */
const USUAL_SHARE = 0.95;

/** Least error of an unusual value, in robust deviations, and the share of the earlier errors that it is larger than. */
interface EndLimits {
  least: number;
  share: number;
}

const LIMITS: EndLimits = { least: OUTLIER_DEVIATIONS, share: 0.98 };
/** If there are many series, the most conspicuous ones are chosen, and some of these are so by chance. */
export const LIMITS_OF_CHOSEN: EndLimits = { least: 1.25 * OUTLIER_DEVIATIONS, share: 1 };

interface EndOptions {
  limits?: EndLimits | undefined;
  /** Whether the value at a place was measured. */
  isKnown?: (t: number) => boolean;
}

export interface UnusualValue {
  /** Place in the series. */
  t: number;
  value: number;
  /** Range in which 95 % of the errors of earlier forecasts would have put it. */
  lower: number;
  upper: number;
}

/**
 * Returns how far the change up to one of the latest values is from the usual one, in deviations of earlier changes: over one period
 * or over a season, whichever is farther. It costs next to nothing, and shows which of many series are worth a fit.
 */
export function conspicuousness(series: Float64Array, { season, longerSeasons }: SeriesSeasons): number {
  const lags = [1, season, ...longerSeasons].filter((lag, i, all) => all.indexOf(lag) === i && series.length >= lag + JUDGED + MIN_PAST);
  return lags.reduce((most, lag) => {
    const changes = series
      .subarray(Math.max(lag, series.length - MAX_PAST))
      .map((value, i, own) => value - series[series.length - own.length + i - lag]);
    const past = changes.subarray(0, -JUDGED);
    const [usual, deviation] = [median(past), robustDeviation(past) || meanAndDeviation(past).deviation];
    const farthest = changes.subarray(-JUDGED).reduce((far, change) => Math.max(far, Math.abs(change - usual)), 0);
    return Math.max(most, farthest === 0 ? 0 : farthest / deviation);
  }, 0);
}

/**
 * Returns the value among the latest three that is farthest from the forecast of one period before, if it is farther than the
 * limits: by default four robust deviations, and all but a few of the earlier errors. Neither forecasts nor deviations know these
 * three. The series has no missing values: those of periods that are not known lie between others, and are not judged.
 */
export async function findUnusualEnd(
  series: Float64Array,
  seasons: SeriesSeasons,
  yieldToEventLoop: YieldToEventLoop,
  { limits: { least, share } = LIMITS, isKnown = () => true }: EndOptions = {},
): Promise<UnusualValue | undefined> {
  if (series.length < MIN_PAST + JUDGED) return undefined;
  const from = Math.max(0, series.length - JUDGED - MAX_PAST);
  const past = series.slice(from, -JUDGED);
  const run = new RunningSeries(past, await fitResidualSeries(past, seasons, yieldToEventLoop));
  // A new level that has lasted for some time is no error.
  if (run.anomalies.at(-1)?.to === past.length - 1) return undefined;
  const errors = past.map((value, t) => run.judge(t, value).score).sort();
  const errorAt = (part: number) => errors[Math.floor(part * (errors.length - 1))];
  const limit = Math.max(least, errorAt(share));
  const judge = run.continued();
  const ends = Array.from(series.subarray(-JUDGED), (value, i) => ({
    t: series.length - JUDGED + i,
    value,
    ...judge(past.length + i, value),
  }));
  const [farthest] = ends.filter(({ t }) => isKnown(t)).sort((a, b) => b.score - a.score);
  if (!(farthest?.score > limit)) return undefined;
  const [lower, upper] = farthest.within(errorAt(USUAL_SHARE));
  const isPositive = past.every((value) => value >= 0);
  return { t: farthest.t, value: farthest.value, lower: isPositive ? Math.max(0, lower) : lower, upper };
}
