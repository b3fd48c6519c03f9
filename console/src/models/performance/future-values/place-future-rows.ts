/** Finds the periods of a forecast that the rows of a file are for. Pure. */
import type { FutureFault, FutureRow } from "@agatha/contracts/csv/future-rows";
import { clockTime } from "../../../i18n/format.js";

interface PlacedRows {
  /** Values of the columns known ahead, by the index of the period. */
  values: Map<number, number[]>;
  /** Times that cannot be read. */
  faults: (Omit<FutureFault, "kind"> & { kind: "unreadTime" })[];
  /** Rows of other periods. */
  outside: number;
}

/** The periods of a forecast, and the column and time zone of their times. */
interface Periods {
  times: readonly string[];
  column: string;
  /** Time zone of the dataset: that of times without an offset. */
  timezone: string;
}

/** Places the rows of one series. */
export function placeFutureRows(rows: readonly FutureRow[], { times, column, timezone }: Periods): PlacedRows {
  const instants = times.map((time) => Date.parse(time));
  const clocks = times.map((time) => Date.parse(clockTime(time, timezone)));
  const placed: PlacedRows = { values: new Map(), faults: [], outside: 0 };
  for (const { line, time, values } of rows) {
    const read = readTime(time);
    const at = read === undefined ? -1 : placeOf(read.at, read.hasOffset ? instants : clocks, placed.values);
    if (read === undefined) placed.faults.push({ kind: "unreadTime", line, column, cell: time });
    else if (at < 0) placed.outside += 1;
    else placed.values.set(at, values);
  }
  return placed;
}

/** Returns the place of a time, -1 without one. Of an hour that clocks show twice, the second row has the second place. */
function placeOf(time: number, times: readonly number[], taken: ReadonlyMap<number, unknown>): number {
  const first = times.indexOf(time);
  const second = first >= 0 && taken.has(first) ? times.indexOf(time, first + 1) : -1;
  return second >= 0 ? second : first;
}

export interface PlacedSeries extends Omit<PlacedRows, "values"> {
  /** Values by the name of the series; those of a lone series have the name "". */
  values: Map<string, PlacedRows["values"]>;
}

interface SeriesPeriods extends Omit<Periods, "times"> {
  /** Periods of the forecast of each series, by its name. */
  times: ReadonlyMap<string, readonly string[]>;
}

/** Places the rows of several series, each with the periods of its own forecast. Rows of other series lie outside. */
export function placeSeriesRows(rows: readonly FutureRow[], { times, ...read }: SeriesPeriods): PlacedSeries {
  const found: PlacedSeries = { values: new Map(), faults: [], outside: 0 };
  const nameOf = ({ series }: FutureRow) => series.join(" / ");
  for (const name of new Set(rows.map(nameOf))) {
    const own = rows.filter((row) => nameOf(row) === name);
    const { values, faults, outside } = placeFutureRows(own, { ...read, times: times.get(name) ?? [] });
    if (values.size > 0) found.values.set(name, values);
    found.faults.push(...faults);
    found.outside += outside;
  }
  return found;
}

const QUARTER = /^(\d{4})-?Q([1-4])$/i;
const DATE = /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Returns the instant of a time with an offset, or the time on the clock as if it were in UTC. Undefined for other text. */
function readTime(cell: string): { at: number; hasOffset: boolean } | undefined {
  const quarter = QUARTER.exec(cell);
  if (quarter) return readTime(`${quarter[1]}-${String(3 * Number(quarter[2]) - 2)}`);
  const [, year, month = "", day = "1", hour = "0", minute = "0", second = "0", offset] = DATE.exec(cell) ?? [];
  if (year === undefined) return undefined;
  const two = (part: string) => part.padStart(2, "0");
  const written = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute.padStart(2, "0")}:${two(second)}`;
  const at = Date.parse(`${written}${offset?.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2") ?? "Z"}`);
  return Number.isFinite(at) ? { at, hasOffset: offset !== undefined } : undefined;
}
