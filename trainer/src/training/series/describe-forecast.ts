import {
  type BacktestForecast,
  FORECAST_SERIES_LIMIT,
  type ForecastStep,
  type KnownAheadColumn,
  type Metrics,
  type SeriesForecast,
} from "@agatha/contracts";
import { addPeriods, seasonsOf } from "../../data/time-series/calendar.js";
import { forecastIntervals } from "../../data/time-series/forecast-intervals.js";
import { hierarchyLevel } from "../../data/time-series/hierarchy.js";
import { withSeriesColumn } from "../../data/time-series/lags.js";
import { assumedPeriodValues, type PeriodValues, periodValues } from "../../data/time-series/period-values.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { type ZeroLevel, zeroAtLevels } from "../../data/time-series/zero-levels.js";
import { NOMINAL_COVERAGE } from "../../evaluation/conformal.js";
import type { Graph } from "../../model/artifact/graph.js";
import { numericPredictor } from "../../model/artifact/predict-forecast.js";
import { finiteOrNull } from "../../numeric/finite-or-null.js";
import { periodInSeries } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import type { ForecastEvaluation } from "./forecast-evaluation.js";
import { nextInputs, nextStarts, pastOf } from "./forecast-starts.js";
import { intervalFloors } from "./interval-floor.js";
import { type KnownSpan, knownSpans, responseOf, seriesOfShortPast } from "./known-spans.js";
import { learnedRange, zeroLevelsOf } from "./learned-range.js";
import { predictTimes } from "./predict-times.js";

/** Known values that a forecast is shown after. */
const MAX_HISTORY = 200;

/**
 * Returns the model's forecast of the periods after the last known response, and the errors of such forecasts; of several series the
 * forecast of each, the longest first.
 */
export function describeForecast(
  series: SeriesTrainingSet,
  graph: Graph,
  evaluation: ForecastEvaluation,
  meanBaseline: Metrics,
): SeriesForecast {
  const { periods, time, lags, seriesColumn } = series;
  const { errors, scales, byCode, backtest, hierarchy } = evaluation;
  const widths = errors.map(({ half_width }) => half_width);
  const spans = knownSpans(periods, series.response);
  const floors = intervalFloors(series);
  const zeroLevels = zeroLevelsOf(series);
  const { season, longerSeasons } = seasonsOf(periods.period);
  const knownAhead = {
    given: periodValues(periods, series.knownAhead),
    assumed: assumedPeriodValues(
      periods,
      series.knownAhead,
      [season, ...longerSeasons].filter((length) => length > 1),
    ),
  };
  const shortPast = new Set(series.forecasts ? [] : seriesOfShortPast(periods, spans, pastOf(series)));
  const describe = (codes: readonly number[]) => {
    const lasts = Int32Array.from(codes, (code) => spans[code].last);
    const forecasts = forecastsAfter(lasts, { series, graph, knownAhead });
    return codes.map((code, i) => {
      const ofSeries = scaledWidths(widths, scales?.[code]);
      const floor = floors[code];
      const ownWidths = shortPast.has(code) ? [] : widthsAtLevels(ofSeries, knownAhead.assumed, periods.index[lasts[i]] + 1, zeroLevels);
      const [forecast] = forecastIntervals(forecasts[i], ownWidths, { floors: [floor] });
      const past = {
        backtest: backtest(code).map(({ forecast: made, spread, first }) => {
          return withInterval(made, widthsAtLevels(scaledWidths(ofSeries, spread), knownAhead.given, first, zeroLevels), floor);
        }),
      };
      return { ...describeSeries({ series, knownAhead, forecast }, spans[code]), ...past };
    });
  };
  const common = { time, period: periods.period, lags, nominal: NOMINAL_COVERAGE, errors, mean_baseline: meanBaseline };
  if (!scales || seriesColumn === undefined) return { ...common, ...describe([0])[0] };
  const known = [...spans.keys()].filter((code) => spans[code].count > 0);
  // The sums of a hierarchy come first.
  const codes = periods.hierarchy ? known : known.sort((a, b) => spans[b].count - spans[a].count || a - b);
  const first = codes.slice(0, FORECAST_SERIES_LIMIT);
  const described = describe(first).map((forecast, i) => ({
    name: periods.series?.[first[i]] ?? "",
    ...(periods.hierarchy && { level: hierarchyLevel(periods.hierarchy, periods.hierarchy.series[first[i]]) }),
    ...forecast,
    MASE: byCode?.(first[i]) ?? null,
  }));
  const others = otherSeries(series, codes.slice(FORECAST_SERIES_LIMIT), spans);
  const [{ name: _name, level: _level, MASE: _mase, ...ofFirst }] = described;
  return {
    ...common,
    ...ofFirst,
    series_column: seriesColumn,
    series: described,
    ...(others.length > 0 && { other_series: others }),
    ...(hierarchy && { hierarchy }),
  };
}

/** Number of ends of series whose periods are described. */
const MAX_ENDS = 500;

/** Returns the names of series whose forecasts are not described, by level and by their last known period. */
function otherSeries(
  { periods, timezone, horizon }: SeriesTrainingSet,
  codes: readonly number[],
  spans: readonly KnownSpan[],
): NonNullable<SeriesForecast["other_series"]> {
  const groups = new Map<string, NonNullable<SeriesForecast["other_series"]>[number]>();
  for (const code of codes) {
    const { last } = spans[code];
    const level = periods.hierarchy && hierarchyLevel(periods.hierarchy, periods.hierarchy.series[code]);
    const key = JSON.stringify([level, groups.size < MAX_ENDS ? periodInSeries(periods.index[last]) : null]);
    const timeAt = (step: number) => new Date(addPeriods(periods.times[last], step, periods.period, timezone)).toISOString();
    const timesAhead = () => Array.from({ length: horizon }, (_, step) => timeAt(step + 1));
    const group = groups.get(key) ?? { ...(level && { level }), times: groups.size < MAX_ENDS ? timesAhead() : [], names: [] };
    group.names.push(periods.series?.[code] ?? "");
    groups.set(key, group);
  }
  return [...groups.values()];
}

const scaledWidths = (widths: readonly (number | null)[], scale = 1) => widths.map((width) => (width === null ? null : width * scale));

/** Returns the widths of the periods from `first` on, 0 at a zero level of a column known ahead. */
function widthsAtLevels(
  widths: readonly (number | null)[],
  knownAhead: PeriodValues,
  first: number,
  levels: readonly ZeroLevel[],
): (number | null)[] {
  const columns = knownAhead(Float64Array.from(widths, (_, step) => first + step));
  const known = Float64Array.from(widths, (width) => width ?? Number.NaN);
  return Array.from(zeroAtLevels(known, { nrow: widths.length, columns }, levels), finiteOrNull);
}

function withInterval(forecast: BacktestForecast, widths: readonly (number | null)[], floor: number | undefined): BacktestForecast {
  const values = forecast.values.map((value) => Float64Array.of(value ?? Number.NaN));
  const [steps] = forecastIntervals(values, widths, { floors: [floor] });
  return { ...forecast, lower: steps.map(({ lower }) => lower), upper: steps.map(({ upper }) => upper) };
}

interface DescribedModel {
  series: SeriesTrainingSet;
  graph: Graph;
  /** Values of the columns known ahead that the table has, and with assumed ones instead of others. */
  knownAhead: { given: PeriodValues; assumed: PeriodValues };
}

/** Returns the forecasts of the periods after the last entries of some series: for each series one value per period ahead. */
function forecastsAfter(lasts: Int32Array, { series, graph, knownAhead: { assumed } }: DescribedModel): Float64Array[][] {
  const { periods, timezone, seriesColumn, horizon } = series;
  const predict = numericPredictor(graph);
  if (series.forecasts) {
    return Array.from(lasts, (last) => {
      const start = addPeriods(periods.times[last], 1, periods.period, timezone);
      return predictTimes(predict, series, { start, first: periods.index[last] + 1, horizon, knownAhead: assumed });
    });
  }
  const index = takeNumbers(periods.index, lasts);
  const future = (step: number) => assumed(index.map((number) => number + 1 + step));
  const { nrow, columns } = nextInputs(series, lasts);
  const start = withSeriesColumn({ nrow, columns: [...columns, ...future(0)] }, { index, series: periods.series }, seriesColumn);
  const inputs = {
    ...series,
    starts: nextStarts(series, lasts),
    learned: learnedRange(series, lasts),
    future: (step: number) => future(step).map(({ values }) => values),
  };
  const steps = recursiveForecast(predict, start, inputs, horizon);
  return Array.from(lasts, (_, row) => steps.map(({ values }) => values.subarray(row, row + 1)));
}

/** Describes the forecast of the periods after the last entry of a series, and the entries before it. */
function describeSeries(
  { series, knownAhead, forecast }: Omit<DescribedModel, "graph"> & { forecast: readonly ForecastStep[] },
  { first: firstKnown, last }: KnownSpan,
) {
  const { periods, timezone, response, horizon } = series;
  const values = responseOf(periods, response);
  const timeAt = (step: number) => addPeriods(periods.times[last], step, periods.period, timezone);
  const first = periods.index[last] + 1;
  const from = Math.max(firstKnown, last + 1 - MAX_HISTORY);
  const at = (entry: number) => new Date(periods.times[entry]).toISOString();
  return {
    last: { time: at(last), value: values[last] },
    history: Array.from(values.subarray(from, last + 1), (value, i) => ({
      time: at(from + i),
      value: Number.isFinite(value) ? value : null,
    })),
    steps: forecast.map((step) => ({ ...step, time: new Date(timeAt(step.step)).toISOString() })),
    ...(series.knownAhead.length > 0 && {
      known_ahead: describeKnownAhead(knownAhead, periods.index.subarray(from, last + 1), first, horizon),
    }),
  };
}

/** Returns the columns known ahead at the periods of the history and of the forecast. */
function describeKnownAhead(
  { given, assumed }: DescribedModel["knownAhead"],
  history: Float64Array,
  first: number,
  horizon: number,
): KnownAheadColumn[] {
  const ahead = Float64Array.from({ length: horizon }, (_, step) => first + step);
  const [past, table, used] = [given(history), given(ahead), assumed(ahead)];
  return used.map(({ name, values }, i) => ({
    column: name,
    history: Array.from(past[i].values, finiteOrNull),
    values: Array.from(values, finiteOrNull),
    given: Array.from(table[i].values, Number.isFinite),
  }));
}
