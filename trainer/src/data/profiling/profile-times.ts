import type { DatetimeProfile } from "@agatha/contracts";
import { utcToZonedTime } from "../tables/zoned-time.js";
import { histogram } from "./histogram.js";

/** Returns the statistics of sorted times in milliseconds, at least one. `regular` tells whether they are even; undefined of a sample. */
export function profileTimes(
  sorted: Float64Array,
  { timezone, regular }: { timezone: string; regular: boolean | undefined },
): DatetimeProfile {
  const different = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  return {
    from: sorted[0],
    to: sorted[sorted.length - 1],
    bins: histogram(sorted, { whole: false }),
    steps: describeSteps(different, regular),
    repeated: sorted.length - different.length,
    ...countByCalendar(sorted, timezone),
  };
}

/** `times` are the different ones. */
function describeSteps(times: Float64Array, regular: boolean | undefined): DatetimeProfile["steps"] {
  if (times.length < 2) return null;
  const steps = Float64Array.from({ length: times.length - 1 }, (_, i) => times[i + 1] - times[i]);
  const longest = steps.reduce((most, step, i) => (step > steps[most] ? i : most), 0);
  return {
    median: steps.slice().sort()[Math.floor((steps.length - 1) / 2)],
    longest: steps[longest],
    longestFrom: times[longest],
    ...(regular !== undefined && { regular }),
  };
}

/** The weekdays begin with Monday. */
type CalendarCounts = Pick<DatetimeProfile, "months" | "weekdays" | "hours">;

function countByCalendar(times: Float64Array, timezone: string): CalendarCounts {
  const counts: CalendarCounts = {
    months: new Array<number>(12).fill(0),
    weekdays: new Array<number>(7).fill(0),
    hours: new Array<number>(24).fill(0),
  };
  for (const time of times) {
    const clock = new Date(utcToZonedTime(time, timezone));
    counts.months[clock.getUTCMonth()]++;
    counts.weekdays[(clock.getUTCDay() + 6) % 7]++;
    counts.hours[clock.getUTCHours()]++;
  }
  return counts;
}
