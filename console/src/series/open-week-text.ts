import { type OpenDay, openDays, openWeekOf, type SeriesPeriod } from "@agatha/contracts";
import type { Format } from "../i18n/format.js";

const DAY_SECONDS = 86_400;

/** Returns the open days and hours of a series, such as "Mon–Fri 09:00–17:00, Sat 09:00–12:00"; undefined if none is closed. */
export function openWeekText(period: SeriesPeriod | null, format: Pick<Format, "weekday">): string | undefined {
  const week = period === null ? undefined : openWeekOf(period);
  if (!week) return undefined;
  const groups: { from: number; to: number; hours: string }[] = [];
  for (const day of openDays(week)) {
    const hours = hoursOf(day);
    const last = groups.at(-1);
    if (last?.hours === hours && last.to === day.weekday - 1) last.to = day.weekday;
    else groups.push({ from: day.weekday, to: day.weekday, hours });
  }
  const days = ({ from, to }: { from: number; to: number }) =>
    from === to ? format.weekday(from) : `${format.weekday(from)}–${format.weekday(to)}`;
  return groups.map((group) => `${days(group)} ${group.hours}`.trim()).join(", ");
}

/** Returns the open hours of a day; nothing for a whole day. */
function hoursOf({ spans }: OpenDay): string {
  const isWhole = spans.length === 1 && spans[0]?.from === 0 && spans[0].to === DAY_SECONDS;
  return isWhole ? "" : spans.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(" ");
}

const clockOf = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60].map((part) => String(part).padStart(2, "0")).join(":");
