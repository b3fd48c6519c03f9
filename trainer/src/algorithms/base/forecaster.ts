/**
 * A forecaster learns from the past of one series instead of from columns: `fit` estimates its parameters, `run` applies them to
 * a series, which may have gone on since. It serves as an algorithm whose first feature is the number of the period. Further
 * features are columns known ahead: the forecaster sees the series without their effects, which its forecasts then get.
 */
import type { AlgorithmName, ParamsOf } from "@agatha/contracts";
import { ERRORS, InvalidInput } from "@agatha/contracts";
import { z } from "zod";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import {
  addLongerSeasons,
  findLongerSeasons,
  type LongerSeasons,
  longerSeasons,
  removeLongerSeasons,
} from "../../numeric/series/longer-seasons.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm, FittedModel } from "./algorithm.js";
import { addEffects, type ColumnEffects, columnEffects, fitColumnEffects, removeEffects } from "./column-effects.js";

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
  /** Follows the longer seasons itself: it gets their lengths, and the series with them. */
  readonly followsLongerSeasons?: true;
}

/** Model that goes on with its series. */
export interface FittedForecast extends FittedModel {
  /** Whether the series of this code has a forecast. */
  knows(code: number): boolean;
  /** Returns the model of one of the series, which costs as much whatever their number. */
  ofSeries(code: number): FittedForecast;
  /**
   * Returns the model with the values of these rows added or replaced; the parameters stay. Series that it lacks are skipped.
   * `features` are the number of the period and the columns known ahead.
   */
  continueWith(features: readonly Float64Array[], values: Float64Array): FittedForecast;
}

/** A forecast needs the calendar and the series up to now, so it has no ONNX file. */
export function refuseOnnx(): never {
  const message = "ONNX has no operators for the periods of a calendar, with which this model goes on: use the model's prediction API";
  throw new InvalidInput(ERRORS.badRequest, { path: "format", message });
}

/** Periods after the last value that a model forecasts at the most. */
export const MAX_PERIODS_AHEAD = 10_000;

/** Least number of periods from the first to the last value of one of several series; shorter ones have no forecast. */
export const MIN_PERIODS = 5;

const savedSeries = z.object({
  /** Number of the first period. */
  first: z.number(),
  /** Forecasters see the values in this unit, so that no square of them overflows. */
  unit: z.number(),
  /** Seasons that are taken out before a forecaster sees the values, in the same unit. */
  longer: longerSeasons.optional(),
  /** Effects of columns known ahead, which are taken out first. */
  effects: columnEffects.optional(),
  fitted: z.unknown(),
});
const savedSettings = z.object({
  forecaster: z.string(),
  /** Several series with their numbers of periods, whose values stand one after the other; a model of one series lacks it. */
  parts: z.array(savedSeries.extend({ length: z.int() })).optional(),
});

/** One series with the parameters that were estimated from it. */
interface SeriesPart<S> {
  first: number;
  unit: number;
  longer?: LongerSeasons | undefined;
  effects?: ColumnEffects | undefined;
  /** Values without the effects of columns. */
  series: Float64Array;
  fitted: S;
}

/** Parameters of forecasters as a plan has them. */
export interface SeasonParams {
  /** Periods in the season that the forecaster follows; 1 without. */
  season?: number;
  /** Lengths of longer seasons, of which those that the series has are taken out. */
  longerSeasons?: readonly number[];
}

export function forecasterAlgorithm<A extends AlgorithmName, S>(forecaster: Forecaster<A, S>): Algorithm<A> {
  const { name } = forecaster;
  return {
    name,
    modelTypes: [],
    forecasts: true,
    encoding: { missing: "keep", scale: "none" },
    async fit(x, target, params, context) {
      if (target.kind !== "number" || x.ncol === 0) throw new Error(`${name} needs the number of the period and a value`);
      const { season = 1, longerSeasons = [] } = params as SeasonParams;
      const all = separateSeries(x.columns, target.values, season);
      const parts: SeriesPart<S>[] = [];
      for (const [i, { first, series, effects }] of all.entries()) {
        if (all.length > 1 && series.length < MIN_PERIODS) continue;
        const unit = powerOfTwo(series);
        const scaled = series.map((value) => value / unit);
        const candidates = forecaster.followsLongerSeasons ? [] : longerSeasons;
        const longer = await findLongerSeasons(scaled, { season, candidates }, createYielder(context));
        const part = all.length > 1 ? { ...context, progress: (done: number) => context.progress((i + done) / all.length) } : context;
        const fitted = await forecaster.fit(removeLongerSeasons(scaled, longer), { ...params, season: Math.max(1, season) }, part);
        parts.push({ first, series, unit, longer, effects, fitted });
      }
      return createModel(forecaster, parts);
    },
    load(bytes) {
      const { settings, arrays } = unpackSections(bytes);
      const { series } = arrays;
      const parsed = savedSettings.safeParse(settings);
      if (!parsed.success || parsed.data.forecaster !== name || !(series instanceof Float64Array)) {
        throw new Error(`not a saved model of ${name}`);
      }
      const parts = parsed.data.parts ?? [{ ...savedSeries.parse(settings), length: series.length }];
      let from = 0;
      return createModel(
        forecaster,
        parts.map(({ first, unit, longer, effects, fitted, length }) => {
          from += length;
          return { first, unit, longer, effects, fitted: forecaster.fitted.parse(fitted), series: series.slice(from - length, from) };
        }),
      );
    },
  };
}

/** Returns the values of each series by period, without the effects of columns, in the order of the series. */
function separateSeries([periods, ...columns]: readonly Float64Array[], values: Float64Array, season: number) {
  const pick = (list: Float64Array, own: readonly number[]) => Float64Array.from(own, (row) => list[row]);
  return [...groupBySeries(periods)]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => {
      const [ownPeriods, ownValues] = [periods, values].map((list) => pick(list, own));
      if (columns.length === 0) return toSeries(ownPeriods, ownValues);
      const ownColumns = columns.map((column) => pick(column, own));
      const { series } = toSeries(ownPeriods, ownValues);
      const effects = fitColumnEffects(
        series,
        ownColumns.map((column) => byPeriod(ownPeriods, column).series),
        season,
      );
      const rest = ownValues.map((value, row) => removeEffects(value, ownColumns, row, effects));
      return { ...toSeries(ownPeriods, rest), effects };
    });
}

/** Returns the rows of each series, by its code. */
export function groupBySeries(periods: Float64Array): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  periods.forEach((period, row) => {
    const code = seriesCode(period);
    const own = rows.get(code);
    if (own) own.push(row);
    else rows.set(code, [row]);
  });
  return rows;
}

/** Returns the values by period. A period without a value lies on the line between its neighbours. */
function toSeries(periods: Float64Array, values: Float64Array): Pick<SeriesPart<unknown>, "first" | "series" | "effects"> {
  const { first, series } = byPeriod(periods, values);
  return { first, series: fillGaps(series) };
}

/** Returns the values by period; NaN for a period without one. */
export function byPeriod(periods: Float64Array, values: Float64Array): { first: number; series: Float64Array } {
  const first = periods.reduce((least, period) => Math.min(least, period), Number.POSITIVE_INFINITY);
  const last = periods.reduce((most, period) => Math.max(most, period), Number.NEGATIVE_INFINITY);
  const series = new Float64Array(last - first + 1).fill(Number.NaN);
  periods.forEach((period, i) => {
    series[period - first] = values[i];
  });
  return { first, series };
}

/** Returns the power of two next below the largest value: dividing by it rounds nothing. */
function powerOfTwo(series: Float64Array): number {
  const largest = series.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest > 0 ? 2 ** Math.floor(Math.log2(largest)) : 1;
}

function createModel<A extends AlgorithmName, S>(forecaster: Forecaster<A, S>, parts: readonly SeriesPart<S>[]): FittedForecast {
  const known = new Map(
    parts.map((part) => [seriesCode(part.first), { valueAt: forecastOf(forecaster, part), effects: part.effects }] as const),
  );
  const partOf = new Map(parts.map((part): [number, SeriesPart<S>] => [seriesCode(part.first), part]));
  return {
    knows: (code) => known.has(code),
    ofSeries(code) {
      const part = partOf.get(code);
      return createModel(forecaster, part ? [part] : []);
    },
    predict: ({ nrow, columns: [periods, ...columns] }: Matrix) => ({
      values: Float64Array.from({ length: nrow }, (_, row) => {
        const own = known.get(seriesCode(periods[row]));
        return own ? addEffects(own.valueAt(periods[row]), columns, row, own.effects) : Number.NaN;
      }),
    }),
    continueWith([periods, ...columns], values) {
      const bySeries = groupBySeries(periods);
      const continued = parts.map((part) => {
        const own = bySeries.get(seriesCode(part.first));
        if (!own) return part;
        const before = Float64Array.from(part.series.keys(), (t) => t + part.first);
        const added = own.map((row) => periods[row]);
        const later = own.map((row) => removeEffects(values[row], columns, row, part.effects));
        return { ...part, ...toSeries(Float64Array.of(...before, ...added), Float64Array.of(...part.series, ...later)) };
      });
      return createModel(forecaster, continued);
    },
    toOnnx: refuseOnnx,
    // Parsing puts the keys in the schema's order.
    save() {
      const saved = parts.map(({ first, unit, longer, effects, series, fitted }) => ({
        first,
        unit,
        ...(longer && { longer }),
        ...(effects && { effects }),
        fitted: forecaster.fitted.parse(fitted),
        length: series.length,
      }));
      const series = new Float64Array(saved.reduce((sum, { length }) => sum + length, 0));
      let from = 0;
      for (const part of parts) {
        series.set(part.series, from);
        from += part.series.length;
      }
      return packSections({ settings: { forecaster: forecaster.name, parts: saved }, arrays: { series } });
    },
  };
}

/** Returns the forecast of a period of one series, which is run when its first forecast is asked for. */
function forecastOf<A extends AlgorithmName, S>(
  forecaster: Forecaster<A, S>,
  { first, unit, longer, series, fitted }: SeriesPart<S>,
): (period: number) => number {
  let run: SeriesRun | undefined;
  let known = new Float64Array(0);
  return (period) => {
    const scaled = () => series.map((value) => value / unit);
    run ??= forecaster.run(removeLongerSeasons(scaled(), longer), fitted);
    const t = Math.round(period) - first;
    const step = t - series.length;
    if (step < 0) return unit * addLongerSeasons(run.fitted[t] ?? Number.NaN, t, longer);
    if (!(step < MAX_PERIODS_AHEAD)) return Number.NaN;
    if (known.length <= step) known = run.forecast(step + 1) as Float64Array<ArrayBuffer>;
    return unit * addLongerSeasons(known[step], t, longer);
  };
}
