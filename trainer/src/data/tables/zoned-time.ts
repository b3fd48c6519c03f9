/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;
/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS;
export const DAYS_PER_WEEK = 7;
/** Milliseconds of a week of such days. */
export const WEEK_MS = DAYS_PER_WEEK * DAY_MS;

const TIME_PATTERN =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?(Z|UTC|[+-]\d{2}:?(?:\d{2})?))?)?$/;

/**
 * Parses a time that begins with the year to milliseconds since the epoch. Returns undefined when the time does not exist. A time
 * without an offset is in the time zone (IANA).
 */
export function parseTime(text: string, timezone: string): number | undefined {
  const match = TIME_PATTERN.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const fraction = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  const timeOfDay = hour * HOUR_MS + minute * 60_000 + second * 1000 + fraction;
  if (timeOfDay > DAY_MS || minute > 59 || second > 59) return undefined;
  const midnight = beginningOfDay(year, month - 1, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const clock = midnight + timeOfDay;
  return match[8] === undefined ? zonedTimeToUtc(clock, timezone) : clock - parseUtcOffset(match[8]);
}

/** Same as Date.UTC for the beginning of a day, except that the years 0 to 99 are not those from 1900 to 1999. */
export const beginningOfDay = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month, day);

/** Parses `+05:30` to milliseconds. */
export function parseUtcOffset(offset: string): number {
  if (offset === "Z" || offset === "UTC") return 0;
  const digits = offset.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (offset.startsWith("-") ? -minutes : minutes) * 60_000;
}

/**
 * Returns the instant at which clocks in the zone show this time, as ICU and so the ingest does: the later one of two, and for a time
 * that clocks leave out the one by the offset before; NaN for NaN.
 */
export function zonedTimeToUtc(clock: number, timezone: string): number {
  if (timezone === "UTC") return clock;
  const after = utcOffset(clock + DAY_MS, timezone);
  const later = clock - after;
  return utcOffset(later, timezone) === after ? later : clock - utcOffset(clock - DAY_MS, timezone);
}

/** Returns the local time in the zone at this instant, as milliseconds of a clock without zones; NaN for NaN. */
export function utcToZonedTime(instant: number, timezone: string): number {
  return timezone === "UTC" ? instant : instant + utcOffset(instant, timezone);
}

/** The first instant after clocks of a zone are changed, and by how much, in milliseconds. */
export interface ClockChange {
  at: number;
  by: number;
}

/** Returns the changes of clocks in the zone between two instants, in order of time. */
export function clockChanges(timezone: string, from: number, to: number): ClockChange[] {
  if (timezone === "UTC") return [];
  const changes: ClockChange[] = [];
  const offset = (instant: number) => utcOffset(instant, timezone);
  for (let start = from; start < to; start += BETWEEN_CHANGES_MS) {
    let [before, after] = [start, Math.min(to, start + BETWEEN_CHANGES_MS)];
    const by = offset(after) - offset(before);
    if (by === 0) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offset(middle) === offset(before)) before = middle;
      else after = middle;
    }
    changes.push({ at: after, by });
  }
  return changes;
}

/** Clocks of no zone were changed and changed back within so short a time. The shortest was a week (Brazil, October 2000). */
const BETWEEN_CHANGES_MS = 4 * DAY_MS;
/** No zone changed its clocks before 1800. */
const FIRST_CHANGE_MS = Date.UTC(1800, 0, 1);
/** Furthest instant of a JavaScript Date, in milliseconds (ECMA-262, section "Time Values and Time Range"). */
export const MAX_TIME_MS = 8.64e15;

/** By time zone, the offset of each span of four days; NaN of one in which clocks are changed. */
const spanOffsets = new Map<string, Map<number, number>>();

/** Returns local time minus UTC in the zone at this instant, in milliseconds; NaN for NaN. */
function utcOffset(instant: number, timezone: string): number {
  if (Number.isNaN(instant)) return Number.NaN;
  const offsets = spanOffsets.get(timezone) ?? new Map<number, number>();
  spanOffsets.set(timezone, offsets);
  const span = Math.floor(Math.max(instant, FIRST_CHANGE_MS) / BETWEEN_CHANGES_MS);
  let offset = offsets.get(span);
  if (offset === undefined) {
    const [first, last] = [span, span + 1].map((edge) => readOffset(Math.min(edge * BETWEEN_CHANGES_MS, MAX_TIME_MS), timezone));
    offset = first === last ? first : Number.NaN;
    offsets.set(span, offset);
  }
  return Number.isNaN(offset) ? readOffset(instant, timezone) : offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function readOffset(instant: number, timezone: string): number {
  let format = formats.get(timezone);
  if (!format) {
    const numeric = "numeric" as const;
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    formats.set(timezone, format);
  }
  const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const at = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
  const shown = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second"));
  return shown - Math.floor(instant / 1000) * 1000;
}
