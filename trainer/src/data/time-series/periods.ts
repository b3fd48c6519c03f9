import { ERRORS, InvalidInput, type ModelWarning, pluralize, pluralizeShare, type SeriesPeriod, timeCountProblem } from "@agatha/contracts";
import { bisectLeft } from "../../numeric/bisect.js";
import { countingSort } from "../../numeric/counting-sort.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { findColumn, type NumberColumn, requireNumbers, type Table } from "../tables/table.js";
import { type EventColumns, withEmptyPeriods } from "./empty-periods.js";
import type { Hierarchy } from "./hierarchy.js";
import { eventFrequency, type Frequency, inferFrequency } from "./infer-frequency.js";
import { countPeriods, frequencyProblem } from "./known-frequency.js";
import { spanProblem } from "./period-limit.js";
import { separateRepeatedHours } from "./repeated-hours.js";
import { readSeriesNames, type SeriesNames } from "./series-names.js";

/** Time series with one entry per period, one series after the other, each in order of time. Periods without a row have no entry. */
export interface Periods {
  /** Period of each entry, counted from the first time, ascending; of a further series from its place on (`seriesPlace`). */
  index: Float64Array;
  /** Names of several series. */
  series?: readonly string[];
  /** How series add up to their sums. Present for a hierarchy. */
  hierarchy?: Hierarchy;
  /** Time of the first row of each period, in milliseconds since the epoch. */
  times: Float64Array;
  /** Index in the table of the row that stands for each period; -1 without one. */
  rows: Int32Array;
  /** Row that stands for the period of each row of the table; -1 of a row that is left out. */
  rowOf: Int32Array;
  columns: readonly NumberColumn[];
  period: SeriesPeriod;
  /** Rows of days or hours that are closed, which no entry has. */
  closed: number;
  warnings: ModelWarning[];
}

/** Columns of a table that make a time series. */
interface SeriesSource {
  time: string;
  /** Numeric columns. */
  columns: readonly string[];
  /** Column that names the series of each row, where there are several. */
  series?: string | undefined;
  timezone: string;
  /** Period to count by, such as that of a model; the times show it when left out. */
  period?: SeriesPeriod | undefined;
  /**
   * Columns where rows are events: a period without rows has the sum 0. When left out, such a period is a gap, and the rows of a period
   * count with their mean, as in all other columns.
   */
  events?: EventColumns | undefined;
  /** Marks the rows that stand for their period. If no row of a period is marked, its first row does. */
  isMarked?: ((row: number) => boolean) | undefined;
}

/**
 * Sorts the rows of a table by series and time and averages the rows of one period, or adds them up where rows are events. Rows without
 * a time or without the name of their series are left out. All series have the periods of one calendar. Throws InvalidInput
 * (timeColumnCount) when the times are irregular, have another rhythm than the period to count by, or lie too many periods apart.
 */
export function resampleToPeriods(table: Table, source: SeriesSource): Periods {
  const { time, columns, series, timezone, events, isMarked } = source;
  const named = series === undefined ? undefined : readSeriesNames(table, series);
  const ordered = timesInOrder(table, time, { codes: named?.codes, timezone, isKnown: source.period !== undefined });
  const { values, order, ranks } = ordered;
  const rhythm = frequencyOf(table, ordered, source);
  const numbers = takeNumbers(rhythm.index, ranks);
  if (named) addSeriesPlaces(numbers, named.codes);
  const open = rhythm.index.some(Number.isNaN) ? order.filter((row) => !Number.isNaN(numbers[row])) : order;
  const groups = groupRows(open, numbers, named ?? {});
  const firstRows = groups.starts.map((start) => groups.rows[start]);
  const index = takeNumbers(numbers, firstRows);
  const tooLong = spanProblem({ times: ordered.distinct, numbers: rhythm.index, index });
  if (tooLong !== undefined) throw unusableTimes(time, tooLong);
  const unnamed = named ? countUnnamed(named.codes) : 0;
  const rows = isMarked ? markedRows(groups, isMarked) : firstRows;
  const periods: Periods = {
    index,
    rows,
    rowOf: rowOfEach(table.nrow, groups, rows),
    times: takeNumbers(values, firstRows),
    columns: columns.map((name) => (name === events?.summed ? sumByPeriod : meanByPeriod)(table, name, groups)),
    period: rhythm.period,
    ...(named && { series: named.names }),
    closed: order.length - open.length,
    warnings: [
      ...unnamedWarnings(series, unnamed, table.nrow),
      ...timeWarnings(time, {
        all: table.nrow - unnamed,
        timed: order.length,
        open: open.length,
        index,
        exact: rhythm.exact,
      }).filter(({ code }) => events === undefined || !MEANT_BY_EVENTS.includes(code)),
    ],
  };
  return events === undefined ? periods : withEmptyPeriods(periods, { events, time, timezone });
}

/** What nobody has to be told whose rows are events. */
const MEANT_BY_EVENTS: ModelWarning["code"][] = ["times_repeated", "periods_missing"];

/** Returns the period to count by, or the one that the times show, and the period of each different time. */
function frequencyOf(table: Table, ordered: OrderedTimes, { time, columns, timezone, period, events }: SeriesSource): Frequency {
  const { distinct } = ordered;
  const infer = events === undefined ? inferFrequency : eventFrequency;
  const found = period ? countPeriods(distinct, period, timezone) : infer(distinct, timezone, timesWithValue(table, columns, ordered));
  if (!found)
    throw unusableTimes(
      time,
      "has times that follow no rhythm: aggregate the rows in the edit history to the sum or the mean of each hour, day or week",
    );
  // Events of one period add up, and any number of periods may lie between them.
  const problem = period && events === undefined ? frequencyProblem(found) : undefined;
  if (problem !== undefined) throw unusableTimes(time, problem);
  return found;
}

/** Returns the periods of these entries alone, in their order. */
export function takeEntries(periods: Periods, entries: Int32Array): Periods {
  return {
    ...periods,
    index: takeNumbers(periods.index, entries),
    times: takeNumbers(periods.times, entries),
    rows: entries.map((entry) => periods.rows[entry]),
    columns: periods.columns.map((column) => ({ ...column, values: takeNumbers(column.values, entries) })),
  };
}

/** Returns the earliest time, from which a calendar counts. */
export function firstTime({ times }: Pick<Periods, "times">): number {
  return times.reduce((first, at) => Math.min(first, at));
}

/** Returns the entry of the period of this number, -1 without one. */
export function entryOf({ index }: Pick<Periods, "index">, number: number): number {
  const entry = bisectLeft(index, number);
  return index[entry] === number ? entry : -1;
}

/** Rows with a time, in its order, and the different times. */
interface OrderedTimes {
  values: Float64Array;
  order: Int32Array;
  distinct: Float64Array;
  /** Place of the time of each of these rows among the different ones. */
  ranks: Int32Array;
}

interface RowsOfSeries {
  /** Series of each row; rows with a negative code are left out. */
  codes?: Int32Array | undefined;
  /** Zone of local times. An hour in autumn occurs twice. */
  timezone: string;
  /** Whether the period is known, which otherwise some times have to show. */
  isKnown?: boolean;
}

/** Returns the different times of rows that have a value of one of the columns; all times if all have, or fewer than two. */
function timesWithValue(table: Table, columns: readonly string[], { order, distinct, ranks }: OrderedTimes): Float64Array {
  const numbers = columns.map((name) => requireNumbers(table, name));
  const hasValue = new Uint8Array(distinct.length);
  for (const values of numbers) {
    for (let i = 0; i < order.length; i++) if (Number.isFinite(values[order[i]])) hasValue[ranks[order[i]]] = 1;
  }
  const valued = distinct.filter((_, rank) => hasValue[rank] === 1);
  return valued.length < 2 || valued.length === distinct.length ? distinct : valued;
}

/** Throws InvalidInput (timeColumnCount) when there are too few different times for a series. */
export function timesInOrder(table: Table, time: string, { codes, timezone, isKnown = false }: RowsOfSeries): OrderedTimes {
  const column = findColumn(table, time);
  if (column?.type !== "d") throw new Error(`${time} holds no times`);
  const isPresent = (row: number) => Number.isFinite(column.values[row]) && (codes?.[row] ?? 0) >= 0;
  const present = rowsWhere(table.nrow, isPresent);
  const asRead = sortByTime(present, column.values);
  const values = separateRepeatedHours({ values: column.values, order: asRead.order, codes }, timezone);
  const { order, distinct, ranks } = values === column.values ? asRead : sortByTime(present, values);
  const tooFew = isKnown && distinct.length > 0 ? undefined : timeCountProblem(distinct.length);
  if (tooFew !== undefined) throw unusableTimes(time, tooFew);
  return { values, order, distinct, ranks };
}

function sortByTime(rows: Int32Array, times: Float64Array): Omit<OrderedTimes, "values"> {
  const places = new Map<number, number>();
  const ranks = new Int32Array(times.length);
  // Series have millions of rows: an iterator makes an object for each until the loop is compiled.
  for (let i = 0; i < rows.length; i++) {
    const time = times[rows[i]];
    const place = places.get(time) ?? places.size;
    if (place === places.size) places.set(time, place);
    ranks[rows[i]] = place;
  }
  const distinct = Float64Array.from(places.keys()).sort();
  const rankOfPlace = new Int32Array(distinct.length);
  distinct.forEach((time, rank) => {
    rankOfPlace[places.get(time) ?? 0] = rank;
  });
  for (let i = 0; i < rows.length; i++) ranks[rows[i]] = rankOfPlace[ranks[rows[i]]];
  return { order: countingSort(rows, (row) => ranks[row], distinct.length), distinct, ranks };
}

function addSeriesPlaces(numbers: Float64Array, codes: Int32Array): void {
  for (let row = 0; row < numbers.length; row++) numbers[row] += seriesPlace(codes[row]);
}

/** Rows period by period, and where the rows of each period start. */
interface RowsByPeriod {
  rows: Int32Array;
  starts: Int32Array;
}

/** Groups the rows, in order of time, by series and by their number; ascending. */
function groupRows(order: Int32Array, numbers: Float64Array, { codes, names }: Partial<SeriesNames>): RowsByPeriod {
  const bySeries = () => (codes && names ? countingSort(order, (row) => codes[row], names.length) : order);
  const rows = order.length === numbers.length && isAscending(numbers) ? rowsWhere(order.length, () => true) : bySeries();
  const starts = rowsWhere(rows.length, (at) => at === 0 || numbers[rows[at]] !== numbers[rows[at - 1]]);
  return { rows, starts };
}

/** Returns the first marked row of each period, or else its first row. */
function markedRows({ rows, starts }: RowsByPeriod, isMarked: (row: number) => boolean): Int32Array {
  return starts.map((start, period) => rows.subarray(start, starts[period + 1]).find(isMarked) ?? rows[start]);
}

/** Returns for each row of the table the one that stands for its period; -1 for a row without one. */
function rowOfEach(nrow: number, { rows, starts }: RowsByPeriod, standing: Int32Array): Int32Array {
  const rowOf = new Int32Array(nrow).fill(-1);
  for (let period = 0; period < starts.length; period++) {
    const end = starts[period + 1] ?? rows.length;
    for (let at = starts[period]; at < end; at++) rowOf[rows[at]] = standing[period];
  }
  return rowOf;
}

/** Returns true if each number is greater than the one before it. */
function isAscending(numbers: Float64Array): boolean {
  for (let i = 1; i < numbers.length; i++) if (!(numbers[i - 1] < numbers[i])) return false;
  return true;
}

/** Averages a column by period. Infinite values count as missing. */
function meanByPeriod(table: Table, name: string, groups: RowsByPeriod): NumberColumn {
  return totalByPeriod(table, name, { ...groups, total: (sum, count) => sum / count });
}

/** Adds a column up by period. A period whose rows have no value has none. */
function sumByPeriod(table: Table, name: string, groups: RowsByPeriod): NumberColumn {
  return totalByPeriod(table, name, { ...groups, total: (sum, count) => (count > 0 ? sum : Number.NaN) });
}

function totalByPeriod(
  table: Table,
  name: string,
  { rows, starts, total }: RowsByPeriod & { total: (sum: number, count: number) => number },
): NumberColumn {
  const numbers = requireNumbers(table, name);
  const values = new Float64Array(starts.length);
  for (let period = 0; period < starts.length; period++) {
    const end = starts[period + 1] ?? rows.length;
    let sum = 0;
    let count = 0;
    for (let at = starts[period]; at < end; at++) {
      const value = numbers[rows[at]];
      if (!Number.isFinite(value)) continue;
      sum += value;
      count++;
    }
    values[period] = total(sum, count);
  }
  return { name, type: "n", values };
}

/** Returns a warning about rows that belong to no series. */
function unnamedWarnings(column: string | undefined, count: number, rows: number): ModelWarning[] {
  if (column === undefined || count === 0) return [];
  const message = `${pluralizeShare(count, rows, "row", ["has no value of", "have no value of"])} ${column}, ${count === 1 ? "belongs" : "belong"} to no series and ${count === 1 ? "was" : "were"} left out: fill in a name, such as "other", so that ${count === 1 ? "it counts" : "they count"}`;
  return [{ code: "series_unnamed", column, values: { count, rows }, message }];
}

/** Returns the number of rows that belong to no series. */
function countUnnamed(codes: Int32Array): number {
  let count = 0;
  for (let row = 0; row < codes.length; row++) if (codes[row] < 0) count++;
  return count;
}

interface SeenTimes {
  /** Rows: all that belong to a series, those with a time, and of these the ones that are not closed. */
  all: number;
  timed: number;
  open: number;
  index: Float64Array;
  exact: boolean;
}

function timeWarnings(time: string, { all, timed, open, index, exact }: SeenTimes): ModelWarning[] {
  let gaps = 0;
  for (let i = 1; i < index.length; i++) if (seriesCode(index[i - 1]) === seriesCode(index[i])) gaps += index[i] - index[i - 1] - 1;
  const warn = (code: ModelWarning["code"], happened: boolean, message: string): ModelWarning[] =>
    happened ? [{ code, column: time, message }] : [];
  return [
    ...warn(
      "times_missing",
      timed < all,
      `${pluralizeShare(all - timed, all, "row", [`has no ${time} and was`, `have no ${time} and were`])} left out`,
    ),
    ...warn(
      "times_repeated",
      index.length < open,
      `${pluralize(open - index.length, "row is", "rows are")} of a time that is there before: the mean of each time was used. If they are of several series, choose a column that tells these apart; if their sum counts, train a forecast with periods without rows counted as 0, or add them up in the edit history first`,
    ),
    ...warn(
      "times_closed",
      open < timed,
      `${pluralize(timed - open, "row is of a weekday or hour that hardly ever has a value and was", "rows are of weekdays or hours that hardly ever have a value and were")} left out`,
    ),
    ...warn("times_rounded", !exact, `the steps of ${time} are a little uneven: each row counts for the nearest period`),
    ...warn(
      "periods_missing",
      gaps > 0,
      `${pluralize(gaps, "period")} between the first and the last ${time} ${gaps === 1 ? "has no row and counts" : "have no row and count"} as unknown, not as 0: if nothing happened in ${gaps === 1 ? "it" : "them"}, train a forecast with periods without rows counted as 0, or add rows with 0`,
    ),
  ];
}

function unusableTimes(time: string, message: string): InvalidInput {
  return new InvalidInput(ERRORS.timeColumnCount, { path: "timeSeries.time", message: `${time} ${message}` });
}
