import type { SeriesDescription, SeriesPeriod } from "@agatha/contracts";

/** Returns the name of a period, "other" where it has none. */
export function frequencyName({ unit, size }: SeriesPeriod): SeriesDescription["rhythm"] {
  const names: Record<SeriesPeriod["unit"], Record<number, SeriesDescription["rhythm"]>> = {
    second: { 1: "second", 60: "minute", 3600: "hour" },
    day: { 1: "day", 7: "week" },
    weekday: { 1: "weekday" },
    month: { 1: "month", 3: "quarter", 12: "year" },
  };
  return names[unit][size] ?? "other";
}
