import type { SeriesPeriod } from "@agatha/contracts";
import { type Column, findColumn, requireTimes, type Table, takeRows } from "../../data/tables/table.js";
import { periodNumber } from "../../data/time-series/calendar.js";
import type { EventColumns } from "../../data/time-series/empty-periods.js";
import { cellReader } from "../../data/time-series/series-names.js";
import type { LastPeriods } from "../../model/artifact/last-periods.js";
import { rowsWhere } from "../../numeric/rows-where.js";

interface TestSeries {
  time: string;
  /** Column that names the series, where there are several. */
  series?: string | undefined;
  timezone: string;
  period: SeriesPeriod;
  /** Where rows are events, the periods between the training and the first row are 0, however many. */
  events?: EventColumns | undefined;
}

/**
 * Returns the test table with those rows of the training after its own that inputs of its first periods are made from. A series that
 * begins within the training has the test rows alone.
 */
export function withLastPeriods(test: Table, { rows, times, reach }: LastPeriods, testSeries: TestSeries): Table {
  const { period, timezone, events } = testSeries;
  const firsts = firstTimes(test, testSeries);
  const nameOf = nameReader(rows, testSeries);
  const farthest = events === undefined ? reach : Number.POSITIVE_INFINITY;
  const needed = rowsWhere(rows.nrow, (row) => {
    const first = firsts.get(nameOf(row) ?? "");
    if (first === undefined) return false;
    // Not by the time of day or the day of the month: months are one after the other from the 20th to the 3rd.
    const ahead = periodNumber(first, { origin: times[row], period, timezone });
    return ahead >= 1 && ahead <= farthest;
  });
  const past = new Map(takeRows(rows, needed).columns.map((column) => [column.name, column]));
  return {
    nrow: test.nrow + needed.length,
    columns: test.columns.map((column) => appendCells(column, past.get(column.name), needed.length)),
  };
}

/** Returns the name of each row's series, which is empty for the only one. */
function nameReader(table: Table, { series }: TestSeries): (row: number) => string | undefined {
  const column = series === undefined ? undefined : findColumn(table, series);
  return column ? cellReader(column) : () => "";
}

/** Returns the first time of each series by its name. Closed days and hours do not count. */
function firstTimes(table: Table, testSeries: TestSeries): Map<string, number> {
  const { time: column, period, timezone } = testSeries;
  const times = requireTimes(table, column);
  const nameOf = nameReader(table, testSeries);
  const firsts = new Map<string, number>();
  for (const [row, time] of times.entries()) {
    const name = nameOf(row);
    if (name === undefined || time >= (firsts.get(name) ?? Number.POSITIVE_INFINITY)) continue;
    const isOpen = periodNumber(time, { origin: time, period, timezone }) === 0;
    if (isOpen) firsts.set(name, time);
  }
  return firsts;
}

/** Returns the column with `count` more cells, which are missing if no other column has them. */
function appendCells(column: Column, more: Column | undefined, count: number): Column {
  if (column.type !== "s") {
    const values = new Float64Array(column.values.length + count).fill(Number.NaN);
    values.set(column.values);
    if (more && more.type !== "s") values.set(more.values, column.values.length);
    return { ...column, values };
  }
  const codes = new Int32Array(column.codes.length + count).fill(-1);
  codes.set(column.codes);
  if (more?.type === "s") {
    const known = new Map(column.levels.map((level, code) => [level, code]));
    more.codes.forEach((code, i) => {
      codes[column.codes.length + i] = known.get(more.levels[code]) ?? -1;
    });
  }
  return { ...column, codes };
}
