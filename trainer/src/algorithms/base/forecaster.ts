/**
 * A forecaster learns from the past of one series instead of from columns: `fit` estimates its parameters, `run` applies them to
 * a series, which may have gone on since. It serves as an algorithm whose first feature is the number of the period. Further
 * features are columns known ahead: the forecaster sees the series without their effects, which its forecasts then get.
 */
import type { AlgorithmName } from "@agatha/contracts";
import { unpackSections } from "../../numeric/sections.js";
import { type ClockShift, meanOnClock } from "../../numeric/series/clock-shifts.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { findLongerSeasons, removeLongerSeasons } from "../../numeric/series/longer-seasons.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "./algorithm.js";
import { createForecast, type SeriesPart, savedSeries, savedSettings } from "./fitted-forecast.js";
import { separateSeries } from "./series-by-period.js";
import type { Forecaster } from "./series-method.js";

/** Least number of periods from the first to the last value of one of several series; shorter ones have no forecast. */
export const MIN_PERIODS = 5;

/** Mean number of periods from one value of a series to the next, from which on it has another rhythm than its periods. */
export const MIN_SPARSE_STEP = 2;

/** Parameters of forecasters as a plan has them. */
export interface SeasonParams {
  /** Periods in the season that the forecaster follows; 1 without. */
  season?: number;
  /** Lengths of longer seasons. Those that the series has are taken out. */
  longerSeasons?: readonly number[];
  /** Changes of clocks, which the seasons follow. */
  clockShifts?: readonly ClockShift[];
}

/**
 * Returns the forecaster as an algorithm. Its features are the number of the period, with the code of its series, and columns known
 * ahead; its target is the value of the series. Longer seasons and the effects of columns are taken out before the forecaster
 * sees a series. Of several series, those of fewer than MIN_PERIODS periods have no forecast. `load` throws if the bytes are of
 * another forecaster.
 */
export function forecasterAlgorithm<A extends AlgorithmName, S>(forecaster: Forecaster<A, S>): Algorithm<A> {
  const { name } = forecaster;
  return {
    name,
    modelTypes: [],
    forecasts: true,
    encoding: { missing: "keep", scale: "none" },
    async fit(x, target, params, context) {
      if (target.kind !== "number" || x.ncol === 0) throw new Error(`${name} needs the number of the period and a value`);
      const { season = 1, longerSeasons = [], clockShifts = [] } = params as SeasonParams;
      const [numbers, ...known] = x.columns;
      const { periods, columns } = meanOnClock({ periods: numbers, columns: [target.values, ...known] }, clockShifts);
      const [values, ...knownByClock] = columns;
      const all = separateSeries([periods, ...knownByClock], values, season);
      const parts: SeriesPart<S>[] = [];
      for (const [i, { first, series, effects }] of all.entries()) {
        if (all.length > 1 && series.length < MIN_PERIODS) continue;
        const filled = fillGaps(series);
        const unit = powerOfTwo(filled);
        const scaled = filled.map((value) => value / unit);
        const candidates = forecaster.followsLongerSeasons ? [] : longerSeasons;
        const longer = await findLongerSeasons(scaled, { season, candidates }, createYielder(context));
        const part = all.length > 1 ? { ...context, progress: (done: number) => context.progress((i + done) / all.length) } : context;
        const fitted = await forecaster.fit(removeLongerSeasons(scaled, longer), { ...params, season: Math.max(1, season) }, part);
        parts.push({ first, series, unit, longer, effects, fitted });
      }
      return createForecast(forecaster, parts, clockShifts);
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
      return createForecast(
        forecaster,
        parts.map(({ first, unit, longer, effects, fitted, length }) => {
          from += length;
          return { first, unit, longer, effects, fitted: forecaster.fitted.parse(fitted), series: series.slice(from - length, from) };
        }),
        parsed.data.clockShifts,
      );
    },
  };
}

/** Returns the power of two next below the largest value: dividing by it rounds nothing. */
function powerOfTwo(series: Float64Array): number {
  const largest = series.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest > 0 ? 2 ** Math.floor(Math.log2(largest)) : 1;
}
