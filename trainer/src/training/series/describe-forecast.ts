import {
  type BacktestForecast,
  FORECAST_SERIES_LIMIT,
  type Indicators,
  type KnownAheadColumn,
  type SeriesForecast,
} from "@agatha/contracts";
import type { NumberColumn, Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { forecastIntervals } from "../../data/time-series/forecast-intervals.js";
import { levelOf } from "../../data/time-series/hierarchy.js";
import { lagsForNextPeriod, withSeriesColumn } from "../../data/time-series/lags.js";
import { lastPeriodValues, type PeriodValues, periodValues } from "../../data/time-series/period-values.js";
import type { Periods } from "../../data/time-series/periods.js";
import { type ForecastStarts, proposedColumns } from "../../data/time-series/proposed-inputs.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { NOMINAL_COVERAGE } from "../../evaluation/conformal.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import type { Graph } from "../../model/artifact/graph.js";
import { numericPredictor } from "../../model/artifact/predict-forecast.js";
import { periodInSeries, seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import type { ForecastEvaluation } from "./backtest/evaluation.js";
import { forecastStarts } from "./forecast-starts.js";
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
  meanBaseline: Indicators,
): SeriesForecast {
  const { periods, time, lags, seriesColumn } = series;
  const { errors, scales, byCode, backtest, hierarchy } = evaluation;
  const widths = errors.map(({ half_width }) => half_width);
  const entries = entriesBySeries(series);
  const knownAhead = {
    given: periodValues(periods, series.knownAhead),
    assumed: lastPeriodValues(periods, series.knownAhead),
  };
  const describe = (code: number) => {
    const ofSeries = scaledWidths(widths, scales?.[code]);
    const past = { backtest: backtest(code).map((forecast) => withInterval(forecast, ofSeries)) };
    return { ...describeSeries({ series, graph, knownAhead, widths: ofSeries }, entries[code]), ...past };
  };
  const common = { time, period: periods.period, lags, nominal: NOMINAL_COVERAGE, errors, mean_baseline: meanBaseline };
  if (!scales || seriesColumn === undefined) return { ...common, ...describe(0) };
  const known = [...entries.keys()].filter((code) => entries[code].length > 0);
  // Of a hierarchy the sums come first.
  const codes = periods.hierarchy ? known : known.sort((a, b) => entries[b].length - entries[a].length || a - b);
  const described = codes.slice(0, FORECAST_SERIES_LIMIT).map((code) => ({
    name: periods.series?.[code] ?? "",
    ...(periods.hierarchy && { level: levelOf(periods.hierarchy, periods.hierarchy.series[code]) }),
    ...describe(code),
    MASE: byCode?.(code) ?? null,
  }));
  const others = otherSeries(series, codes.slice(FORECAST_SERIES_LIMIT), entries);
  const [{ name: _name, level: _level, MASE: _mase, ...first }] = described;
  return {
    ...common,
    ...first,
    series_column: seriesColumn,
    series: described,
    ...(others.length > 0 && { other_series: others }),
    ...(hierarchy && { hierarchy }),
  };
}

/** Ends of series whose periods are told. */
const MAX_ENDS = 500;

/** Returns the names of series whose forecasts are not described, by level and by their last known period. */
function otherSeries(
  { periods, timezone, horizon }: SeriesTrainingSet,
  codes: readonly number[],
  entries: readonly number[][],
): NonNullable<SeriesForecast["other_series"]> {
  const groups = new Map<string, NonNullable<SeriesForecast["other_series"]>[number]>();
  for (const code of codes) {
    const last = entries[code][entries[code].length - 1];
    const level = periods.hierarchy && levelOf(periods.hierarchy, periods.hierarchy.series[code]);
    const key = JSON.stringify([level, groups.size < MAX_ENDS ? periodInSeries(periods.index[last]) : null]);
    const timeAt = (step: number) => new Date(addPeriods(periods.times[last], step, periods.period, timezone)).toISOString();
    const times = groups.size < MAX_ENDS ? Array.from({ length: horizon }, (_, step) => timeAt(step + 1)) : [];
    const group = groups.get(key) ?? { ...(level && { level }), times, names: [] };
    group.names.push(periods.series?.[code] ?? "");
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns the entries with a known response of each series. */
function entriesBySeries({ periods, response }: SeriesTrainingSet): number[][] {
  const values = responseOf(periods, response);
  const entries = (periods.series ?? [""]).map((): number[] => []);
  periods.index.forEach((number, entry) => {
    if (Number.isFinite(values[entry])) entries[seriesCode(number)].push(entry);
  });
  return entries;
}

function responseOf({ columns }: Periods, response: string): Float64Array {
  return columns.find(({ name }) => name === response)?.values ?? new Float64Array(0);
}

const scaledWidths = (widths: readonly (number | null)[], scale = 1) => widths.map((width) => (width === null ? null : width * scale));

function withInterval(forecast: BacktestForecast, widths: readonly (number | null)[]): BacktestForecast {
  const values = forecast.values.map((value) => Float64Array.of(value ?? Number.NaN));
  const [steps] = forecastIntervals(values, widths);
  return { ...forecast, lower: steps.map(({ lower }) => lower), upper: steps.map(({ upper }) => upper) };
}

interface DescribedModel {
  series: SeriesTrainingSet;
  graph: Graph;
  /** Values of the columns known ahead that the table has, and with the last ones instead of others. */
  knownAhead: { given: PeriodValues; assumed: PeriodValues };
  widths: readonly (number | null)[];
}

/** Returns the forecast of the periods after the last entry of a series, and the entries before it. */
function describeSeries({ series, graph, knownAhead, widths }: DescribedModel, entries: readonly number[]) {
  const { periods, timezone, response, seriesColumn, horizon } = series;
  const values = responseOf(periods, response);
  const last = entries[entries.length - 1];
  const timeAt = (step: number) => addPeriods(periods.times[last], step, periods.period, timezone);
  const first = periods.index[last] + 1;
  const future = (step: number) => knownAhead.assumed(Float64Array.of(first + step));
  const start = () => {
    const { nrow, columns } = nextInputs(series, last);
    const index = periods.index.slice(last, last + 1);
    return withSeriesColumn({ nrow, columns: [...columns, ...future(0)] }, { index, series: periods.series }, seriesColumn);
  };
  const recursive = () => {
    const starts = nextStarts(series, last);
    const inputs = { ...series, starts, future: (step: number) => future(step).map(({ values: next }) => next) };
    return recursiveForecast(numericPredictor(graph), start(), inputs, horizon).map((step) => step.values);
  };
  const [steps] = forecastIntervals(
    series.forecasts
      ? predictTimes(numericPredictor(graph), series, { start: timeAt(1), first, horizon, knownAhead: knownAhead.assumed })
      : recursive(),
    widths,
  );
  const from = Math.max(entries[0], last + 1 - MAX_HISTORY);
  const at = (entry: number) => new Date(periods.times[entry]).toISOString();
  return {
    last: { time: at(last), value: values[last] },
    history: Array.from(values.subarray(from, last + 1), (value, i) => ({
      time: at(from + i),
      value: Number.isFinite(value) ? value : null,
    })),
    steps: steps.map((step) => ({ ...step, time: new Date(timeAt(step.step)).toISOString() })),
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

const finiteOrNull = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null);

type ArtifactSeries = NonNullable<TrainedModel["series"]>;

/** Returns the parameters that the model stores to forecast from other values than those of its training. */
export function toArtifactSeries(set: SeriesTrainingSet, { errors, scales }: ForecastEvaluation): ArtifactSeries {
  const { columns, knownAhead, lags, horizon, forecasts, periods, seriesColumn } = set;
  const bySeries = entriesBySeries(set);
  const half_widths = errors.map(({ half_width }) => half_width);
  const plan = knownAhead.length > 0 && { known_ahead: futureValues(set, bySeries) };
  const common = { columns: [...columns], lags, horizon, half_widths, ...plan };
  const series = forecasts ? common : { ...common, next: nextLags(set, bySeries) };
  const lasts = lastNumbers(set, bySeries);
  if (!scales || seriesColumn === undefined) return forecasts ? { ...series, last: lasts[0] } : series;
  const { hierarchy, series: names = [] } = periods;
  const several = {
    column: seriesColumn,
    names: [...names],
    scales: [...scales],
    ...(hierarchy && {
      hierarchy: {
        columns: [...hierarchy.columns],
        series: hierarchy.series.map((values) => [...values]),
        nonNegative: [...hierarchy.nonNegative],
      },
    }),
  };
  return { ...series, several: forecasts ? { ...several, lasts } : several };
}

/** Returns the number of the last period with a known response of each series. */
function lastNumbers({ periods }: Pick<SeriesTrainingSet, "periods">, bySeries: readonly number[][]): number[] {
  return bySeries.map((entries, code) => (entries.length > 0 ? periods.index[entries[entries.length - 1]] : seriesPlace(code)));
}

/** Returns the values that the table has of the columns known ahead, after the last known response of each series. */
function futureValues({ time, periods, knownAhead }: SeriesTrainingSet, bySeries: readonly number[][]): ArtifactSeries["known_ahead"] {
  const valuesAt = periodValues(periods, knownAhead);
  const lasts = lastNumbers({ periods }, bySeries);
  const ends = new Map(Array.from(periods.index, (number): [number, number] => [seriesCode(number), number]));
  const future = lasts.map((last, code) => {
    const ahead = Float64Array.from({ length: Math.max(0, (ends.get(code) ?? last) - last) }, (_, step) => last + 1 + step);
    return valuesAt(ahead).map(({ values }) => Array.from(values, finiteOrNull));
  });
  return { time, columns: [...knownAhead], lasts, future };
}

/** Returns what the period after the last known value of each series is predicted from. */
function nextLags(set: SeriesTrainingSet, bySeries: readonly number[][]): ArtifactSeries["next"] {
  const { periods, time, proposed } = set;
  const lasts = bySeries.map((entries) => entries.at(-1));
  const rows = lasts.map((last) => nextInputs(set, last ?? -1).columns as NumberColumn[]);
  return {
    period: periods.period,
    times: lasts.map((last) => finiteOrNull(periods.times[last ?? -1])),
    lags: rows[0].map(({ name }, i) => ({ name, values: rows.map((columns) => finiteOrNull(columns[i].values[0])) })),
    ...(proposed && {
      proposed: {
        time,
        before: lasts.map((last) => Array.from(nextStarts(set, last ?? -1)?.before[0] ?? [], finiteOrNull)),
      },
    }),
  };
}

/** Returns the inputs of the period after an entry, but for values known ahead and the names of series. */
function nextInputs(series: SeriesTrainingSet, entry: number): Table {
  const { periods, lags, proposed } = series;
  const { nrow, columns } = lagsForNextPeriod(periods, entry, lags);
  const starts = nextStarts(series, entry);
  if (!proposed || !starts) return { nrow, columns };
  const further = [...proposedColumns(proposed, starts, [])].map(([name, values]): NumberColumn => ({ name, type: "n", values }));
  return { nrow, columns: [...columns, ...further] };
}

/** Returns what proposed inputs of the period after an entry are made from. */
function nextStarts(series: SeriesTrainingSet, entry: number): ForecastStarts | undefined {
  const { periods, timezone } = series;
  return forecastStarts(series, {
    numbers: Float64Array.of((periods.index[entry] ?? Number.NaN) + 1),
    times: Float64Array.of(addPeriods(periods.times[entry] ?? Number.NaN, 1, periods.period, timezone)),
  });
}
