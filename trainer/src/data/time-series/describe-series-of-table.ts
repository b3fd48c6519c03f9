import { setImmediate } from "node:timers/promises";
import { ERRORS, InvalidInput, SERIES_NAME_LIMIT, type SeriesDescription, type SeriesNamesOfTable } from "@agatha/contracts";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { type Table, takeRows } from "../tables/table.js";
import { describeSeries } from "./describe-series.js";
import { findSeriesColumn } from "./find-series-column.js";
import { readSeriesNames, rowsBySeries } from "./series-names.js";

export interface SeriesSelection {
  /** Names of the columns of times and of values. */
  time: string;
  value: string;
  timezone: string;
  /** Column that names the series, and the one to describe; the longest when left out. */
  seriesColumn?: string | undefined;
  series?: string | undefined;
}

export interface SeriesOfTable {
  series: SeriesNamesOfTable;
  description: SeriesDescription;
}

/** Describes one series of a table, and tells which series there are. Throws as describeSeries does, and for an unknown name. */
export async function describeSeriesOfTable(table: Table, selection: SeriesSelection): Promise<SeriesOfTable> {
  await setImmediate();
  const { time, seriesColumn, series } = selection;
  const yieldToEventLoop = createYielder({ progress: () => undefined, signal: new AbortController().signal });
  const proposed = findSeriesColumn(table, time) ?? null;
  if (seriesColumn === undefined) {
    return {
      series: { proposed, count: 1, names: [], described: null },
      description: await describeSeries(table, selection, yieldToEventLoop),
    };
  }
  const all = readSeriesNames(table, seriesColumn);
  const rows = rowsBySeries(all);
  const byLength = [...all.names.keys()].sort((a, b) => rows[b].length - rows[a].length || a - b);
  const chosen = series === undefined ? byLength[0] : all.names.indexOf(series);
  if (chosen === undefined || chosen < 0) {
    const message = `${seriesColumn} names no series ${JSON.stringify(series ?? "")}: choose one of its values`;
    throw new InvalidInput(ERRORS.badRequest, { path: "series", message });
  }
  return {
    series: {
      proposed,
      count: all.names.length,
      names: byLength.slice(0, SERIES_NAME_LIMIT).map((code) => all.names[code]),
      described: all.names[chosen],
    },
    description: await describeSeries(takeRows(table, rows[chosen]), selection, yieldToEventLoop),
  };
}
