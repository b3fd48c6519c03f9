/** Sums of several series along the columns that name them. */
import { ERRORS, type HierarchyParams, InvalidInput, type ModelWarning, pluralize } from "@agatha/contracts";
import { MIN_PERIODS } from "../../algorithms/base/forecaster.js";
import { byPeriod } from "../../algorithms/base/series-by-period.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { NO_ROW } from "./empty-periods.js";
import { ambiguousName, type Hierarchy, hierarchyName, type SeriesValues, sumParts } from "./hierarchy.js";
import type { Periods } from "./periods.js";

/** Most series with the sums: their forecasts are reconciled together. */
const MAX_SERIES = 2_000;
/** Largest number of series that a message names. */
const MAX_NAMED = 3;

/** Returns the levels of sums, the largest sums first: by default the total, and what each list of the first columns names. */
function levelsOfSums({ columns, levels }: HierarchyParams): string[][] {
  const wanted = levels ?? columns.map((_, i) => columns.slice(0, i));
  const sorted = wanted.map((level) => columns.filter((name) => level.includes(name))).sort((a, b) => a.length - b.length);
  const different = new Map(sorted.map((level) => [JSON.stringify(level), level]));
  return [...different.values()].filter((level) => level.length < columns.length);
}

/** Values of one series by period. */
interface SeriesSpan {
  values: ReadonlyMap<number, number>;
  first: number;
  last: number;
  /** Values from the first period to the last; an unknown one lies on the line between its neighbours. */
  filled: Float64Array;
}

/** Returns the value that a series adds to a sum. */
const addedValue = ({ filled, first }: SeriesSpan, period: number): number => filled[period - first] ?? 0;

/**
 * Returns the periods of the series with those of their sums before them. A series adds nothing to a sum before its first value and
 * after its last; in between, an unknown value lies on the line between its neighbours. Series that end before others continue with 0,
 * and those with fewer than MIN_PERIODS periods begin with 0. Throws InvalidInput (modelTrainingFailed) for too many series.
 */
export function withSums(
  periods: Periods,
  named: ReadonlyMap<string, string[]>,
  params: HierarchyParams,
): { periods: Periods & { hierarchy: Hierarchy }; warnings: ModelWarning[] } {
  const { columns } = params;
  const lowest = (periods.series ?? []).map((name) => named.get(name) ?? []);
  const sums = levelsOfSums(params).flatMap((level) => {
    const values = lowest.map((each) => each.map((value, i) => (level.includes(columns[i]) ? value : null)));
    return [...new Map(values.map((each) => [hierarchyName(each), each])).values()];
  });
  const series: SeriesValues[] = [...sums, ...lowest];
  const names = series.map(hierarchyName);
  if (series.length > MAX_SERIES) throw tooMany(lowest.length, sums.length);
  const [repeated] = names.filter((name, i) => names.indexOf(name) < i);
  if (repeated !== undefined) throw ambiguousName(repeated);
  const [{ name: response, values }] = periods.columns;
  const entryAt = new Map<number, number>();
  const rowAt = new Map(Array.from(periods.index, (number, entry) => [number, periods.rows[entry]]));
  const spans = spansOf(periods, values, lowest.length, entryAt);
  const grid = [...entryAt.keys()].sort((a, b) => a - b);
  const begin = grid[Math.max(0, grid.length - MIN_PERIODS)];
  const nonNegative = spans.map((span) => [...span.values.values()].every((value) => value >= 0));
  const hierarchy: Hierarchy = { columns, series, nonNegative };
  const rows: { number: number; value: number; entry: number; row: number }[] = [];
  const add = (code: number, valueAt: (period: number) => number | undefined, rowOf: (period: number) => number = () => NO_ROW) => {
    for (const period of grid) {
      const value = valueAt(period);
      const entry = entryAt.get(period) as number;
      if (value !== undefined) rows.push({ number: seriesPlace(code) + period, value, entry, row: rowOf(period) });
    }
  };
  sumParts(hierarchy).forEach((own, code) => {
    const from = own.reduce((first, part) => Math.min(first, spans[part].first, begin), Number.POSITIVE_INFINITY);
    add(code, (period) => (period < from ? undefined : own.reduce((sum, part) => sum + addedValue(spans[part], period), 0)));
  });
  spans.forEach((span, part) => {
    const isOpen = (period: number) => period < Math.min(span.first, begin) || (period > span.first && period < span.last);
    add(
      sums.length + part,
      (period) => span.values.get(period) ?? (isOpen(period) ? undefined : 0),
      (period) => rowAt.get(seriesPlace(part) + period) ?? NO_ROW,
    );
  });
  const ended = lowest.filter((_, part) => spans[part].last < grid[grid.length - 1]).map(hierarchyName);
  const entries = Int32Array.from(rows, ({ entry }) => entry);
  return {
    periods: {
      ...periods,
      series: names,
      hierarchy,
      index: Float64Array.from(rows, ({ number }) => number),
      times: takeNumbers(periods.times, entries),
      rows: Int32Array.from(rows, ({ row }) => row),
      columns: [{ name: response, type: "n", values: Float64Array.from(rows, ({ value }) => value) }],
    },
    warnings: ended.length === 0 ? [] : [endedWarning(ended, response)],
  };
}

/** Returns the known values of each series, and notes one entry of each period that has a value. */
function spansOf({ index }: Periods, values: Float64Array, count: number, entryAt: Map<number, number>): SeriesSpan[] {
  const known = Array.from({ length: count }, () => new Map<number, number>());
  index.forEach((number, entry) => {
    if (!Number.isFinite(values[entry])) return;
    const code = seriesCode(number);
    const period = number - seriesPlace(code);
    known[code].set(period, values[entry]);
    if (!entryAt.has(period)) entryAt.set(period, entry);
  });
  return known.map((own) => {
    const periods = Float64Array.from(own.keys());
    if (periods.length === 0) return { values: own, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, filled: periods };
    const { first, series } = byPeriod(periods, Float64Array.from(own.values()));
    return { values: own, first, last: first + series.length - 1, filled: fillGaps(series) };
  });
}

function tooMany(lowest: number, sums: number): InvalidInput {
  const message = `${lowest} series and ${pluralize(sums, "sum")} are more than ${MAX_SERIES}, which can be reconciled: choose fewer levels or columns, or sum the rows by an edit step first`;
  return new InvalidInput(ERRORS.modelTrainingFailed, { path: "timeSeries.hierarchy", message });
}

function endedWarning(ended: readonly string[], response: string): ModelWarning {
  const others = ended.length - MAX_NAMED;
  const named = `${ended.slice(0, MAX_NAMED).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
  const message = `${ended.length} series ${ended.length === 1 ? "ends before the others and counts" : "end before the others and count"} as 0 from then on: ${named}. If ${response} is not known yet, leave the latest periods out`;
  return { code: "series_ended", message };
}
