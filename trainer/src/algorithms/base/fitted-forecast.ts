/** A fitted forecaster as a model: it forecasts periods, continues its series, and is saved. */
import { type AlgorithmName, ERRORS, InvalidInput } from "@agatha/contracts";
import { z } from "zod";
import type { Matrix } from "../../numeric/matrix.js";
import { packSections } from "../../numeric/sections.js";
import { type ClockShift, clockShift, meanByPeriod, offClock, onClock } from "../../numeric/series/clock-shifts.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { addLongerSeasons, type LongerSeasons, longerSeasons, removeLongerSeasons } from "../../numeric/series/longer-seasons.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { FittedModel } from "./algorithm.js";
import { addEffects, type ColumnEffects, columnEffects, removeEffects } from "./column-effects.js";
import { byPeriod, groupBySeries } from "./series-by-period.js";
import type { Forecaster, SeriesRun } from "./series-method.js";

/** Model that continues its series. */
export interface FittedForecast extends FittedModel {
  /** Whether the series of this code has a forecast. */
  knows(code: number): boolean;
  /** Returns how many periods each number lies after the last value before it; NaN where its series has none before. */
  stepsAhead(numbers: Float64Array): Float64Array;
  /** Returns the model of one of the series, which costs as much whatever their number. */
  ofSeries(code: number): FittedForecast;
  /**
   * Returns the model with the values of these rows added or replaced; the parameters stay. Series that it lacks are skipped. Rows
   * of one period count with their mean, as in the training. `features` are the number of the period and the columns known ahead.
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

export const savedSeries = z.object({
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
export const savedSettings = z.object({
  forecaster: z.string(),
  /** Several series with their numbers of periods, whose values stand one after the other; a model of one series lacks it. */
  parts: z.array(savedSeries.extend({ length: z.int() })).optional(),
  /** Changes of clocks, which the seasons follow. Numbers of periods in `parts` are those of the clock. */
  clockShifts: z.array(clockShift).optional(),
});

/** One series with the parameters that were estimated from it. */
export interface SeriesPart<S> {
  first: number;
  unit: number;
  longer?: LongerSeasons | undefined;
  effects?: ColumnEffects | undefined;
  /** Values without the effects of columns; NaN for a period without one. */
  series: Float64Array;
  fitted: S;
}

/**
 * Returns the model of the series, which runs the forecaster over each when its first forecast is asked for. The series are by the
 * clock, whose shifts the numbers of periods in the model's input are without.
 */
export function createForecast<A extends AlgorithmName, S>(
  forecaster: Forecaster<A, S>,
  parts: readonly SeriesPart<S>[],
  clockShifts: readonly ClockShift[] = [],
): FittedForecast {
  const known = new Map(
    parts.map((part) => [seriesCode(part.first), { valueAt: forecastOf(forecaster, part), effects: part.effects }] as const),
  );
  const partOf = new Map(parts.map((part): [number, SeriesPart<S>] => [seriesCode(part.first), part]));
  return {
    knows: (code) => known.has(code),
    stepsAhead(numbers) {
      const periods = onClock(numbers, clockShifts);
      return numbers.map((number, row) => {
        const { first = 0, series = new Float64Array(0) } = partOf.get(seriesCode(periods[row])) ?? {};
        const origin = valuesBefore(series, Math.round(periods[row]) - first);
        return origin > 0 ? Math.round(number) - offClock(first + origin - 1, clockShifts) : Number.NaN;
      });
    },
    ofSeries(code) {
      const part = partOf.get(code);
      return createForecast(forecaster, part ? [part] : [], clockShifts);
    },
    predict({ nrow, columns: [numbers, ...columns] }: Matrix) {
      const periods = onClock(numbers, clockShifts);
      const values = Float64Array.from({ length: nrow }, (_, row) => {
        const own = known.get(seriesCode(periods[row]));
        return own ? addEffects(own.valueAt(periods[row]), columns, row, own.effects) : Number.NaN;
      });
      return { values };
    },
    continueWith([numbers, ...ahead], given) {
      const {
        periods,
        columns: [values, ...columns],
      } = meanByPeriod({ periods: onClock(numbers, clockShifts), columns: [given, ...ahead] });
      const bySeries = groupBySeries(periods);
      const continued = parts.map((part) => {
        const own = bySeries.get(seriesCode(part.first));
        if (!own) return part;
        const before = Float64Array.from(part.series.keys(), (t) => t + part.first);
        const added = own.map((row) => periods[row]);
        const later = own.map((row) => removeEffects(values[row], columns, row, part.effects));
        return { ...part, ...byPeriod(Float64Array.from([...before, ...added]), Float64Array.from([...part.series, ...later])) };
      });
      return createForecast(forecaster, continued, clockShifts);
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
      return packSections({
        settings: { forecaster: forecaster.name, parts: saved, ...(clockShifts.length > 0 && { clockShifts }) },
        arrays: { series },
      });
    },
  };
}

/**
 * Returns the forecast of a period of one series from the values before it. If the periods just before have no value, it is forecast
 * from the last value. A forecaster sees a gap as the line between its neighbours, so what follows a gap is forecast by a run that
 * ends before it. Each run is made once, when its first forecast is requested. Of runs before gaps only the forecasts are kept.
 */
function forecastOf<A extends AlgorithmName, S>(
  forecaster: Forecaster<A, S>,
  { first, unit, longer, series, fitted }: SeriesPart<S>,
): (period: number) => number {
  let past: Float64Array | undefined;
  let whole: SeriesRun | undefined;
  const forecasts = new Map<number, Float64Array>();
  const runTo = (origin: number): SeriesRun => {
    past ??= removeLongerSeasons(
      fillGaps(series).map((value) => value / unit),
      longer,
    );
    if (origin < past.length) return forecaster.run(past.subarray(0, origin), fitted);
    whole ??= forecaster.run(past, fitted);
    return whole;
  };
  const ahead = (origin: number, step: number): number => {
    const { length } = forecasts.get(origin) ?? [];
    // Asked for one by one, later periods are forecast some at a time.
    if (length <= step) forecasts.set(origin, runTo(origin).forecast(Math.max(stepsToNextValue(series, origin), 2 * length, step + 1)));
    return (forecasts.get(origin) as Float64Array)[step];
  };
  return (period) => {
    const t = Math.round(period) - first;
    if (!(t >= 0)) return Number.NaN;
    const origin = valuesBefore(series, t);
    const step = t - origin;
    if (step >= MAX_PERIODS_AHEAD) return Number.NaN;
    const value = step === 0 && t < series.length ? runTo(series.length).fitted[t] : ahead(origin, step);
    return unit * addLongerSeasons(value, t, longer);
  };
}

/** Returns the number of periods up to the last value before period `t`. */
function valuesBefore(series: Float64Array, t: number): number {
  let count = Math.min(t, series.length);
  while (count > 0 && Number.isNaN(series[count - 1])) count--;
  return count;
}

/** Returns the number of periods from the first of the gap at `origin` to the next value; 1 where none follows. */
function stepsToNextValue(series: Float64Array, origin: number): number {
  let steps = 1;
  while (origin + steps - 1 < series.length && Number.isNaN(series[origin + steps - 1])) steps++;
  return Math.min(steps, MAX_PERIODS_AHEAD);
}
