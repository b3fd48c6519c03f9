import { ERRORS, InvalidInput, type ModelWarning, type SeriesPeriod } from "@agatha/contracts";
import { findColumn, type NumberColumn, requireNumbers, type Table } from "../tables/table.js";
import { inferFrequency } from "./infer-frequency.js";

/** Time series with one entry per period, in order of time. Periods without a row have no entry. */
export interface Periods {
  /** Period of each entry, counted from the first, ascending. */
  index: Float64Array;
  /** Time of the first row of each period, in milliseconds since the epoch. */
  times: Float64Array;
  /** Index in the table of each period's first row. */
  rows: Int32Array;
  columns: readonly NumberColumn[];
  period: SeriesPeriod;
  warnings: ModelWarning[];
}

const MIN_TIMES = 3;

/**
 * Sorts the rows of a table by time and averages the rows of one period. Rows without a time are left out. `columns` are numeric.
 * Throws InvalidInput (timeColumnCount) when the times are irregular.
 */
export function resampleToPeriods(table: Table, time: string, columns: readonly string[], timezone: string): Periods {
  const { values, order, distinct } = timesInOrder(table, time);
  const rhythm = inferFrequency(distinct, timezone);
  if (!rhythm) {
    throw unusableTimes(time, "has times that follow no rhythm: upload records at even steps, such as the mean of each hour or day");
  }
  const groups = groupRows(order, values, distinct, rhythm.index);
  const index = Float64Array.from(groups, ({ period }) => period);
  const rows = Int32Array.from(groups, (group) => group.rows[0]);
  return {
    index,
    rows,
    times: Float64Array.from(rows, (row) => values[row]),
    columns: columns.map((name) => meanByPeriod(table, name, groups)),
    period: rhythm.period,
    warnings: timeWarnings(time, { all: table.nrow, timed: order.length, index, exact: rhythm.exact }),
  };
}

/** Rows with a time, in its order, and the different times. */
interface OrderedTimes {
  values: Float64Array;
  order: Int32Array;
  distinct: Float64Array;
}

/** Throws InvalidInput (timeColumnCount) when there are too few different times for a series. */
export function timesInOrder(table: Table, time: string): OrderedTimes {
  const column = findColumn(table, time);
  if (column?.type !== "d") throw new Error(`${time} holds no times`);
  const { values } = column;
  const present = Int32Array.from(values.keys()).filter((row) => Number.isFinite(values[row]));
  const order = present.sort((a, b) => values[a] - values[b] || a - b);
  const distinct = Float64Array.from(new Set(Array.from(order, (row) => values[row])));
  if (distinct.length < MIN_TIMES) throw unusableTimes(time, `has ${distinct.length} different times: a series needs more`);
  return { values, order, distinct };
}

interface PeriodGroup {
  period: number;
  rows: number[];
}

function groupRows(order: Int32Array, times: Float64Array, distinct: Float64Array, index: Float64Array): PeriodGroup[] {
  const groups: PeriodGroup[] = [];
  let at = 0;
  for (const row of order) {
    if (times[row] !== distinct[at]) at++;
    const last = groups[groups.length - 1];
    if (last?.period === index[at]) last.rows.push(row);
    else groups.push({ period: index[at], rows: [row] });
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
  const gaps = index[index.length - 1] + 1 - index.length;
  const warn = (code: ModelWarning["code"], happened: boolean, message: string): ModelWarning[] =>
    happened ? [{ code, column: time, message }] : [];
  return [
    ...warn("times_missing", timed < all, `${all - timed} of ${all} rows have no ${time} and were left out`),
    ...warn(
      "times_repeated",
      index.length < timed,
      `${timed - index.length} rows are of a time that is there before: their means were used`,
    ),
    ...warn("times_rounded", !exact, `the steps of ${time} are a little uneven: each row counts for the nearest period`),
    ...warn("periods_missing", gaps > 0, `${gaps} periods between the first and the last ${time} have no row`),
  ];
}

function unusableTimes(time: string, message: string): InvalidInput {
  return new InvalidInput(ERRORS.timeColumnCount, { path: "timeSeries.time", message: `${time} ${message}` });
}
