/** Times that repeat an hour in autumn, or leave one out in spring, because they are local times of a zone with summer time. */
import { type ClockChange, clockChanges, DAY_MS, utcToZonedTime, zonedTimeToUtc } from "../tables/zoned-time.js";
import { separateRepeatedHours } from "../time-series/repeated-hours.js";

export interface LocalTimes {
  /** Zone whose clocks explain the times. */
  zone: string;
  /** Whether it is that of the dataset; else one of those that fit. */
  isKnown: boolean;
  /** Rows with a local time that the row before has. */
  repeated: number;
  /** Changes of clocks in spring between the first and the last time. */
  skipped: number;
  /** Instants of the times, in order. */
  instants: Float64Array;
}

/** Zones that stand for those whose clocks show the same hours twice. */
const ZONES = [
  "Europe/Berlin",
  "Europe/London",
  "Europe/Helsinki",
  "America/New_York",
  "America/Santiago",
  "Australia/Sydney",
  "Pacific/Auckland",
];

/** With more times, no zone is sought. */
const MAX_TIMES = 200_000;

/**
 * Returns the zone whose changes of clocks explain all repeated times, or, without any, at least one gap. `times` are ascending, and
 * those of one time lie next to each other. Times of a dataset in UTC may be those of another zone.
 */
export function findLocalTimes(times: Float64Array, timezone: string): LocalTimes | undefined {
  if (times.length < 2 || times.length > MAX_TIMES) return undefined;
  const isKnown = timezone !== "UTC";
  for (const zone of isKnown ? [timezone] : ZONES) {
    const clocks = isKnown ? times.map((time) => utcToZonedTime(time, zone)) : times;
    const changes = clockChanges(zone, zonedTimeToUtc(times[0], zone) - DAY_MS, times[times.length - 1] + DAY_MS);
    const repeated = times.filter((time, i) => i > 0 && time === times[i - 1]);
    const skipped = isKnown ? 0 : changes.filter((change) => change.by > 0 && isSkipped(change, clocks, zone)).length;
    if (repeated.length + skipped === 0) continue;
    const instants = isKnown ? times : times.map((time) => zonedTimeToUtc(time, zone));
    const order = Int32Array.from(instants.keys());
    const separated = separateRepeatedHours({ values: instants, order }, zone).toSorted();
    if (separated.some((time, i) => i > 0 && time === separated[i - 1])) continue;
    return { zone, isKnown, repeated: repeated.length, skipped, instants: separated };
  }
  return undefined;
}

/** Returns whether times on both sides of a change in spring are there, and none in the hour that clocks leave out. */
function isSkipped({ at, by }: ClockChange, clocks: Float64Array, zone: string): boolean {
  const to = utcToZonedTime(at, zone);
  const after = clocks.findIndex((clock) => clock >= to - by);
  return after > 0 && clocks[after] === to && clocks[after - 1] >= to - 2 * by;
}
