import { type Column, findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { periodNumber } from "../../data/time-series/calendar.js";
import type { Periods } from "../../data/time-series/periods.js";
import { cellReader } from "../../data/time-series/series-names.js";
import type { LastPeriods } from "../../model/artifact/last-periods.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { seriesCode } from "../../numeric/series/series-places.js";

interface TestSeries {
  /** Column that names the series, where there are several. */
  series?: string | undefined;
  timezone: string;
  periods: Periods;
}

/**
 * Returns the test table with those rows of the training after its own that inputs of its first periods are made from. A series that
 * begins within the training has the test rows alone.
 */
export function withLastPeriods(test: Table, { rows, times, reach }: LastPeriods, { series, timezone, periods }: TestSeries): Table {
  const firsts = firstTimes(periods);
  const names = series === undefined ? undefined : findColumn(rows, series);
  const nameOf = names ? cellReader(names) : () => "";
  const needed = rowsWhere(rows.nrow, (row) => {
    const first = firsts.get(nameOf(row) ?? "");
    if (first === undefined) return false;
    // Not by the time of day or the day of the month: months are one after the other from the 20th to the 3rd.
    const ahead = periodNumber(first, { origin: times[row], period: periods.period, timezone });
    return ahead >= 1 && ahead <= reach;
  });
  const past = new Map(takeRows(rows, needed).columns.map((column) => [column.name, column]));
  return {
    nrow: test.nrow + needed.length,
    columns: test.columns.map((column) => appendCells(column, past.get(column.name), needed.length)),
  };
}

/** Returns the first time of each series by its name, which is empty for the only one. */
function firstTimes({ index, times, series = [""] }: Periods): Map<string, number> {
  const firsts = new Map<string, number>();
  times.forEach((at, entry) => {
    const name = series[seriesCode(index[entry])];
    if (!firsts.has(name)) firsts.set(name, at);
  });
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
