import type { ProfiledTimes } from "@agatha/contracts";
import { histogram } from "../charts/marks.js";
import { type Facts, figure } from "../html.js";
import { day } from "../numbers.js";
import { duration, PROFILE } from "./texts.js";

const T = PROFILE.times;

export function timeFacts({ from, to, steps, repeated }: ProfiledTimes): Facts {
  const rhythm: Facts = steps
    ? [
        [T.step, duration(steps.median)],
        [T.longest, T.since(duration(steps.longest), day(steps.longestFrom))],
        [T.regular, steps.regular ? T.yes : T.no],
      ]
    : [];
  return [[T.from, day(from)], [T.to, day(to)], ...rhythm, [T.repeated, repeated.toLocaleString("en")]];
}

export function timeCharts(name: string, { bins, months, weekdays, hours }: ProfiledTimes): string[] {
  const y = PROFILE.numbers.count;
  const along = figure(histogram(name, { x: name, y, dates: true }, bins), "");
  const clock = [
    bySlot(T.byMonth, T.months, months),
    bySlot(T.byWeekday, T.weekdays, weekdays),
    bySlot(
      T.byHour,
      hours.map((_, hour) => (hour % 3 === 0 ? String(hour) : "")),
      hours,
    ),
  ];
  return [along, ...clock];
}

/** Nothing where everything falls into one slot, as the hours of days do. */
function bySlot(title: string, names: readonly string[], counts: readonly number[]): string {
  if (counts.filter((count) => count > 0).length < 2) return "";
  const bins = { from: -0.5, to: counts.length - 0.5, counts };
  return figure(histogram(title, { x: title, y: PROFILE.numbers.count, names }, bins), "");
}
