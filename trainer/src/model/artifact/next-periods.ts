/** Forecasts of the next periods of each series, by a model of forecasters, and why a series has none. */
import { ERRORS, FORECAST_LIMIT, InvalidInput, type ModelInput, type PredictionResult, pluralize } from "@agatha/contracts";
import type { FittedForecast } from "../../algorithms/base/fitted-forecast.js";
import { type Column, findColumn, requireNumbers, type Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { hierarchyNames, seriesColumns } from "../../data/time-series/hierarchy.js";
import { seriesPlace } from "../../numeric/series/series-places.js";
import type { TrainedModel } from "./artifact.js";
import { calendarOf } from "./graph.js";
import { ensureOneValuePerPeriod, plannedValues } from "./known-ahead.js";
import { closedWarnings, earlyWarnings, shortSeriesWarning } from "./period-warnings.js";
import { hasForecasters, lastPeriods, periodsAhead, unmeasuredWarning } from "./series-intervals.js";

/** Series that are predicted together: so many hold up other requests for some milliseconds. */
export const SERIES_TOGETHER = 100;

/** Which next periods are asked for: so many, of the named series; the model's horizon, and all series, when left out. */
export interface AskedPeriods {
  periods?: number | undefined;
  series?: readonly string[] | undefined;
}

/** Next periods of some series, as rows of the model. */
interface NextPeriods {
  table: Table;
  time: string[];
  series?: (string | null)[];
}

/**
 * Yields the next periods of each series of forecasters, in the order of the series. If rows name a series that the model does not
 * know, the periods of one without a name come last. Throws InvalidInput (apiInputInvalid) for more than FORECAST_LIMIT values, and
 * for periods without a value of a column known ahead or with several.
 */
export function* nextPeriodTables(model: TrainedModel, recent: Table, asked: AskedPeriods = {}): Generator<NextPeriods> {
  const { series, graph } = model;
  const periods = asked.periods ?? series?.horizon ?? 1;
  const calendar = calendarOf(graph);
  if (!series || !calendar) return;
  ensureOneValuePerPeriod(model, recent);
  const lasts = lastPeriods(series);
  const codes = [...askedCodes(model, lasts.length, asked), ...(namesUnknown(model, recent) ? [lasts.length] : [])];
  ensureFew(codes.length, periods);
  const aheadOfPlace = (code: number) => lasts[code] - seriesPlace(code);
  const latest = lasts.reduce((most, _, code) => Math.max(most, aheadOfPlace(code)), Number.NEGATIVE_INFINITY);
  for (let from = 0; from < codes.length; from += SERIES_TOGETHER) {
    const rows = codes
      .slice(from, from + SERIES_TOGETHER)
      .flatMap((code) => Array.from({ length: periods }, (_, k) => ({ code, ahead: k + 1 })));
    const numbers = rows.map(({ code, ahead }) => (knowsSeries(model, code) ? aheadOfPlace(code) : latest) + ahead);
    const values = Float64Array.from(numbers, (number) => addPeriods(calendar.origin, number, calendar.period, calendar.timezone));
    // A series that has no answer needs no values known ahead.
    const places = numbers.map((number, row) => (knowsSeries(model, rows[row].code) ? number + seriesPlace(rows[row].code) : Number.NaN));
    const planned = plannedValues(model, recent)(Float64Array.from(places));
    const columns: Column[] = [{ name: calendar.name, type: "d", values }, ...planned];
    const time = Array.from(values, (at) => new Date(at).toISOString());
    const names = series.several?.names;
    if (!names || !series.several) yield { table: { nrow: rows.length, columns }, time };
    else {
      const own = Int32Array.from(rows, ({ code }) => code);
      columns.push(...seriesColumns(series.several, own));
      yield { table: { nrow: rows.length, columns }, time, series: Array.from(own, (code) => names[code] ?? null) };
    }
  }
}

/** Returns the codes of the series that are asked for: all of them without names. Throws for a name that the model does not know. */
export function askedCodes({ series }: TrainedModel, count: number, { series: names }: AskedPeriods): number[] {
  if (names === undefined) return Array.from({ length: count }, (_, code) => code);
  const known = new Map(series?.several?.names.map((name, code): [string, number] => [name, code]));
  return names.map((name) => {
    const code = known.get(name);
    if (code !== undefined) return code;
    const message = `The model knows no series "${name}"`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: "series", message });
  });
}

/** Throws if so many periods of so many series are more values than one answer may have. */
export function ensureFew(series: number, periods: number): void {
  if (series * periods <= FORECAST_LIMIT) return;
  const most = Math.floor(FORECAST_LIMIT / series);
  const instead =
    most > 0
      ? `ask for at most ${pluralize(most, "period")}, or name the series that you need`
      : `name the series that you need, at most ${Math.floor(FORECAST_LIMIT / periods)} at a time`;
  const message = `${pluralize(periods, "period")} of ${series} series are more than ${FORECAST_LIMIT} values: ${instead}`;
  throw new InvalidInput(ERRORS.apiInputInvalid, { path: "periods", message });
}

function knowsSeries({ graph }: TrainedModel, code: number): boolean {
  return (graph.layers[0][0].model as FittedForecast).knows(code);
}

const namesUnknown = (model: TrainedModel, table: Table): boolean => seriesOfRows(model, table).includes(undefined);

/** Returns the code of each row's series, undefined where the model does not know it; none for a model of one series. */
export function seriesOfRows({ series }: TrainedModel, table: Table): (number | undefined)[] {
  if (!series?.several) return [];
  const { hierarchy, names } = series.several;
  const codes = new Map(names.map((name, code): [string, number] => [name, code]));
  if (hierarchy) return hierarchyNames(table, hierarchy.columns).map((name) => codes.get(name));
  const column = findColumn(table, series.several.column);
  return Array.from({ length: table.nrow }, (_, row) =>
    column?.type === "s" ? codes.get(column.levels[column.codes[row]] ?? "") : undefined,
  );
}

/** Returns for each row why it has no answer, null where it has one; an empty object where none lacks it for a reason of its series. */
export function seriesWarnings(model: TrainedModel, table: Table): Pick<PredictionResult, "warning"> {
  const { series, graph } = model;
  if (graph.level) return recentLevelWarnings(graph.level.mean, table);
  if (!series || !hasForecasters(series)) return {};
  const ofPeriods = periodWarnings(model, table);
  if (!series.several) return ofPeriods.some((warning) => warning !== null) ? { warning: ofPeriods } : {};
  const { column, names, hierarchy } = series.several;
  const warningOf = (code: number | undefined): string | null => {
    if (code === undefined) return `The model does not know the series that ${column} names: train it again with rows of the series`;
    if (hierarchy || knowsSeries(model, code)) return null;
    return shortSeriesWarning(names[code]);
  };
  return { warning: seriesOfRows(model, table).map((code, row) => warningOf(code) ?? ofPeriods[row]) };
}

/**
 * Returns for each row why its time has no period, or no forecast since it lies before the series, or that errors so far ahead were not
 * measured; null for others.
 */
function periodWarnings(model: TrainedModel, table: Table): (string | null)[] {
  const { graph, series } = model;
  const numbers = graph.layers[0][0].encoder.encode(table).columns[0];
  const ahead = periodsAhead(model, numbers);
  const early = earlyWarnings(graph, numbers);
  return closedWarnings(graph, table).map((closed, row) => closed ?? early[row] ?? (series ? unmeasuredWarning(series, ahead[row]) : null));
}

/** Answers of a model of lags that counts from a recent level need it. */
function recentLevelWarnings(mean: string, table: Table): Pick<PredictionResult, "warning"> {
  const reason = `The answer is counted from ${mean}, which the row lacks: send it, or ask by the recent rows of the series`;
  const means = requireNumbers(table, mean);
  return means.every(Number.isFinite) ? {} : { warning: Array.from(means, (value) => (Number.isFinite(value) ? null : reason)) };
}

/** Returns the input with the names of all series where it names them: a description has the most frequent ones alone. */
export function withAllSeries({ series, graph }: Pick<TrainedModel, "series" | "graph">, input: ModelInput): ModelInput {
  const known = namedSeries(series, calendarOf(graph)?.series);
  const named = known && seriesColumns(known, new Int32Array(0)).find(({ name }) => name === input.name);
  return named ? { ...input, levels: [...named.levels] } : input;
}

/** Returns the series that rows name: those of the calendar, or of a model of lags with columns known ahead. */
function namedSeries(series: TrainedModel["series"], ofCalendar: { name: string; names: readonly string[] } | undefined) {
  if (!ofCalendar) return series?.knownAhead && series.several;
  return { column: ofCalendar.name, names: ofCalendar.names, hierarchy: series?.several?.hierarchy };
}
