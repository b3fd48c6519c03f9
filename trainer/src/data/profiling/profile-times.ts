import type { DatetimeProfile } from "@agatha/contracts";
import { countSteps, timeRegularity } from "../check/time-regularity.js";
import { HOUR_MS } from "../tables/zoned-time.js";
import { histogram } from "./histogram.js";

/** Returns the statistics of sorted times in milliseconds, at least one. */
export function profileTimes(sorted: Float64Array, timezone: string): DatetimeProfile {
  const different = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  return {
    from: sorted[0],
    to: sorted[sorted.length - 1],
    bins: histogram(sorted, { whole: false }),
    steps: describeSteps(different, sorted, timezone),
    repeated: sorted.length - different.length,
    ...countByCalendar(sorted, timezone),
  };
}

/** `times` are the different ones of all. */
function describeSteps(times: Float64Array, all: Float64Array, timezone: string): DatetimeProfile["steps"] {
  if (times.length < 2) return null;
  const steps = Float64Array.from({ length: times.length - 1 }, (_, i) => times[i + 1] - times[i]);
  const longest = steps.reduce((most, step, i) => (step > steps[most] ? i : most), 0);
  return {
    median: steps.slice().sort()[Math.floor((steps.length - 1) / 2)],
    longest: steps[longest],
    longestFrom: times[longest],
    regular: timeRegularity({ steps: countSteps(all), times: all, timezone }).regular,
  };
}

type CalendarCounts = Pick<DatetimeProfile, "months" | "weekdays" | "hours">;

/**
 * Counts times by hour, weekday and month. Time zone offsets are multiples of a quarter hour, so the local time is computed once
 * per quarter hour.
 */
function countByCalendar(sorted: Float64Array, timezone: string): CalendarCounts {
  const counts: CalendarCounts = {
    months: new Array<number>(12).fill(0),
    weekdays: new Array<number>(7).fill(0),
    hours: new Array<number>(24).fill(0),
  };
  const clock = createLocalClock(timezone);
  let quarter = Number.NaN;
  let at = { month: 0, weekday: 0, hour: 0 };
  for (const time of sorted) {
    const present = Math.floor(time / (HOUR_MS / 4));
    if (present !== quarter) at = clock(time);
    quarter = present;
    counts.months[at.month]++;
    counts.weekdays[at.weekday]++;
    counts.hours[at.hour]++;
  }
  return counts;
}

function createLocalClock(timezone: string): (time: number) => { month: number; weekday: number; hour: number } {
  if (timezone === "UTC") return (time) => calendarParts(new Date(time));
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
  });
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const local = new Date(0);
    local.setUTCFullYear(parts.era === "BC" ? 1 - Number(parts.year) : Number(parts.year), Number(parts.month) - 1, Number(parts.day));
    local.setUTCHours(Number(parts.hour));
    return calendarParts(local);
  };
}

const calendarParts = (date: Date) => ({ month: date.getUTCMonth(), weekday: (date.getUTCDay() + 6) % 7, hour: date.getUTCHours() });
