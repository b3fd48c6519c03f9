/**
 * Rows as events, such as order lines: the values of a period add up, and a period without rows is 0. A series begins with its first
 * value, and all go on to the last period in which any has one: what ended earlier has had no events since.
 */
import { type EmptyPeriods, ERRORS, InvalidInput, type ModelWarning, type SeriesPeriod } from "@agatha/contracts";
import { entriesOfSeries, periodInSeries, seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import type { NumberColumn } from "../tables/table.js";
import { addPeriods } from "./calendar.js";

/** Row of a period that no row of the table has. */
export const NO_ROW = -1;

/** Most periods that are added to a training, or since one: each is a row. */
const MAX_ADDED = 5_000_000;

/** How rows that are events make periods. */
export interface EventColumns {
  /** Column whose values add up, and are 0 in a period without rows. */
  summed: string;
  /**
   * Columns known ahead. They keep their last value in a period without rows: without any, a missing value would tell that the period
   * is 0.
   */
  knownAhead: readonly string[];
}

/** Returns the columns where rows are events; undefined where a period without rows is a gap. */
export function eventColumns(
  { emptyPeriods, knownAhead = [] }: { emptyPeriods?: EmptyPeriods | undefined; knownAhead?: readonly string[] | undefined },
  response: string,
): EventColumns | undefined {
  return emptyPeriods === "zero" ? { summed: response, knownAhead } : undefined;
}

/** What is read and changed of Periods. */
interface PeriodEntries {
  index: Float64Array;
  times: Float64Array;
  rows: Int32Array;
  columns: readonly NumberColumn[];
  period: SeriesPeriod;
  warnings: ModelWarning[];
}

interface EventTimes {
  events: EventColumns;
  time: string;
  timezone: string;
}

/**
 * Returns the periods with those that have no row, whose value of the events is 0. Columns known ahead keep their last value, and others
 * have none there. Throws InvalidInput (timeColumnCount) for too many.
 */
export function withEmptyPeriods<P extends PeriodEntries>(periods: P, { events, time, timezone }: EventTimes): P {
  const { index, times, period } = periods;
  const { added, emptyAfter } = emptyPeriodsOf(periods, events.summed);
  if (added === 0) return periods;
  if (added > MAX_ADDED) throw tooMany(time, added);
  const entries = new Int32Array(index.length + added);
  const numbers = new Float64Array(entries.length);
  const stamps = new Float64Array(entries.length);
  let place = 0;
  for (let entry = 0; entry < index.length; entry++) {
    for (let ahead = 0; ahead <= emptyAfter[entry]; ahead++) {
      entries[place] = ahead === 0 ? entry : NO_ROW;
      numbers[place] = index[entry] + ahead;
      stamps[place] = ahead === 0 ? times[entry] : addPeriods(times[entry], ahead, period, timezone);
      place++;
    }
  }
  return {
    ...periods,
    index: numbers,
    times: stamps,
    rows: entries.map((entry) => (entry === NO_ROW ? NO_ROW : periods.rows[entry])),
    columns: periods.columns.map((column) => {
      const empty = column.name === events.summed ? 0 : Number.NaN;
      const values = Float64Array.from(entries, (entry) => (entry === NO_ROW ? empty : column.values[entry]));
      return { ...column, values: events.knownAhead.includes(column.name) ? keptValues(values, entries, numbers) : values };
    }),
    warnings: [...periods.warnings, addedWarning(time, added, entries.length)],
  };
}

/** Returns the values with the last one of the series in periods without rows. */
function keptValues(values: Float64Array, entries: Int32Array, numbers: Float64Array): Float64Array {
  const kept = values.slice();
  let last = Number.NaN;
  for (let place = 0; place < kept.length; place++) {
    if (place > 0 && seriesCode(numbers[place]) !== seriesCode(numbers[place - 1])) last = Number.NaN;
    if (entries[place] === NO_ROW) kept[place] = last;
    else if (Number.isFinite(kept[place])) last = kept[place];
  }
  return kept;
}

/** Returns the number of periods without rows after each entry that count as 0, and their sum. */
function emptyPeriodsOf({ index, columns }: PeriodEntries, events: string): { added: number; emptyAfter: Float64Array } {
  const values = columns.find(({ name }) => name === events)?.values ?? new Float64Array(0);
  const known = entriesOfSeries(index).flatMap(({ code, from, to }) => {
    const own = values.subarray(from, to);
    const first = own.findIndex(Number.isFinite);
    return first < 0 ? [] : [{ code, to, first: from + first, last: from + own.findLastIndex(Number.isFinite) }];
  });
  const end = known.reduce((latest, { last }) => Math.max(latest, periodInSeries(index[last])), Number.NEGATIVE_INFINITY);
  const emptyAfter = new Float64Array(index.length);
  let added = 0;
  for (const { code, first, to } of known) {
    const after = seriesPlace(code) + end + 1;
    for (let entry = first; entry < to; entry++) {
      const next = entry + 1 < to ? Math.min(index[entry + 1], after) : after;
      emptyAfter[entry] = Math.max(0, next - index[entry] - 1);
      added += emptyAfter[entry];
    }
  }
  return { added, emptyAfter };
}

function addedWarning(column: string, count: number, periods: number): ModelWarning {
  const message = `${count} of ${periods} periods ${count === 1 ? "has no row and counts" : "have no row and count"} as 0`;
  return { code: "periods_zero", column, values: { count, periods }, message };
}

function tooMany(time: string, added: number): InvalidInput {
  const message = `${time} has rows too rarely for its steps: ${added} periods without rows are more than ${MAX_ADDED}; aggregate the rows in the edit history to longer periods`;
  return new InvalidInput(ERRORS.timeColumnCount, { path: "timeSeries.time", message });
}

/** Values by the number of their period. */
export interface NumberedValues {
  numbers: Float64Array;
  values: Float64Array;
}

/**
 * Returns the sum of each period after the last known one of its series, up to the latest period with a value of any: 0 without rows,
 * and none where its rows have no value. `lasts` are the numbers of the last known periods, and `name` is the column's. Rows without a
 * number, as of a closed day or an unknown series, do not count. Throws InvalidInput (apiInputInvalid) for too many periods.
 */
export function totalsAfter(lasts: readonly number[], { name, numbers, values }: NumberedValues & { name: string }): NumberedValues {
  const totals = new Map<number, number>();
  const unknown = new Set<number>();
  let end = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row];
    if (Number.isNaN(number)) continue;
    if (!Number.isFinite(values[row])) unknown.add(number);
    else {
      totals.set(number, (totals.get(number) ?? 0) + values[row]);
      end = Math.max(end, periodInSeries(number));
    }
  }
  const lengths = lasts.map((last, code) => Math.max(0, seriesPlace(code) + end - last));
  const added = lengths.reduce((sum, length) => sum + length, 0);
  if (added > MAX_ADDED) {
    const message = `has a value so late that ${lasts.length} series go on for ${added} periods, more than ${MAX_ADDED}: train the model again`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: name, message });
  }
  const found = lasts.flatMap((last, code) => {
    const after = Array.from({ length: lengths[code] }, (_, k) => last + k + 1);
    return after.filter((number) => totals.has(number) || !unknown.has(number));
  });
  return { numbers: Float64Array.from(found), values: Float64Array.from(found, (number) => totals.get(number) ?? 0) };
}
