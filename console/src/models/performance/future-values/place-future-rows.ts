/** Finds the periods of a forecast that the rows of a file are for. Pure. */
import type { FutureFault, FutureRow } from "@agatha/contracts/csv/future-rows";

interface PlacedRows {
  /** Values of the columns known ahead, by the index of the period. */
  values: Map<number, number[]>;
  /** Times that cannot be read. */
  faults: (Omit<FutureFault, "kind"> & { kind: "unreadTime" })[];
  /** Rows of other periods. */
  outside: number;
}

/** Places the rows of one series. `times` are the periods of its forecast. */
export function placeFutureRows(rows: readonly FutureRow[], times: readonly string[], column: string): PlacedRows {
  const instants = times.map((time) => Date.parse(time));
  const placed: PlacedRows = { values: new Map(), faults: [], outside: 0 };
  for (const { line, time, values } of rows) {
    const readings = readTime(time);
    const at = instants.findIndex((instant) => readings.includes(instant));
    if (readings.length === 0) placed.faults.push({ kind: "unreadTime", line, column, cell: time });
    else if (at < 0) placed.outside += 1;
    else placed.values.set(at, values);
  }
  return placed;
}

export interface PlacedSeries extends Omit<PlacedRows, "values"> {
  /** Values by the name of the series; those of a lone series have the name "". */
  values: Map<string, PlacedRows["values"]>;
}

/** Places the rows of several series, each with the periods of its own forecast in `times`. Rows of other series lie outside. */
export function placeSeriesRows(rows: readonly FutureRow[], times: ReadonlyMap<string, readonly string[]>, column: string): PlacedSeries {
  const found: PlacedSeries = { values: new Map(), faults: [], outside: 0 };
  const nameOf = ({ series }: FutureRow) => series.join(" / ");
  for (const name of new Set(rows.map(nameOf))) {
    const own = rows.filter((row) => nameOf(row) === name);
    const { values, faults, outside } = placeFutureRows(own, times.get(name) ?? [], column);
    if (values.size > 0) found.values.set(name, values);
    found.faults.push(...faults);
    found.outside += outside;
  }
  return found;
}

const QUARTER = /^(\d{4})-?Q([1-4])$/i;
const DATE = /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Returns the instants that a time may mean: that of its offset, else in UTC and in the time zone of the browser. None for other text. */
function readTime(cell: string): number[] {
  const quarter = QUARTER.exec(cell);
  if (quarter) return readTime(`${quarter[1]}-${String(3 * Number(quarter[2]) - 2)}`);
  const [, year, month = "", day = "1", hour = "0", minute = "0", second = "0", zone] = DATE.exec(cell) ?? [];
  if (year === undefined) return [];
  const two = (part: string) => part.padStart(2, "0");
  const written = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute.padStart(2, "0")}:${two(second)}`;
  const offset = zone?.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  return (offset === undefined ? [`${written}Z`, written] : [`${written}${offset}`])
    .map((text) => Date.parse(text))
    .filter(Number.isFinite);
}
