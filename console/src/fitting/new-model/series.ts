/** A time series that is being described: which periods a model sees, and which it forecasts. Pure. */
import { timeSeriesParams } from "@agatha/contracts/kinds/model";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { z } from "zod";
import { type Choice, timesOf } from "./choices.js";

export interface SeriesDraft {
  /** Whether the rows are periods that follow each other. */
  on: boolean;
  time: string | null;
  /** Prior periods that the model sees, as entered. */
  lags: string;
  /** Future periods that it forecasts, as entered. */
  horizon: string;
}

/** As the server takes them. */
export const SERIES_BOUNDS = { lags: boundsOf("lags"), horizon: boundsOf("horizon") };

function boundsOf(name: "lags" | "horizon"): { min: number; max: number; default: number } {
  const schema = z.toJSONSchema(timeSeriesParams.shape[name], { io: "input" });
  return { min: schema.minimum ?? 1, max: schema.maximum ?? 1, default: Number(schema.default) };
}

/** The only time column is meant by itself. */
export function newSeries(choices: readonly Choice[], on: boolean): SeriesDraft {
  const times = timesOf(choices);
  const only = times.length === 1 ? (times[0]?.column.name ?? null) : null;
  return {
    on: on && times.length > 0,
    time: only,
    lags: String(SERIES_BOUNDS.lags.default),
    horizon: String(SERIES_BOUNDS.horizon.default),
  };
}

export interface SeriesProblems {
  time?: "timeNeeded";
  lags?: "periods";
  horizon?: "periods";
}

/** Undefined where there are none. */
export function seriesProblems({ time, lags, horizon }: SeriesDraft): SeriesProblems | undefined {
  const problems: SeriesProblems = {
    ...(time === null ? { time: "timeNeeded" } : {}),
    ...(isWithin(lags, SERIES_BOUNDS.lags) ? {} : { lags: "periods" }),
    ...(isWithin(horizon, SERIES_BOUNDS.horizon) ? {} : { horizon: "periods" }),
  };
  return Object.keys(problems).length === 0 ? undefined : problems;
}

function isWithin(entered: string, { min, max }: { min: number; max: number }): boolean {
  const value = Number(entered);
  return entered.trim() !== "" && Number.isInteger(value) && value >= min && value <= max;
}

/** Of a draft without problems. */
export function seriesParams({ time, lags, horizon }: SeriesDraft): NonNullable<CreateModelRequest["time_series_params"]> {
  return { ...(time === null ? {} : { time }), lags: Number(lags), horizon: Number(horizon) };
}
