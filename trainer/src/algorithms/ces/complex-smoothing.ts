/**
 * Complex exponential smoothing (Svetunkov, Kourentzes and Ord 2022): a level and a potential, which together follow trends and
 * cycles without naming them; and the same one season apart.
 */
import { z } from "zod";

export const cesModel = z.object({
  /** full: two pairs of states, one of them seasonal. partial: the season has an index instead. simple: all states are seasonal. */
  form: z.enum(["none", "simple", "partial", "full"]),
  season: z.int(),
  /** Smoothing of the level and the potential. */
  alpha: z.array(z.number()).length(2),
  /** The same for the season. */
  beta: z.array(z.number()).length(2),
});
export type CesModel = z.infer<typeof cesModel>;

export const cesState = z.object({
  level: z.number(),
  potential: z.number(),
  /** One value each place in the season; a single 0 without one. */
  seasonLevels: z.array(z.number()),
  seasonPotentials: z.array(z.number()),
});
type CesState = z.infer<typeof cesState>;

interface CesRun {
  fitted: Float64Array;
  squares: number;
  state: CesState;
}

/** Potentials begin at this share of their levels. */
const INITIAL_SHARE = 1 / 1.1;
/** Values that the first level is the mean of. */
const INITIAL_VALUES = 10;

/** Returns the states before the first value: a run to the end and back finds them. `indices` are additive seasonal indices. */
export function initialCesState(series: Float64Array, indices: Float64Array, model: CesModel): CesState {
  const state = roughState(series, indices, model);
  pass(series, state, model, false);
  pass(series, state, model, true);
  return state;
}

/** Runs the model over a series from its initial state, which stays unchanged. */
export function runCes(series: Float64Array, start: CesState, model: CesModel): CesRun {
  const state = copyOf(start);
  return { ...pass(series, state, model, false), state };
}

function copyOf(state: CesState): CesState {
  return { ...state, seasonLevels: [...state.seasonLevels], seasonPotentials: [...state.seasonPotentials] };
}

function roughState(series: Float64Array, indices: Float64Array, { form, season }: CesModel): CesState {
  const count = Math.min(series.length, form === "none" ? Math.max(INITIAL_VALUES, season) : season);
  const level = form === "simple" ? 0 : series.subarray(0, count).reduce((sum, value) => sum + value, 0) / count;
  const seasonLevels = form === "none" ? [0] : Array.from(form === "simple" ? series.subarray(0, season) : indices);
  return { level, potential: level * INITIAL_SHARE, seasonLevels, seasonPotentials: seasonLevels.map((value) => value * INITIAL_SHARE) };
}

function pass(series: Float64Array, state: CesState, model: CesModel, isBackward: boolean): { fitted: Float64Array; squares: number } {
  const n = series.length;
  const fitted = new Float64Array(n);
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const t = isBackward ? n - 1 - i : i;
    fitted[t] = expected(state, t);
    const error = series[t] - fitted[t];
    squares += error * error;
    update(state, t, error, model);
  }
  return { fitted, squares };
}

/** Returns the forecasts of `horizon` periods after a run over `length` periods. */
export function continueCes({ state }: CesRun, model: CesModel, length: number, horizon: number): Float64Array {
  const own = copyOf(state);
  return Float64Array.from({ length: horizon }, (_, step) => {
    const value = expected(own, length + step);
    update(own, length + step, 0, model);
    return value;
  });
}

function expected({ level, seasonLevels }: CesState, t: number): number {
  return level + seasonLevels[t % seasonLevels.length];
}

function update(state: CesState, t: number, error: number, { form, alpha, beta }: CesModel): void {
  if (form !== "simple") [state.level, state.potential] = next(state.level, state.potential, alpha, error);
  const place = t % state.seasonLevels.length;
  const { seasonLevels, seasonPotentials } = state;
  if (form === "partial") seasonLevels[place] += beta[0] * error;
  else if (form !== "none") {
    [seasonLevels[place], seasonPotentials[place]] = next(seasonLevels[place], seasonPotentials[place], beta, error);
  }
}

function next(level: number, potential: number, [real, imaginary]: readonly number[], error: number): [number, number] {
  return [level - (1 - imaginary) * potential + (real - imaginary) * error, level + (1 - real) * potential + (real + imaginary) * error];
}
