/**
 * Optimised Theta method in state-space form (Fiorucci, Pellegrini, Louzada, Petropoulos and Koehler 2016): simple exponential
 * smoothing plus a line. The dynamic form updates the line with each value.
 */
import { z } from "zod";

export const thetaLines = z.object({
  dynamic: z.boolean(),
  alpha: z.number(),
  theta: z.number(),
  /** Level before the first value. */
  level: z.number(),
  /** Line of the static form, at the first value and by period. */
  intercept: z.number(),
  slope: z.number(),
});
export type ThetaLines = z.infer<typeof thetaLines>;

interface ThetaState {
  /** Number of values seen. */
  count: number;
  level: number;
  mean: number;
  intercept: number;
  slope: number;
}

/** Returns the one-step-ahead forecasts and the state after the series. */
export function runTheta(series: Float64Array, lines: ThetaLines): { fitted: Float64Array; state: ThetaState } {
  const state: ThetaState = { count: 0, level: lines.level, mean: 0, intercept: lines.intercept, slope: lines.slope };
  if (lines.dynamic) Object.assign(state, { intercept: series[0], slope: 0 });
  const fitted = series.map((value, t) => {
    const forecast = lines.dynamic && t === 0 ? value : nextValue(state, lines);
    update(state, value, lines);
    return forecast;
  });
  return { fitted, state };
}

/** Forecasts are the next values, each learned from as if it had come. */
export function continueTheta(state: ThetaState, lines: ThetaLines, horizon: number): Float64Array {
  const own = { ...state };
  return Float64Array.from({ length: horizon }, () => {
    const forecast = nextValue(own, lines);
    update(own, forecast, lines);
    return forecast;
  });
}

function nextValue({ count, level, intercept, slope }: ThetaState, { alpha, theta }: ThetaLines): number {
  const share = (1 - alpha) ** count;
  return level + (1 - 1 / theta) * (intercept * share + (slope * (1 - share * (1 - alpha))) / alpha);
}

function update(state: ThetaState, value: number, { alpha, dynamic }: ThetaLines): void {
  const { count, mean } = state;
  state.level = alpha * value + (1 - alpha) * state.level;
  state.mean = (count * mean + value) / (count + 1);
  if (dynamic && count > 0) {
    state.slope = ((count - 1) * state.slope + (6 * (value - mean)) / (count + 1)) / (count + 2);
    state.intercept = state.mean - (state.slope * (count + 2)) / 2;
  }
  state.count = count + 1;
}
