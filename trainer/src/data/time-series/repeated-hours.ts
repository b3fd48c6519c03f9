/**
 * Local times of the hour that clocks show twice in autumn. A file without offsets has each of them twice, and both were read as
 * one instant.
 */
import { type ClockChange, clockChanges, DAY_MS } from "../tables/zoned-time.js";

interface OrderedTimes {
  /** Time of each row, in milliseconds since the epoch. */
  values: Float64Array;
  /** Rows by time, and of one time by their place in the file. */
  order: Int32Array;
  /** Series of each row, where there are several. */
  codes?: Int32Array | undefined;
}

/**
 * Returns the times, where of two rows of one repeated local time the first has the instant before the change and the second the one
 * after it; in a file with the latest rows first, the other way round. Rows stay where their series has the other instant already.
 * Without a change in autumn the times are the same array.
 */
export function separateRepeatedHours({ values, order, codes }: OrderedTimes, timezone: string): Float64Array {
  if (order.length === 0) return values;
  const isDescending = order[0] > order[order.length - 1];
  const changes = clockChanges(timezone, values[order[0]] - DAY_MS, values[order[order.length - 1]] + DAY_MS);
  const inAutumn = changes.filter(({ by }) => by < 0);
  if (inAutumn.length === 0) return values;
  const separated = values.slice();
  for (const change of inAutumn) {
    for (const [earlier, rows] of rowsOfRepeatedHour({ values, order, codes }, change)) {
      if (rows.length !== 2 || values[rows[0]] !== values[rows[1]]) continue;
      const [first, second] = isDescending ? rows.reverse() : rows;
      separated[first] = earlier;
      separated[second] = earlier - change.by;
    }
  }
  return separated;
}

/** Returns the rows of each repeated local time of each series, with the instant at which clocks show it first. */
function rowsOfRepeatedHour({ values, order, codes }: OrderedTimes, { at, by }: ClockChange): [number, number[]][] {
  const repeated = new Map<string, [number, number[]]>();
  for (const row of order) {
    const time = values[row];
    if (time < at + by || time >= at - by) continue;
    const earlier = time < at ? time : time + by;
    const key = `${codes?.[row] ?? 0} ${earlier}`;
    const found = repeated.get(key) ?? [earlier, []];
    found[1].push(row);
    repeated.set(key, found);
  }
  return [...repeated.values()];
}
