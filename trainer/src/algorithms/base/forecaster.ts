/**
 * A forecaster learns from the past of one series instead of from columns: `fit` estimates its parameters, `run` applies them to
 * a series, which may have gone on since. It serves as an algorithm whose only feature is the number of the period.
 */
import type { AlgorithmName, ParamsOf } from "@agatha/contracts";
import { ERRORS, InvalidInput } from "@agatha/contracts";
import { z } from "zod";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import type { Algorithm, FittedModel } from "./algorithm.js";

export interface SeriesRun {
  /** Forecast of each period of the series from the periods before it. */
  fitted: Float64Array;
  /** Forecasts of the periods after the series. */
  forecast(horizon: number): Float64Array;
}

/** Series have one value a period, oldest first, and no missing values. */
export interface SeriesMethod<S, P = unknown> {
  /** Schema of what `fit` estimates, as JSON. */
  readonly fitted: z.ZodType<S>;
  /** `season` is the number of periods in a season; 1 without. */
  fit(series: Float64Array, params: P & { season: number }, context: FitContext): Promise<S>;
  run(series: Float64Array, fitted: S): SeriesRun;
}

export interface Forecaster<A extends AlgorithmName, S> extends SeriesMethod<S, ParamsOf<A>> {
  readonly name: A;
}

/** Model that goes on with its series. */
export interface FittedForecast extends FittedModel {
  /** Returns the model with the values of these periods added or replaced; the parameters stay. */
  continueWith(periods: Float64Array, values: Float64Array): FittedForecast;
  /** Number of the last period with a value. */
  readonly lastPeriod: number;
}

/** A forecast needs the calendar and the series up to now, so it has no ONNX file. */
export function refuseOnnx(): never {
  const message = "ONNX has no operators for the periods of a calendar, with which this model goes on: use the model's prediction API";
  throw new InvalidInput(ERRORS.badRequest, { path: "format", message });
}

/** Periods after the last value that a model forecasts at the most. */
export const MAX_PERIODS_AHEAD = 10_000;

const savedSettings = z.object({
  forecaster: z.string(),
  /** Number of the first period. */
  first: z.number(),
  /** Forecasters see the values in this unit, so that no square of them overflows. */
  unit: z.number(),
});

type SavedSeries = Pick<z.infer<typeof savedSettings>, "first" | "unit"> & { series: Float64Array };

export function forecasterAlgorithm<A extends AlgorithmName, S>(forecaster: Forecaster<A, S>): Algorithm<A> {
  const { name } = forecaster;
  return {
    name,
    modelTypes: [],
    forecasts: true,
    encoding: { missing: "keep", scale: "none" },
    async fit(x, target, params, context) {
      if (target.kind !== "number" || x.ncol !== 1) throw new Error(`${name} needs the number of the period and a value`);
      const { first, series } = toSeries(x.columns[0], target.values);
      const { season = 1 } = params as { season?: number };
      const unit = powerOfTwo(series);
      const scaled = series.map((value) => value / unit);
      return createModel(
        forecaster,
        { first, series, unit },
        await forecaster.fit(scaled, { ...params, season: Math.max(1, season) }, context),
      );
    },
    load(bytes) {
      const { settings, arrays } = unpackSections(bytes);
      const { series } = arrays;
      const parsed = savedSettings.safeParse(settings);
      if (!parsed.success || parsed.data.forecaster !== name || !(series instanceof Float64Array)) {
        throw new Error(`not a saved model of ${name}`);
      }
      return createModel(forecaster, { ...parsed.data, series }, forecaster.fitted.parse(settings.fitted));
    },
  };
}

/** Returns the values by period. A period without a value lies on the line between its neighbours. */
function toSeries(periods: Float64Array, values: Float64Array): Pick<SavedSeries, "first" | "series"> {
  const first = periods.reduce((least, period) => Math.min(least, period), Number.POSITIVE_INFINITY);
  const last = periods.reduce((most, period) => Math.max(most, period), Number.NEGATIVE_INFINITY);
  const series = new Float64Array(last - first + 1).fill(Number.NaN);
  periods.forEach((period, i) => {
    series[period - first] = values[i];
  });
  return { first, series: fillGaps(series) };
}

/** Returns the power of two next below the largest value: dividing by it rounds nothing. */
function powerOfTwo(series: Float64Array): number {
  const largest = series.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest > 0 ? 2 ** Math.floor(Math.log2(largest)) : 1;
}

function createModel<A extends AlgorithmName, S>(
  forecaster: Forecaster<A, S>,
  { first, series, unit }: SavedSeries,
  fitted: S,
): FittedForecast {
  const run = forecaster.run(
    series.map((value) => value / unit),
    fitted,
  );
  let known = new Float64Array(0);
  const ahead = (horizon: number): Float64Array => {
    if (known.length < horizon) known = run.forecast(horizon) as Float64Array<ArrayBuffer>;
    return known;
  };
  const valueAt = (period: number): number => {
    const t = Math.round(period) - first;
    const step = t - series.length;
    if (step < 0) return unit * (run.fitted[t] ?? Number.NaN);
    return step < MAX_PERIODS_AHEAD ? unit * ahead(step + 1)[step] : Number.NaN;
  };
  return {
    lastPeriod: first + series.length - 1,
    predict: ({ nrow, columns }: Matrix) => ({ values: Float64Array.from({ length: nrow }, (_, i) => valueAt(columns[0][i])) }),
    continueWith(periods, values) {
      const before = Float64Array.from(series.keys(), (t) => t + first);
      const all = toSeries(Float64Array.of(...before, ...periods), Float64Array.of(...series, ...values));
      return createModel(forecaster, { ...all, unit }, fitted);
    },
    toOnnx: refuseOnnx,
    // Parsing puts the keys in the schema's order.
    save: () =>
      packSections({ settings: { forecaster: forecaster.name, first, unit, fitted: forecaster.fitted.parse(fitted) }, arrays: { series } }),
  };
}
