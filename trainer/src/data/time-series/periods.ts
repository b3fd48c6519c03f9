import { ERRORS, InvalidInput, type ModelWarning, pluralize, pluralizeShare, type SeriesPeriod } from "@agatha/contracts";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import { findColumn, type NumberColumn, requireNumbers, type Table } from "../tables/table.js";
import type { Hierarchy } from "./hierarchy.js";
import { inferFrequency } from "./infer-frequency.js";
import { separateRepeatedHours } from "./repeated-hours.js";
import { readSeriesNames } from "./series-names.js";

/** Time series with one entry per period, one series after the other, each in order of time. Periods without a row have no entry. */
export interface Periods {
  /** Period of each entry, counted from the first time, ascending; of a further series from its place on (`seriesPlace`). */
  index: Float64Array;
  /** Names of several series. */
  series?: readonly string[];
  /** Of series with their sums: how they add up. */
  hierarchy?: Hierarchy;
  /** Time of the first row of each period, in milliseconds since the epoch. */
  times: Float64Array;
  /** Index in the table of each period's first row. */
  rows: Int32Array;
  columns: readonly NumberColumn[];
  period: SeriesPeriod;
  warnings: ModelWarning[];
}

const MIN_TIMES = 3;

/** Columns of a table that make a time series. */
interface SeriesSource {
  time: string;
  /** Numeric columns. */
  columns: readonly string[];
  /** Column that names the series of each row, where there are several. */
  series?: string | undefined;
  timezone: string;
}

/**
 * Sorts the rows of a table by series and time and averages the rows of one period. Rows without a time or without the name of
 * their series are left out. All series have the periods of one calendar. Throws InvalidInput (timeColumnCount) when the times are
 * irregular.
 */
export function resampleToPeriods(table: Table, { time, columns, series, timezone }: SeriesSource): Periods {
  const named = series === undefined ? undefined : readSeriesNames(table, series);
  const { values, order, distinct } = timesInOrder(table, time, { codes: named?.codes, timezone });
  const rhythm = inferFrequency(distinct, timezone);
  if (!rhythm) {
    throw unusableTimes(time, "has times that follow no rhythm: upload records at even steps, such as the mean of each hour or day");
  }
  const periodOf = new Map(Array.from(distinct, (at, i): [number, number] => [at, rhythm.index[i]]));
  const numbers = Float64Array.from(values, (at, row) => seriesPlace(named?.codes[row] ?? 0) + (periodOf.get(at) ?? Number.NaN));
  const groups = groupRows(order, numbers);
  const index = Float64Array.from(groups, ({ period }) => period);
  const rows = Int32Array.from(groups, (group) => group.rows[0]);
  return {
    index,
    rows,
    times: Float64Array.from(rows, (row) => values[row]),
    columns: columns.map((name) => meanByPeriod(table, name, groups)),
    period: rhythm.period,
    ...(named && { series: named.names }),
    warnings: timeWarnings(time, { all: table.nrow, timed: order.length, index, exact: rhythm.exact }),
  };
}

/** Rows with a time, in its order, and the different times. */
interface OrderedTimes {
  values: Float64Array;
  order: Int32Array;
  distinct: Float64Array;
}

interface RowsOfSeries {
  /** Series of each row; rows with a negative code are left out. */
  codes?: Int32Array | undefined;
  /** Zone of local times, of which an hour in autumn is there twice. */
  timezone: string;
}

/** Throws InvalidInput (timeColumnCount) when there are too few different times for a series. */
export function timesInOrder(table: Table, time: string, { codes, timezone }: RowsOfSeries): OrderedTimes {
  const column = findColumn(table, time);
  if (column?.type !== "d") throw new Error(`${time} holds no times`);
  const isPresent = (row: number) => Number.isFinite(column.values[row]) && (codes?.[row] ?? 0) >= 0;
  const present = Int32Array.from(column.values.keys()).filter(isPresent);
  const inOrder = (values: Float64Array) => present.slice().sort((a, b) => values[a] - values[b] || a - b);
  const asRead = inOrder(column.values);
  const values = separateRepeatedHours({ values: column.values, order: asRead, codes }, timezone);
  const order = values === column.values ? asRead : inOrder(values);
  const distinct = Float64Array.from(new Set(Array.from(order, (row) => values[row])));
  if (distinct.length < MIN_TIMES)
    throw unusableTimes(time, `has ${pluralize(distinct.length, "different time")}: a series needs at least ${MIN_TIMES}`);
  return { values, order, distinct };
}

interface PeriodGroup {
  period: number;
  rows: number[];
}

/** Groups the rows by their number; ascending. */
function groupRows(order: Int32Array, numbers: Float64Array): PeriodGroup[] {
  const groups: PeriodGroup[] = [];
  for (const row of order.slice().sort((a, b) => numbers[a] - numbers[b])) {
    const last = groups[groups.length - 1];
    if (last?.period === numbers[row]) last.rows.push(row);
    else groups.push({ period: numbers[row], rows: [row] });
  }
  return groups;
}

/** Averages a column by period. Infinite values count as missing. */
function meanByPeriod(table: Table, name: string, groups: readonly PeriodGroup[]): NumberColumn {
  const numbers = requireNumbers(table, name);
  const values = Float64Array.from(groups, ({ rows }) => {
    if (rows.length === 1) return Number.isFinite(numbers[rows[0]]) ? numbers[rows[0]] : Number.NaN;
    const present = rows.map((row) => numbers[row]).filter(Number.isFinite);
    return present.reduce((sum, value) => sum + value, 0) / present.length;
  });
  return { name, type: "n", values };
}

function timeWarnings(time: string, seen: { all: number; timed: number; index: Float64Array; exact: boolean }): ModelWarning[] {
  const { all, timed, index, exact } = seen;
  const firsts = index.filter((number, i) => i === 0 || seriesCode(index[i - 1]) !== seriesCode(number));
  const lasts = index.filter((number, i) => i === index.length - 1 || seriesCode(index[i + 1]) !== seriesCode(number));
  const gaps = lasts.reduce((sum, last, i) => sum + last + 1 - firsts[i], 0) - index.length;
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
      index.length < timed,
      `${pluralize(timed - index.length, "row is", "rows are")} of a time that is there before: the mean of each time was used`,
    ),
    ...warn("times_rounded", !exact, `the steps of ${time} are a little uneven: each row counts for the nearest period`),
    ...warn(
      "periods_missing",
      gaps > 0,
      `${pluralize(gaps, "period")} between the first and the last ${time} ${gaps === 1 ? "has" : "have"} no row`,
    ),
  ];
}

function unusableTimes(time: string, message: string): InvalidInput {
  return new InvalidInput(ERRORS.timeColumnCount, { path: "timeSeries.time", message: `${time} ${message}` });
}
