/**
 * Exponential smoothing that learns nothing from values far from their forecasts (Gelper, Fried and Croux 2010), unless they last.
 * A single large error is a spike. A run of errors of one sign is a change of level. Errors of both signs over a whole season are a
 * changed season. Chen and Liu (1993) distinguish the same kinds by hypothesis tests over a finished series.
 */
import type { AnomalyKind } from "@agatha/contracts";
import { median } from "../../numeric/statistics.js";
import type { EtsModel } from "../ets/exponential-smoothing.js";

export interface Anomaly {
  kind: AnomalyKind;
  /** First and last period. */
  from: number;
  to: number;
  /** Change of the level; 0 for other kinds. */
  shift: number;
}

interface Deviation {
  t: number;
  /** Error in deviations; NaN without a value. */
  score: number;
  /** Level and index of the season that the value has by itself. */
  level: number;
  index: number;
}

export interface SmoothingState {
  t: number;
  level: number;
  growth: number;
  seasons: number[];
  /** Periods of a season that have a value. */
  valuesOfSeason: number;
  /** Periods since the last value that was learned from. */
  unlearned: number;
  /** Deviations of one sign up to now, the first beyond the limit. */
  run: Deviation[];
  /** Deviations of the last season. */
  latest: Deviation[];
  anomalies: Anomaly[];
}

/** Errors beyond this many deviations are outliers, and not learned from. */
export const OUTLIER_DEVIATIONS = 4;
/** A run continues while errors are beyond this many deviations. */
const RUN_LIMIT = OUTLIER_DEVIATIONS / 2;
/** Least number of errors of one sign that make a change of level, most, and the share of a season that they fill. */
const SHIFT_PERIODS = { least: 5, most: 24, ofSeason: 0.75 };
/** Least share of errors in a season that make it another one, and of those of the rarer sign. */
const SEASON_SHARE = 0.5;
const RARER_SIGN_SHARE = 0.125;

/**
 * Returns the state before the first period of a series, with the estimated level, growth and seasons. `valuesOfSeason` is the number
 * of a season's periods that have a value, if not all have one.
 */
export function initialState({ level, growth, season, seasons: estimated }: EtsModel, valuesOfSeason?: number): SmoothingState {
  const seasons = season === "none" ? [0] : [...estimated];
  return {
    t: 0,
    level,
    growth,
    seasons,
    valuesOfSeason: valuesOfSeason ?? seasons.length,
    unlearned: 0,
    run: [],
    latest: [],
    anomalies: [],
  };
}

export interface NextValue {
  forecast: number;
  /** Standard deviation of the error. It grows with the periods that were not learned from, as that of simple smoothing does. */
  spread: number;
}

/** Forecasts the next value. `deviation` is that of errors of one period, as a share of the forecast where errors are multiplicative. */
export function forecastNext(state: SmoothingState, model: EtsModel, deviation: number): NextValue {
  const base = state.level + model.phi * state.growth;
  const index = state.seasons[state.t % state.seasons.length];
  const forecast = model.season === "multiplicative" ? base * index : base + index;
  const unit = model.error === "multiplicative" ? Math.abs(forecast) : 1;
  return { forecast, spread: deviation * unit * Math.sqrt(1 + state.unlearned * model.alpha ** 2) };
}

/** Goes on by one period, in place. NaN is a period without a value. */
export function advance(state: SmoothingState, model: EtsModel, value: number, { forecast, spread }: NextValue): void {
  const isMultiplied = model.season === "multiplicative";
  const place = state.t % state.seasons.length;
  const index = state.seasons[place];
  const base = state.level + model.phi * state.growth;
  const own: Deviation = {
    t: state.t,
    score: (value - forecast) / spread,
    level: isMultiplied ? value / index : value - index,
    index: isMultiplied ? value / base : value - base,
  };
  const isDeviation = extendRun(state, own);
  if (Number.isNaN(value) || isDeviation) {
    state.unlearned++;
    state.level = base;
    state.growth *= model.phi;
  } else {
    const next = base + model.alpha * (own.level - base);
    state.growth = model.phi * state.growth + (model.beta / model.alpha) * (next - state.level - model.phi * state.growth);
    state.level = next;
    if (model.season !== "none") state.seasons[place] = index + model.gamma * (own.index - index);
    state.unlearned = 0;
  }
  state.t++;
  acceptSeason(state, own, model);
  acceptLevel(state);
}

/** Adds the deviation to the run that it continues or begins. Returns whether there is a run. */
function extendRun(state: SmoothingState, own: Deviation): boolean {
  const { run, anomalies } = state;
  const goesOn = run.length > 0 && Math.sign(own.score) === Math.sign(run[0].score) && Math.abs(own.score) > RUN_LIMIT;
  if (!goesOn && !Number.isNaN(own.score)) run.length = 0;
  const begins = run.length === 0 && Math.abs(own.score) > OUTLIER_DEVIATIONS;
  if (!goesOn && !begins) return false;
  run.push(own);
  if (begins) anomalies.push({ kind: "spike", from: own.t, to: own.t, shift: 0 });
  else anomalies[anomalies.length - 1].to = own.t;
  return true;
}

/** Takes a long enough run as a new level, and continues from it. */
function acceptLevel(state: SmoothingState): void {
  const { least, most, ofSeason } = SHIFT_PERIODS;
  if (state.run.length < Math.max(least, Math.min(most, Math.ceil(ofSeason * state.valuesOfSeason)))) return;
  const shift = median(Float64Array.from(state.run, ({ level }) => level)) - state.level;
  Object.assign(state.anomalies[state.anomalies.length - 1], { kind: "level_shift", shift });
  state.level += shift;
  state.unlearned = 0;
  state.run = [];
  state.latest = [];
}

/**
 * Takes the last season for the new one where most of its values are far from their forecasts, on both sides. If few
 * periods of a season have values, these are the last values of as many periods: two spikes would make a season of three values.
 */
function acceptSeason(state: SmoothingState, own: Deviation, model: EtsModel): void {
  const length = state.seasons.length;
  if (model.season === "none") return;
  state.latest.push(own);
  if (state.latest.length > length) state.latest.shift();
  const far = state.latest.filter(({ score }) => Math.abs(score) > RUN_LIMIT);
  const above = far.filter(({ score }) => score > 0).length;
  if (state.latest.length < length || far.length < SEASON_SHARE * length) return;
  if (Math.min(above, far.length - above) < RARER_SIGN_SHARE * length) return;
  const isOf = ({ to }: Anomaly) => to >= state.latest[0].t;
  const [first] = state.anomalies.filter(isOf);
  if (!first) return;
  state.anomalies = [...state.anomalies.filter((each) => !isOf(each)), { kind: "season_change", from: first.from, to: own.t, shift: 0 }];
  for (const { t, index } of state.latest) if (Number.isFinite(index)) state.seasons[t % length] = index;
  state.unlearned = 0;
  state.run = [];
  state.latest = [];
}
