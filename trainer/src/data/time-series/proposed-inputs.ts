/** Inputs of a model of lags beyond the last periods: further lags, figures of the latest values, and places in the calendar. */
import {
  type CalendarPlace,
  calendarPlaceName,
  lagName,
  type PastStatistic,
  pastStatisticName,
  type SeriesPeriod,
  seriesInputSource,
} from "@agatha/contracts";
import { byPeriod } from "../../algorithms/base/series-by-period.js";
import { entriesOfSeries, seriesCode } from "../../numeric/series/series-places.js";
import { type NumberColumn, requireNumbers, type Table } from "../tables/table.js";
import { DAY_MS, utcToZonedTime } from "../tables/zoned-time.js";
import { addPeriods, calendarPlace } from "./calendar.js";
import type { Periods } from "./periods.js";

export interface ProposedInputs {
  /** Columns that the inputs are made from. */
  time: string;
  response: string;
  /** Periods before the predicted one. */
  lags: readonly number[];
  figures: readonly { figure: PastStatistic; periods: number }[];
  places: readonly CalendarPlace[];
}

/** Returns the names of the inputs, in the order of their values. */
export function proposedNames({ time, response, lags, figures, places }: ProposedInputs): string[] {
  return [
    ...lags.map((lag) => lagName(response, lag)),
    ...figures.map(({ figure, periods }) => pastStatisticName(response, figure, periods)),
    ...places.map((place) => calendarPlaceName(time, place)),
  ];
}

/** Reads the inputs from the names of all inputs of a model. `lags` are the last periods, which every model of lags sees. */
export function readProposedInputs(
  names: readonly string[],
  { time, response, lags }: { time: string; response: string; lags: number },
): ProposedInputs {
  const found = names.map((name) => seriesInputSource(name, { response, time }));
  return {
    time,
    response,
    lags: found.flatMap((each) => (each.kind === "lag" && each.column === response && each.periods > lags ? [each.periods] : [])),
    figures: found.flatMap((each) =>
      each.kind === "mean" || each.kind === "deviation" || each.kind === "change" ? [{ figure: each.kind, periods: each.periods }] : [],
    ),
    places: found.flatMap((each) => (each.kind === "hour" || each.kind === "weekday" || each.kind === "month" ? [each.kind] : [])),
  };
}

/** Returns how many values before a period its inputs are made from. */
export function reachOf({ lags, figures }: ProposedInputs): number {
  return Math.max(0, ...lags, ...figures.map(({ figure, periods }) => (figure === "change" ? periods + 1 : periods)));
}

/** The response of each series by period, from its first entry on. A missing value is the last known one before it. */
export interface FilledResponse {
  firsts: readonly number[];
  values: readonly Float64Array[];
}

export function fillResponse({ index, columns }: Pick<Periods, "index" | "columns">, response: string): FilledResponse {
  const known = requireNumbers({ nrow: index.length, columns }, response);
  const firsts: number[] = [];
  const values: Float64Array[] = [];
  for (const { code, from, to } of entriesOfSeries(index)) {
    const { first, series } = byPeriod(index.subarray(from, to), known.subarray(from, to));
    for (let t = 1; t < series.length; t++) if (Number.isNaN(series[t])) series[t] = series[t - 1];
    firsts[code] = first;
    values[code] = series;
  }
  return { firsts, values };
}

/** Returns the latest `count` values before the period of this number, oldest first; NaN before the first of the series. */
export function valuesBefore({ firsts, values }: FilledResponse, number: number, count: number): Float64Array {
  const code = seriesCode(number);
  const at = number - (firsts[code] ?? number);
  return Float64Array.from({ length: count }, (_, i) => values[code]?.[at - count + i] ?? Number.NaN);
}

/** Predicted periods, one a row: the values of its series, its place among them, and its time. */
interface PredictedPeriods {
  values: readonly Float64Array[];
  at: ArrayLike<number>;
  times: Float64Array;
  period: SeriesPeriod;
  timezone: string;
  /** The first known value stands in for those before the beginning of a series. Inputs that need them are missing without it. */
  firstStandsIn?: boolean;
}

/** Returns the inputs of the predicted periods. Lags of whole days follow the clocks. */
function proposedColumns(inputs: ProposedInputs, predicted: PredictedPeriods): NumberColumn[] {
  const { lags, figures, places } = inputs;
  const { values, at, times, timezone, firstStandsIn = false } = predicted;
  const clocks = times.map((time) => utcToZonedTime(time, timezone));
  const columns = [
    ...lags.map((lag) => {
      const onClock = lagOnClock(lag, predicted, clocks);
      return clocks.map((_, row) => {
        const value = values[row][at[row] - onClock(row)] ?? values[row][at[row] - lag];
        return firstStandsIn && !Number.isFinite(value) ? firstKnown(values[row], at[row]) : (value ?? Number.NaN);
      });
    }),
    ...pastStatistics(figures, predicted),
    ...places.map((place) => clocks.map((clock) => calendarPlace(clock, place))),
  ];
  return proposedNames(inputs).map((name, j) => ({ name, type: "n", values: columns[j] }));
}

/** Returns how many periods before that of a row clocks showed the time that they show then, for lags of whole days. */
function lagOnClock(
  lag: number,
  { times, period: { unit, size, open }, timezone }: PredictedPeriods,
  clocks: Float64Array,
): (row: number) => number {
  const length = size * 1000;
  if (timezone === "UTC" || unit !== "second" || open || (lag * length) % DAY_MS !== 0) return () => lag;
  return (row) => {
    const before = times[row] - lag * length;
    const moved = clocks[row] - times[row] - (utcToZonedTime(before, timezone) - before);
    return lag - Math.round(moved / length);
  };
}

/** Returns the figures of the values before each predicted period. A mean serves as the figure and for the deviation from it. */
function pastStatistics(figures: ProposedInputs["figures"], { values, at, firstStandsIn = false }: PredictedPeriods): Float64Array[] {
  const forEachRow = (figureOf: (row: number) => number) => {
    const column = new Float64Array(at.length);
    for (let row = 0; row < column.length; row++) column[row] = figureOf(row);
    return column;
  };
  const means = new Map<number, Float64Array>();
  const meansOver = (periods: number): Float64Array => {
    const known = means.get(periods) ?? forEachRow((row) => meanBefore(values[row], at[row], periods));
    means.set(periods, known);
    return known;
  };
  const columnOf: Record<PastStatistic, (periods: number) => Float64Array> = {
    mean: meansOver,
    deviation(periods) {
      const around = meansOver(periods);
      return forEachRow((row) =>
        deviationBefore(values[row], at[row], { periods, mean: around[row], ofOne: firstStandsIn ? 0 : Number.NaN }),
      );
    },
    change: (periods) => forEachRow((row) => changeBefore(values[row], at[row], { periods, firstStandsIn })),
  };
  return figures.map(({ figure, periods }) => columnOf[figure](periods));
}

/** Returns the mean of those of the values before a place that are known, NaN without any. */
function meanBefore(values: Float64Array, at: number, periods: number): number {
  let sum = 0;
  let count = 0;
  for (let t = Math.max(0, at - periods); t < at; t++) {
    if (Number.isNaN(values[t])) continue;
    sum += values[t];
    count++;
  }
  return sum / count;
}

/** Returns the standard deviation of the same values, `ofOne` of a single one. */
function deviationBefore(
  values: Float64Array,
  at: number,
  { periods, mean, ofOne }: { periods: number; mean: number; ofOne: number },
): number {
  let squares = 0;
  let count = 0;
  for (let t = Math.max(0, at - periods); t < at; t++) {
    if (Number.isNaN(values[t])) continue;
    squares += (values[t] - mean) ** 2;
    count++;
  }
  if (count === 1) return ofOne;
  return count > 1 ? Math.sqrt(squares / (count - 1)) : Number.NaN;
}

function changeBefore(values: Float64Array, at: number, { periods, firstStandsIn }: { periods: number; firstStandsIn: boolean }): number {
  const earlier = values[at - 1 - periods] ?? Number.NaN;
  return (values[at - 1] ?? Number.NaN) - (firstStandsIn && Number.isNaN(earlier) ? firstKnown(values, at) : earlier);
}

/** Returns the first known value before a place, NaN without any. */
function firstKnown(values: Float64Array, at: number): number {
  for (let t = 0; t < at; t++) if (!Number.isNaN(values[t])) return values[t];
  return Number.NaN;
}

/** Adds the inputs of each entry to a table of entries. */
export function withProposedInputs(
  table: Table,
  { index, times, period }: Pick<Periods, "index" | "times" | "period">,
  { inputs, filled, timezone }: { inputs: ProposedInputs; filled: FilledResponse; timezone: string },
): Table {
  const values = Array.from(index, (number) => filled.values[seriesCode(number)]);
  const at = index.map((number) => number - filled.firsts[seriesCode(number)]);
  return { ...table, columns: [...table.columns, ...proposedColumns(inputs, { values, at, times, period, timezone })] };
}

/** Beginning of the forecast of each row: the values before it, and the time of the first predicted period. */
export interface ForecastStarts {
  before: readonly Float64Array[];
  times: Float64Array;
  period: SeriesPeriod;
  timezone: string;
}

/** Returns the inputs of the first predicted period of each row. */
export function firstProposedColumns(inputs: ProposedInputs, { before, ...starts }: ForecastStarts): NumberColumn[] {
  return proposedColumns(inputs, { ...starts, values: before, at: before.map(({ length }) => length), firstStandsIn: true });
}

/**
 * Returns a function that takes the predictions of a period, from the first one on, and returns the inputs of the period after it. It
 * is called for fewer than `horizon` periods.
 */
export function laterProposedColumns(
  inputs: ProposedInputs,
  { before, times, period, timezone }: ForecastStarts,
  horizon: number,
): (predicted: Float64Array) => NumberColumn[] {
  const values = before.map((known) => {
    const all = new Float64Array(known.length + horizon);
    all.set(known);
    return all;
  });
  const at = Int32Array.from(before, ({ length }) => length);
  let step = 0;
  return (predicted) => {
    for (let row = 0; row < at.length; row++) values[row][at[row]++] = predicted[row];
    step++;
    const later = times.map((time) => addPeriods(time, step, period, timezone));
    return proposedColumns(inputs, { values, at, times: later, period, timezone, firstStandsIn: true });
  };
}
