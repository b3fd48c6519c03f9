/** Days and hours of the week that a series has periods at. Pure. */
import type { SeriesPeriod } from "../results/time-series.js";

const DAY_SECONDS = 86_400;
/** Monday to Friday, counted from Monday. */
export const BUSINESS_DAYS: readonly number[] = [0, 1, 2, 3, 4];

/** Parts of a week, some of which are open. */
export interface OpenWeek {
  /** Length of a part in seconds. */
  seconds: number;
  /** Open parts, ascending, counted from Monday 0:00. */
  open: readonly number[];
}

/** Returns the parts of the week that have periods; undefined where all have. */
export function openWeekOf({ unit, size, open }: SeriesPeriod): OpenWeek | undefined {
  if (unit === "weekday") return { seconds: DAY_SECONDS, open: open ?? BUSINESS_DAYS };
  return unit === "second" && open ? { seconds: size, open } : undefined;
}

/** A day of the week, 0 for Monday, and the spans of seconds after midnight in which it is open. */
export interface OpenDay {
  weekday: number;
  spans: { from: number; to: number }[];
  /** Open parts of the day. */
  parts: number;
}

/** Returns the open days of a week, from Monday on. */
export function openDays({ seconds, open }: OpenWeek): OpenDay[] {
  const days = new Map<number, OpenDay>();
  for (const part of open) {
    const weekday = Math.floor((part * seconds) / DAY_SECONDS);
    const from = part * seconds - weekday * DAY_SECONDS;
    const day = days.get(weekday) ?? { weekday, spans: [], parts: 0 };
    const last = day.spans.at(-1);
    if (last?.to === from) last.to += seconds;
    else day.spans.push({ from, to: from + seconds });
    day.parts++;
    days.set(weekday, day);
  }
  return [...days.values()];
}
