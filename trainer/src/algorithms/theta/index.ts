/** Theta method on the series without its season, which a test of its autocorrelation finds. */
import { z } from "zod";
import { minimizeBfgs } from "../../numeric/bfgs.js";
import { autocorrelation, deseasonalize, type SeasonKind, seasonalIndices } from "../../numeric/series/seasonal-decomposition.js";
import { createYielder, type YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { Forecaster } from "../base/series-method.js";
import { continueTheta, runTheta, type ThetaLines, thetaLines } from "./theta-lines.js";

const fitted = z.object({
  lines: thetaLines,
  kind: z.enum(["additive", "multiplicative"]),
  /** Seasonal index of each place in the season; empty without a season. */
  indices: z.array(z.number()),
});
type FittedTheta = z.infer<typeof fitted>;

/** One-sided quantile of the normal distribution at 95 %. */
const CRITICAL = 1.645;
/** Multiplicative indices near 0 would blow up the values that they divide. */
const MIN_INDEX = 0.01;
const [MIN_ALPHA, MAX_ALPHA] = [0.1, 0.99];
/** Values whose errors do not count, because the start alone determines them. */
const START = 3;

export const theta: Forecaster<"Theta", FittedTheta> = {
  name: "Theta",
  fitted,
  async fit(series, { season }, context) {
    const { kind, indices } = isSeasonal(series, season)
      ? decompose(series, season)
      : { kind: "additive" as const, indices: new Float64Array(0) };
    const adjusted = indices.length > 0 ? deseasonalize(series, indices, kind) : series;
    return { lines: await fitLines(adjusted, createYielder(context)), kind, indices: Array.from(indices) };
  },
  run(series, { lines, kind, indices }) {
    const season = indices.length;
    const factors = Float64Array.from(indices);
    const { fitted, state } = runTheta(season > 0 ? deseasonalize(series, factors, kind) : series, lines);
    const reseasonalize = (value: number, t: number): number => {
      if (season === 0) return value;
      return kind === "additive" ? value + factors[t % season] : value * factors[t % season];
    };
    return {
      fitted: fitted.map(reseasonalize),
      forecast: (horizon) => continueTheta(state, lines, horizon).map((value, step) => reseasonalize(value, series.length + step)),
    };
  },
};

/** Tests the autocorrelation one season apart (Fiorucci and others 2016). */
function isSeasonal(series: Float64Array, season: number): boolean {
  if (season < 2 || series.length < 2 * season + 1) return false;
  let squares = 0;
  for (let lag = 1; lag < season; lag++) squares += autocorrelation(series, lag) ** 2;
  return Math.abs(autocorrelation(series, season)) > CRITICAL * Math.sqrt((1 + 2 * squares) / series.length);
}

function decompose(series: Float64Array, season: number): { kind: SeasonKind; indices: Float64Array } {
  if (series.every((value) => value > 0)) {
    const indices = seasonalIndices(series, season, "multiplicative");
    if (indices.every((index) => index > MIN_INDEX)) return { kind: "multiplicative", indices };
  }
  return { kind: "additive", indices: seasonalIndices(series, season, "additive") };
}

/** Returns the static or dynamic form, whichever has the smaller errors. */
async function fitLines(series: Float64Array, yieldToEventLoop: YieldToEventLoop): Promise<ThetaLines> {
  const line = leastSquaresLine(series);
  const scale = Math.sqrt(series.reduce((sum, value) => sum + value * value, 0) / series.length) || 1;
  let best: { lines: ThetaLines; value: number } | undefined;
  for (const dynamic of [false, true]) {
    const linesAt = ([alpha, level, theta]: Float64Array): ThetaLines => ({
      dynamic,
      alpha: MIN_ALPHA + (MAX_ALPHA - MIN_ALPHA) / (1 + Math.exp(-alpha)),
      level: series[0] / 2 + scale * level,
      theta: 1 + Math.exp(theta),
      ...line,
    });
    const { point, value } = await minimizeBfgs(
      (at) => Math.log(meanSquaredError(series, linesAt(at)) + Number.MIN_VALUE),
      new Float64Array(3),
      yieldToEventLoop,
    );
    if (!best || value < best.value) best = { lines: linesAt(point), value };
  }
  return (best as { lines: ThetaLines }).lines;
}

function meanSquaredError(series: Float64Array, lines: ThetaLines): number {
  const { fitted } = runTheta(series, lines);
  let squares = 0;
  for (let t = START; t < series.length; t++) squares += (series[t] - fitted[t]) ** 2;
  return squares / series.length;
}

/** Returns the least-squares line over the periods 1 to n. */
export function leastSquaresLine(series: Float64Array): Pick<ThetaLines, "intercept" | "slope"> {
  const n = series.length;
  const mean = series.reduce((sum, value) => sum + value, 0) / n;
  const weighted = series.reduce((sum, value, t) => sum + (t + 1) * value, 0) / n;
  const slope = n > 1 ? (6 * (2 * weighted - (n + 1) * mean)) / (n * n - 1) : 0;
  return { slope, intercept: mean - (slope * (n + 1)) / 2 };
}
