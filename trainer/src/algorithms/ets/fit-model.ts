import { minimizeBfgs } from "../../numeric/bfgs.js";
import { deseasonalize, seasonalIndices } from "../../numeric/series/seasonal-decomposition.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { type EtsModel, smooth } from "./exponential-smoothing.js";

type Form = Pick<EtsModel, "error" | "trend" | "season">;

const MIN_PHI = 0.8;
const MAX_PHI = 0.98;
/** Values from which the first level and growth are estimated. */
const INITIAL_VALUES = 10;

/**
 * Fits every form that suits the series, and returns the one with the lowest corrected Akaike criterion (Hyndman and Khandakar
 * 2008). Multiplicative components need positive values; a caller whose series was made positive excludes them. Forms with infinite
 * variance, additive errors with a multiplicative season among them, are not tried.
 */
export async function chooseEts(
  series: Float64Array,
  season: number,
  yieldToEventLoop: YieldToEventLoop,
  { multiplicative = true } = {},
): Promise<EtsModel> {
  let best: { model: EtsModel; criterion: number } | undefined;
  for (const form of possibleForms(series, season, multiplicative && series.every((value) => value > 0))) {
    const found = await fitForm(series, form, season, yieldToEventLoop);
    if (!best || found.criterion < best.criterion) best = found;
  }
  return (best as { model: EtsModel }).model;
}

function possibleForms(series: Float64Array, season: number, multiplicative: boolean): Form[] {
  const isSeasonal = season > 1 && series.length >= 2 * season + 2;
  const errors: EtsModel["error"][] = multiplicative ? ["additive", "multiplicative"] : ["additive"];
  const seasons: EtsModel["season"][] = isSeasonal ? ["none", "additive", "multiplicative"] : ["none"];
  return errors.flatMap((error) =>
    seasons.flatMap((kind) => {
      if (kind === "multiplicative" && error === "additive") return [];
      return (["none", "additive", "damped"] as const).map((trend): Form => ({ error, trend, season: kind }));
    }),
  );
}

async function fitForm(series: Float64Array, form: Form, season: number, yieldToEventLoop: YieldToEventLoop) {
  const start = initialModel(series, form, season);
  const scale = typicalDeviation(series);
  const fitted = new Float64Array(series.length);
  const cost = (point: Float64Array) => -smooth(series, modelAt(point, start, scale), fitted).logLikelihood;
  const { point, value } = await minimizeBfgs(cost, new Float64Array(parameterCount(form, season)), yieldToEventLoop);
  // The variance is a parameter too.
  const parameters = point.length + 1;
  const spare = series.length - parameters - 1;
  const criterion = spare > 0 ? 2 * value + 2 * parameters + (2 * parameters * (parameters + 1)) / spare : Number.POSITIVE_INFINITY;
  return { model: modelAt(point, start, scale), criterion: Number.isNaN(criterion) ? Number.POSITIVE_INFINITY : criterion };
}

/** Returns the number of smoothing parameters and first states of a form. */
export function parameterCount({ trend, season: kind }: Form, season: number): number {
  return 2 + (trend === "none" ? 0 : 2) + (trend === "damped" ? 1 : 0) + (kind === "none" ? 0 : season);
}

/** States from a classical decomposition and a line through the first values (Hyndman and others 2008, section 2.6.1). */
function initialModel(series: Float64Array, form: Form, season: number): EtsModel {
  const indices = form.season === "none" ? new Float64Array(0) : seasonalIndices(series, season, form.season);
  const adjusted = form.season === "none" ? series : deseasonalize(series, indices, form.season);
  const count = Math.min(series.length, Math.max(INITIAL_VALUES, form.season === "none" ? 0 : 2 * season));
  const line = fitLine(adjusted.subarray(0, count));
  const level = form.trend === "none" ? adjusted.subarray(0, count).reduce((sum, value) => sum + value, 0) / count : line.intercept;
  return {
    ...form,
    alpha: 0.3,
    beta: form.trend === "none" ? 0 : 0.03,
    gamma: form.season === "none" ? 0 : 0.07,
    phi: form.trend === "damped" ? 0.95 : 1,
    level,
    growth: form.trend === "none" ? 0 : line.slope,
    seasons: Array.from(indices),
  };
}

/** Returns the start's model, moved by a point: logits of the smoothing parameters, and states in units of `scale`. */
function modelAt(point: Float64Array, start: EtsModel, scale: number): EtsModel {
  let next = 0;
  const move = (share: number) => logistic(Math.log(share / (1 - share)) + point[next++]);
  const alpha = move(start.alpha);
  const model = { ...start, alpha, level: start.level + scale * point[next++] };
  if (start.trend !== "none") {
    model.beta = alpha * move(start.beta / start.alpha);
    model.growth = start.growth + (scale / 10) * point[next++];
  }
  if (start.trend === "damped") model.phi = MIN_PHI + (MAX_PHI - MIN_PHI) * move((start.phi - MIN_PHI) / (MAX_PHI - MIN_PHI));
  if (start.season !== "none") {
    model.gamma = (1 - alpha) * move(start.gamma / (1 - start.alpha));
    model.seasons = movedSeasons(start, point.subarray(next), scale);
  }
  return model;
}

/** The last place of the season keeps the sum of all. */
function movedSeasons({ season, seasons, level }: EtsModel, moves: Float64Array, scale: number): number[] {
  const unit = season === "additive" ? scale : scale / (Math.abs(level) || 1);
  const total = moves.reduce((sum, move) => sum + move, 0);
  return seasons.map((index, place) => index + unit * (place < moves.length ? moves[place] : -total));
}

function typicalDeviation(series: Float64Array): number {
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  return Math.sqrt(series.reduce((sum, value) => sum + (value - mean) ** 2, 0) / series.length) || 1;
}

function fitLine(values: Float64Array): { intercept: number; slope: number } {
  const middle = (values.length - 1) / 2;
  let product = 0;
  let squares = 0;
  let sum = 0;
  for (let t = 0; t < values.length; t++) {
    product += (t - middle) * values[t];
    squares += (t - middle) ** 2;
    sum += values[t];
  }
  const slope = squares > 0 ? product / squares : 0;
  // The state before the first value.
  return { slope, intercept: sum / values.length - slope * (middle + 1) };
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
