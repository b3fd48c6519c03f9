import { quoteLiteral } from "../tables/sql.js";
import { fullMatchSql } from "./number-formats.js";

/** The ways to write a day that are understood: the pattern, and its groups rewritten as year-month-day. */
const DATE_PATTERNS = {
  yearFirst: { pattern: "(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})", rewritten: "\\1-\\2-\\3" },
  dayFirst: { pattern: "(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})", rewritten: "\\3-\\2-\\1" },
  monthFirst: { pattern: "(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})", rewritten: "\\3-\\1-\\2" },
  dayFirstShort: { pattern: "(\\d{1,2})[/.](\\d{1,2})[/.](\\d{2})", rewritten: "\\3-\\2-\\1" },
  monthFirstShort: { pattern: "(\\d{1,2})[/.](\\d{1,2})[/.](\\d{2})", rewritten: "\\3-\\1-\\2" },
  namedMonth: { pattern: "(\\d{1,2})[- ]([A-Za-z]{3,9})[-, ]+(\\d{4})", rewritten: "\\3-\\2-\\1" },
  namedMonthFirst: { pattern: "([A-Za-z]{3,9})[. ]+(\\d{1,2}),? (\\d{4})", rewritten: "\\3-\\1-\\2" },
  ideographic: { pattern: "(\\d{4})年(\\d{1,2})月(\\d{1,2})日", rewritten: "\\1-\\2-\\3" },
  month: { pattern: "(\\d{4})[-/](\\d{2})()", rewritten: "\\1-\\2-01" },
  compact: { pattern: "(\\d{4})(\\d{2})(\\d{2})", rewritten: "\\1-\\2-\\3" },
  year: { pattern: "(\\d{4})()()", rewritten: "\\1-01-01" },
} as const;

export type DateFormat = keyof typeof DATE_PATTERNS;
/** Bare digits are numbers unless their column is declared to be of times. */
export const DECLARED_ONLY_FORMATS: DateFormat[] = ["compact", "year"];
export const DATE_FORMATS = (Object.keys(DATE_PATTERNS) as DateFormat[]).filter((format) => !DECLARED_ONLY_FORMATS.includes(format));

/** Years of two digits: as POSIX strptime has it, 69 to 99 are of the 20th century. */
const TWO_DIGIT_YEAR_FORMATS = new Set<DateFormat>(["dayFirstShort", "monthFirstShort"]);
const NAMED_MONTH_FORMATS = new Set<DateFormat>(["namedMonth", "namedMonthFirst"]);

/** A time of day may follow: hours and minutes, perhaps seconds and a fraction … */
const TIME_OF_DAY_PATTERN = "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.]\\d+)?)?";
/** … and perhaps am or pm, and an offset from UTC. */
const AM_PM_PATTERN = "(?: ?([AaPp][Mm]))?";
const UTC_OFFSET_PATTERN = "(?: ?(Z|UTC|[+-]\\d{2}:?(?:\\d{2})?))?";

const plainPattern = (format: DateFormat) => `${DATE_PATTERNS[format].pattern}(?:(?:T| +)(${TIME_OF_DAY_PATTERN}))?`;
const fullPattern = (format: DateFormat) =>
  `${DATE_PATTERNS[format].pattern}(?:(?:T| +)(${TIME_OF_DAY_PATTERN})${AM_PM_PATTERN}${UTC_OFFSET_PATTERN})?`;

/** Whether a text looks like a time in this format. */
export const matchesDatePattern = (text: string, format: DateFormat) => fullMatchSql(text, fullPattern(format));
/** Whether it has neither half of the day nor offset, so that `plainInstant` does. */
export const isPlainTimeSql = (text: string, format: DateFormat) => fullMatchSql(text, plainPattern(format));

/**
 * The instant that a text names in UTC, as TIMESTAMP; NULL where it is not of this format, or there is no such day or
 * time. Times without an offset are of `timezone` (IANA).
 */
export function toInstantSql(text: string, format: DateFormat, timezone: string): string {
  const part = (group: string) => `regexp_replace(${text}, ${quoteLiteral(fullPattern(format))}, ${quoteLiteral(group)})`;
  const local = parseLocalTimeSql(`${part(`${DATE_PATTERNS[format].rewritten} \\4`)}`, part("\\5"), format);
  const offset = part("\\6");
  return `CASE WHEN ${matchesDatePattern(text, format)} THEN CASE WHEN ${offset} = '' THEN ${localToUtcSql(local, timezone)} ELSE ${local} - ${toIntervalSql(offset)} END END`;
}

/** As `asInstant`, with a tenth of the work, for columns in which every time `isPlainTime`. */
export function plainToInstantSql(text: string, format: DateFormat, timezone: string): string {
  const rewritten = `regexp_replace(${text}, ${quoteLiteral(`^${plainPattern(format)}$`)}, ${quoteLiteral(`${DATE_PATTERNS[format].rewritten} \\4`)})`;
  return localToUtcSql(parseLocalTimeSql(rewritten, undefined, format), timezone);
}

/**
 * Whether a text is a day or a second exactly as DuckDB writes it, perhaps with a T between: a time of the format
 * yearFirst, told by a round trip, which takes a fraction of what matching its pattern does.
 */
export function isCanonicalTimeSql(text: string): string {
  const second = `TRY_CAST(${text} AS TIMESTAMP)::VARCHAR`;
  return `CASE strlen(${text}) WHEN 19 THEN ${second} = replace(${text}, 'T', ' ') WHEN 10 THEN TRY_CAST(${text} AS DATE)::VARCHAR = ${text} ELSE false END`;
}

/** As `plainInstant`, for what `isCanonicalTime`. */
export function canonicalToInstantSql(text: string, timezone: string): string {
  return localToUtcSql(`TRY_CAST(${text} AS TIMESTAMP)`, timezone);
}

/** `time` is year-month-day and perhaps a time of day; `half` is am, pm or nothing, where it can occur at all. */
function parseLocalTimeSql(time: string, half: string | undefined, format: DateFormat): string {
  const full = TWO_DIGIT_YEAR_FORMATS.has(format) ? `CASE WHEN ${time} < '69' THEN '20' ELSE '19' END || ${time}` : time;
  const days = NAMED_MONTH_FORMATS.has(format) ? ["%Y-%b-%d", "%Y-%B-%d"] : ["%Y-%m-%d"];
  const parsed = (text: string, clocks: string[]) =>
    `try_strptime(${text}, [${days.flatMap((day) => clocks.map((clock) => quoteLiteral(`${day} ${clock}`))).join(", ")}])`;
  const whole = NAMED_MONTH_FORMATS.has(format)
    ? parsed(full, ["", "%H:%M", "%H:%M:%S", "%H:%M:%S.%f"])
    : `TRY_CAST(rtrim(${full}) AS TIMESTAMP)`;
  if (half === undefined) return whole;
  return `CASE WHEN ${half} = '' THEN ${whole} ELSE ${parsed(`${full} || ' ' || ${half}`, ["%I:%M %p", "%I:%M:%S %p", "%I:%M:%S.%f %p"])} END`;
}

function localToUtcSql(local: string, timezone: string): string {
  return timezone === "UTC" ? local : `timezone('UTC', timezone(${quoteLiteral(timezone)}, ${local}))`;
}

function toIntervalSql(offset: string): string {
  const digits = `replace(substr(${offset}, 2), ':', '')`;
  const minutes = `(TRY_CAST(left(${digits}, 2) AS INTEGER) * 60 + coalesce(TRY_CAST(substr(${digits}, 3) AS INTEGER), 0))`;
  return `CASE WHEN ${offset} IN ('Z', 'UTC') THEN INTERVAL 0 SECOND ELSE to_minutes(CASE left(${offset}, 1) WHEN '-' THEN -${minutes} ELSE ${minutes} END) END`;
}
