/**
 * Exponential smoothing in state-space form (Hyndman, Koehler, Ord and Snyder 2008). The recursion has the same form for additive
 * and multiplicative errors; the errors differ in the likelihood alone.
 */
import { z } from "zod";

export const etsModel = z.object({
  error: z.enum(["additive", "multiplicative"]),
  trend: z.enum(["none", "additive", "damped"]),
  season: z.enum(["none", "additive", "multiplicative"]),
  alpha: z.number(),
  beta: z.number(),
  gamma: z.number(),
  /** Damping; 1 without. */
  phi: z.number(),
  /** States before the first value. `seasons` has one value a place in the season, that of the first value first. */
  level: z.number(),
  growth: z.number(),
  seasons: z.array(z.number()),
});
export type EtsModel = z.infer<typeof etsModel>;

interface EtsRun {
  /** One-step-ahead forecasts. */
  fitted: Float64Array;
  level: number;
  growth: number;
  seasons: number[];
  logLikelihood: number;
}

/**
 * Runs the recursion over a series. The likelihood is Gaussian, with the variance that maximises it; −∞ outside the domain.
 * `fitted` is overwritten: a search that looks at likelihoods alone gives the same one each time.
 */
export function smooth(series: Float64Array, model: EtsModel, fitted = new Float64Array(series.length)): EtsRun {
  const { alpha, phi } = model;
  const share = model.beta / alpha;
  const isMultiplied = model.season === "multiplicative";
  // Without a season the one index is 0, and gamma keeps it.
  const seasons = model.season === "none" ? [0] : [...model.seasons];
  let { level, growth } = model;
  let squares = 0;
  let logScale = 0;
  for (let t = 0; t < series.length; t++) {
    const place = t % seasons.length;
    const index = seasons[place];
    const base = level + phi * growth;
    const forecast = isMultiplied ? base * index : base + index;
    const error = series[t] - forecast;
    fitted[t] = forecast;
    if (model.error === "multiplicative") {
      squares += (error / forecast) ** 2;
      logScale += forecast > 0 ? Math.log(forecast) : Number.POSITIVE_INFINITY;
    } else squares += error * error;
    const adjusted = isMultiplied ? series[t] / index : series[t] - index;
    const next = base + alpha * (adjusted - base);
    growth = phi * growth + share * (next - level - phi * growth);
    seasons[place] = index + model.gamma * ((isMultiplied ? series[t] / base : series[t] - base) - index);
    level = next;
  }
  const n = series.length;
  const logLikelihood = -0.5 * n * (Math.log((2 * Math.PI * squares) / n) + 1) - logScale;
  return { fitted, level, growth, seasons, logLikelihood: Number.isNaN(logLikelihood) ? Number.NEGATIVE_INFINITY : logLikelihood };
}

/** Returns the forecasts of the periods after the `length` values of a run. */
export function continueSmoothing(run: EtsRun, { phi, season }: EtsModel, length: number, horizon: number): Float64Array {
  let damped = 0;
  return Float64Array.from({ length: horizon }, (_, step) => {
    damped = phi * (1 + damped);
    const base = run.level + damped * run.growth;
    const index = run.seasons[(length + step) % run.seasons.length];
    return season === "multiplicative" ? base * index : base + index;
  });
}
