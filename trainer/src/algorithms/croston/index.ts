/**
 * Intermittent demand. The size of a demand and the interval between demands are smoothed (Croston 1972); SBA divides out the bias
 * of their ratio (Syntetos and Boylan 2005); TSB smooths the chance of a demand instead (Teunter, Syntetos and Babai 2011).
 */
import { z } from "zod";
import type { Forecaster } from "../base/series-method.js";

const fitted = z.object({ correction: z.enum(["none", "SBA", "TSB"]) });

/** Smoothing parameter, as in the cited papers' studies. */
const ALPHA = 0.1;

export const croston: Forecaster<"Croston", z.infer<typeof fitted>> = {
  name: "Croston",
  fitted,
  async fit(_series, { correction }, { signal }) {
    signal.throwIfAborted();
    return { correction };
  },
  run(series, { correction }) {
    const rate = correction === "TSB" ? demandByChance(series) : demandByInterval(series, correction === "SBA" ? 1 - ALPHA / 2 : 1);
    return { fitted: rate.subarray(0, series.length), forecast: (horizon) => new Float64Array(horizon).fill(rate[series.length]) };
  },
};

/** Returns the mean demand by period that is expected before each value and after the last: size ÷ interval × `factor`. */
function demandByInterval(series: Float64Array, factor: number): Float64Array {
  const rate = new Float64Array(series.length + 1);
  let size = 0;
  let interval = 0;
  let since = 0;
  for (let t = 0; t < series.length; t++) {
    since++;
    if (series[t] !== 0) {
      const isFirst = interval === 0;
      size = isFirst ? series[t] : size + ALPHA * (series[t] - size);
      interval = isFirst ? since : interval + ALPHA * (since - interval);
      since = 0;
    }
    rate[t + 1] = interval > 0 ? (factor * size) / interval : 0;
  }
  return rate;
}

/** The same by size × chance of a demand. */
function demandByChance(series: Float64Array): Float64Array {
  const rate = new Float64Array(series.length + 1);
  let size = Number.NaN;
  let chance = series[0] === 0 ? 0 : 1;
  for (let t = 0; t < series.length; t++) {
    const came = series[t] !== 0 ? 1 : 0;
    if (t > 0) chance += ALPHA * (came - chance);
    if (came) size = Number.isNaN(size) ? series[t] : size + ALPHA * (series[t] - size);
    rate[t + 1] = Number.isNaN(size) ? 0 : size * chance;
  }
  return rate;
}
