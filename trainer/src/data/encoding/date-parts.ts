import { DAY_MS } from "../tables/zoned-time.js";
import type { DatePart } from "./encoder-state.js";

/** Returns one part of each date in UTC, NaN where the date is missing. `times` are milliseconds since the epoch. */
export function datePart(times: Float64Array, part: DatePart): Float64Array {
  const of = DATE_PART_FUNCTIONS[part];
  const values = new Float64Array(times.length);
  for (let i = 0; i < times.length; i++) values[i] = of(times[i]);
  return values;
}

const DATE_PART_FUNCTIONS: Record<DatePart, (time: number) => number> = {
  days: (time) => time / DAY_MS,
  month: (time) => new Date(time).getUTCMonth() + 1,
  // 1970-01-01 was a Thursday.
  weekday: (time) => (((Math.floor(time / DAY_MS) + 4) % 7) + 7) % 7,
  hour: (time) => Math.floor((((time % DAY_MS) + DAY_MS) % DAY_MS) / 3_600_000),
};
