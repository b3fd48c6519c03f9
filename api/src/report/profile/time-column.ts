import type { DatetimeProfile } from "@agatha/contracts";
import { histogram } from "../charts/marks.js";
import { formatDate } from "../format.js";
import { type Definitions, figure } from "../html.js";
import { duration, PROFILE } from "./texts.js";

const T = PROFILE.times;

export function timeFacts({ from, to, steps, repeated }: DatetimeProfile): Definitions {
  const rhythm: Definitions = steps
    ? [
        [T.step, duration(steps.median)],
        [T.longest, T.since(duration(steps.longest), formatDate(steps.longestFrom))],
        [T.regular, steps.regular ? T.yes : T.no],
      ]
    : [];
  return [[T.from, formatDate(from)], [T.to, formatDate(to)], ...rhythm, [T.repeated, repeated.toLocaleString("en")]];
}

export function timeCharts(name: string, { bins, months, weekdays, hours }: DatetimeProfile): string[] {
  const y = PROFILE.numbers.count;
  const along = figure(histogram(name, { x: name, y, dates: true }, bins), "");
  const clock = [
    slotHistogram(T.byMonth, T.months, months),
    slotHistogram(T.byWeekday, T.weekdays, weekdays),
    slotHistogram(
      T.byHour,
      hours.map((_, hour) => (hour % 3 === 0 ? String(hour) : "")),
      hours,
    ),
  ];
  return [along, ...clock];
}

/** Returns nothing if all values are in one slot, such as the hours of dates without time. */
function slotHistogram(title: string, names: readonly string[], counts: readonly number[]): string {
  if (counts.filter((count) => count > 0).length < 2) return "";
  const bins = { from: -0.5, to: counts.length - 0.5, counts };
  return figure(histogram(title, { x: title, y: PROFILE.numbers.count, names }, bins), "");
}
