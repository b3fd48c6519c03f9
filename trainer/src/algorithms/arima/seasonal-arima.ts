/** Seasonal ARIMA: a stationary process of the differences. */
import { z } from "zod";
import { logarithms } from "../../numeric/series/transformation.js";
import { type Arma, runArma } from "./arma-likelihood.js";

export const arimaModel = z.object({
  /** Differences at lag 1 and at one season. */
  differences: z.int(),
  seasonalDifferences: z.int(),
  season: z.int(),
  ar: z.array(z.number()),
  ma: z.array(z.number()),
  seasonalAr: z.array(z.number()),
  seasonalMa: z.array(z.number()),
  /** Mean of the differences. */
  mean: z.number(),
  /** The process is that of the logarithms. */
  logarithm: z.boolean(),
});
export type ArimaModel = z.infer<typeof arimaModel>;

/** Multiplies out (1 − Σ ar B^i)(1 − Σ seasonalAr B^(season i)), and likewise the moving averages, whose terms are added. */
export function expandArma({ ar, ma, seasonalAr, seasonalMa, season }: Omit<ArimaModel, "differences" | "seasonalDifferences">): Arma {
  return { ar: product(ar, seasonalAr, season, -1), ma: product(ma, seasonalMa, season, 1) };
}

function product(short: readonly number[], seasonal: readonly number[], season: number, sign: 1 | -1): Float64Array {
  const result = new Float64Array(short.length + seasonal.length * season);
  short.forEach((value, i) => {
    result[i] += value;
  });
  seasonal.forEach((factor, s) => {
    const at = (s + 1) * season - 1;
    result[at] += factor;
    short.forEach((value, i) => {
      result[at + i + 1] += sign * value * factor;
    });
  });
  return result;
}

/** Returns the coefficients c of y(t) = w(t) + Σ c(i) y(t−i), where w are the differences. */
function integration({ differences, seasonalDifferences, season }: ArimaModel): Float64Array {
  let polynomial = [1];
  const times = (lag: number) => {
    const next = new Array<number>(polynomial.length + lag).fill(0);
    polynomial.forEach((value, i) => {
      next[i] += value;
      next[i + lag] -= value;
    });
    polynomial = next;
  };
  for (let i = 0; i < differences; i++) times(1);
  for (let i = 0; i < seasonalDifferences; i++) times(season);
  return Float64Array.from(polynomial.slice(1), (value) => -value);
}

/** Returns the differences; they begin when all values that they need are known. */
export function differenced(series: Float64Array, model: ArimaModel): Float64Array {
  const coefficients = integration(model);
  const lost = coefficients.length;
  return Float64Array.from({ length: Math.max(0, series.length - lost) }, (_, t) => {
    let value = series[t + lost];
    for (let i = 0; i < lost; i++) if (coefficients[i] !== 0) value -= coefficients[i] * series[t + lost - 1 - i];
    return value;
  });
}

/**
 * Returns the forecast of each value one period before, and a function that forecasts the periods after the last one. Where too few
 * values precede a period for their differences, the last value is repeated.
 */
export function runArima(values: Float64Array, model: ArimaModel): { fitted: Float64Array; forecast(horizon: number): Float64Array } {
  const series = model.logarithm ? logarithms(values) : values;
  const back = (value: number) => (model.logarithm ? Math.exp(value) : value);
  const coefficients = integration(model);
  const lost = coefficients.length;
  const changes = differenced(series, model);
  const run = runArma(
    changes.map((value) => value - model.mean),
    expandArma(model),
  );
  return {
    fitted: series.map((value, t) =>
      back(t < lost || t === 0 ? series[Math.max(0, t - 1)] : value - changes[t - lost] + run.fitted[t - lost] + model.mean),
    ),
    forecast(horizon) {
      const n = series.length;
      if (n < lost) return new Float64Array(horizon).fill(back(series[n - 1]));
      const all = new Float64Array(n + horizon);
      all.set(series);
      run.forecast(horizon).forEach((change, step) => {
        let value = change + model.mean;
        for (let i = 0; i < lost; i++) if (coefficients[i] !== 0) value += coefficients[i] * (all[n + step - 1 - i] ?? 0);
        all[n + step] = value;
      });
      return all.slice(n).map(back);
    },
  };
}
