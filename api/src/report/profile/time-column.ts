import type { DatetimeProfile } from "@agatha/contracts";
import { histogram } from "../charts/marks.js";
import { formatDate } from "../format.js";
import { inLargestUnit } from "../format-duration.js";
import { type Definitions, figure } from "../html.js";
import type { ProfileTexts } from "./texts.js";

/** Returns range, step, longest gap and repetitions of a column of times as terms with their values. */
export function timeFacts({ from, to, steps, repeated }: DatetimeProfile, { times: T, duration }: ProfileTexts): Definitions {
  const rhythm: Definitions = steps
    ? [
        [T.step, duration(...inLargestUnit(steps.median))],
        [T.longest, T.since(duration(...inLargestUnit(steps.longest)), formatDate(steps.longestFrom))],
        ...(steps.regular === undefined ? [] : ([[T.regular, steps.regular ? T.yes : T.no]] as const)),
      ]
    : [];
  return [[T.from, formatDate(from)], [T.to, formatDate(to)], ...rhythm, [T.repeated, repeated.toLocaleString("en")]];
}

/** Returns four histograms: along the time, by month, by weekday and by hour. */
export function timeCharts(
  name: string,
  { bins, months, weekdays, hours }: DatetimeProfile,
  { times: T, numbers }: ProfileTexts,
): string[] {
  const y = numbers.count;
  const along = figure(histogram(name, { x: name, y, dates: true }, bins), "");
  const clock = [
    slotHistogram(T.byMonth, T.months, { counts: months, y }),
    slotHistogram(T.byWeekday, T.weekdays, { counts: weekdays, y }),
    slotHistogram(
      T.byHour,
      hours.map((_, hour) => (hour % 3 === 0 ? String(hour) : "")),
      { counts: hours, y },
    ),
  ];
  return [along, ...clock];
}

/** Returns nothing if all values are in one slot, such as the hours of dates without time. */
function slotHistogram(title: string, names: readonly string[], { counts, y }: { counts: readonly number[]; y: string }): string {
  if (counts.filter((count) => count > 0).length < 2) return "";
  const bins = { from: -0.5, to: counts.length - 0.5, counts };
  return figure(histogram(title, { x: title, y, names }, bins), "");
}
