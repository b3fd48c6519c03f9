/** Statements that read times of one format. The same texts one at a time: cells/written-times.ts. */
import { monthNumbers } from "@agatha/contracts/month-names";
import { quoteLiteral } from "../../tables/sql.js";
import {
  type DateFormat,
  DECIMAL_YEAR,
  EAST_ASIAN_HALVES,
  fullDatePattern,
  HALF_FORMATS,
  HALF_NUMERALS,
  NAMED_MONTH_FORMATS,
  plainDatePattern,
  QUARTER_FORMATS,
  QUARTER_NUMERALS,
  REPUBLIC_FORMATS,
  rewrittenDay,
  TWO_DIGIT_YEAR_FORMATS,
  WEEK_FORMATS,
  YEAR_BEFORE_REPUBLIC,
} from "./date-formats.js";
import { fullMatchSql } from "./number-formats.js";

/** Condition that a text matches the pattern of this format. */
export const matchesDatePattern = (text: string, format: DateFormat) => fullMatchSql(text, fullDatePattern(format));
/** Condition that a text matches this format without am or pm and without an offset, so that `plainToInstantSql` can read it. */
export const isPlainTimeSql = (text: string, format: DateFormat) => fullMatchSql(text, plainDatePattern(format));

/**
 * Returns the instant of a text as TIMESTAMP in UTC. NULL if the text does not have this format, or names a day or time that does
 * not exist. Times without an offset are in `timezone` (IANA).
 */
export function toInstantSql(text: string, format: DateFormat, timezone: string): string {
  const part = (group: string) => `regexp_replace(${text}, ${quoteLiteral(fullDatePattern(format))}, ${quoteLiteral(group)})`;
  const local = parseLocalTimeSql(`${part(`${rewrittenDay(format)} \\7`)}`, part("\\6\\8"), format);
  const offset = utcOffsetSql(text, format);
  return `CASE WHEN ${matchesDatePattern(text, format)} THEN CASE WHEN ${offset} = '' THEN ${localToUtcSql(local, UTC_FORMATS.has(format) ? "UTC" : timezone)} ELSE ${local} - ${toIntervalSql(offset)} END END`;
}

/** Returns the offset from UTC of a text that has this format, as it is written; empty without one. */
export const utcOffsetSql = (text: string, format: DateFormat): string =>
  `regexp_replace(${text}, ${quoteLiteral(fullDatePattern(format))}, ${quoteLiteral("\\9")})`;

/**
 * Same as `toInstantSql` at a tenth of the cost, for columns in which every time meets `isPlainTimeSql`. Words for infinity have no
 * digit; DuckDB would read them as times.
 */
export function plainToInstantSql(text: string, format: DateFormat, timezone: string): string {
  const rewritten = `regexp_replace(${text}, ${quoteLiteral(`^${plainDatePattern(format)}$`)}, ${quoteLiteral(`${rewrittenDay(format)} \\6`)})`;
  return `CASE WHEN regexp_matches(${text}, '\\d') THEN ${localToUtcSql(parseLocalTimeSql(rewritten, undefined, format), timezone)} END`;
}

/**
 * Condition that a text is a day or a second exactly as DuckDB writes it, optionally with a T in between. Such a text has the
 * format yearFirst. A round trip through the cast decides, at a fraction of the cost of the pattern.
 */
export function isCanonicalTimeSql(text: string): string {
  const second = `TRY_CAST(${text} AS TIMESTAMP)::VARCHAR`;
  return `CASE strlen(${text}) WHEN 19 THEN ${second} = replace(${text}, 'T', ' ') WHEN 10 THEN TRY_CAST(${text} AS DATE)::VARCHAR = ${text} ELSE false END`;
}

/** Same as `plainToInstantSql`, for texts that meet `isCanonicalTimeSql`. */
export function canonicalToInstantSql(text: string, timezone: string): string {
  return localToUtcSql(`TRY_CAST(${text} AS TIMESTAMP)`, timezone);
}

/**
 * Parses `time`, which is year-month-day with an optional time of day. `half` is am, pm or empty; undefined if the format cannot
 * have it.
 */
function parseLocalTimeSql(time: string, half: string | undefined, format: DateFormat): string {
  if (format === "epochSeconds") return `make_timestamp(CAST(round(1e6 * TRY_CAST(rtrim(${time}) AS DOUBLE)) AS BIGINT))`;
  if (format === "epochMilliseconds") return `make_timestamp(1000 * TRY_CAST(rtrim(${time}) AS BIGINT))`;
  if (format === "compactTime")
    return `TRY_CAST(${withPointSql(`regexp_replace(rtrim(${time}), ':(\\d{2})(\\d{2}(?:[.,]\\d+)?)$', ':\\1:\\2')`)} AS TIMESTAMP)`;
  if (format === "decimalYear") return monthOfDecimalYearSql(time);
  if (format === "serial") return `TIMESTAMP '1899-12-30' + to_seconds(round(86400 * TRY_CAST(rtrim(${time}) AS DOUBLE)))`;
  const full = TWO_DIGIT_YEAR_FORMATS.has(format) ? `CASE WHEN ${time} < '69' THEN '20' ELSE '19' END || ${time}` : time;
  const numbered = withPointSql(numberedDaySql(full, format));
  const whole = `TRY_CAST(rtrim(${numbered}) AS TIMESTAMP)`;
  if (half === undefined) return whole;
  return `CASE WHEN ${half} = '' THEN ${whole} ELSE try_strptime(${noonAsTwelveSql(numbered)} || ' ' || ${amOrPmSql(half)}, [${HALF_DAY_CLOCKS.join(", ")}]) END`;
}

/** Rewrites the month or week of a time, and a year of the Republic of China, as year-month-day of the common era. */
function numberedDaySql(time: string, format: DateFormat): string {
  if (WEEK_FORMATS.has(format)) return weeksToDaysSql(time);
  if (QUARTER_FORMATS.has(format)) return partsToMonthsSql(time, "Q", QUARTER_NUMERALS);
  if (HALF_FORMATS.has(format)) return partsToMonthsSql(time, "H", HALF_NUMERALS);
  if (NAMED_MONTH_FORMATS.has(format)) return namesToMonthsSql(time);
  if (REPUBLIC_FORMATS.has(format)) return fromRepublicSql(time);
  return format === "pointMonth" ? `replace(${time}, '-1-', '-10-')` : time;
}

/** Writes the comma before a fraction of a second as a point. */
const withPointSql = (time: string) => `replace(${time}, ',', '.')`;

const HALF_DAY_CLOCKS = ["%I:%M %p", "%I:%M:%S %p", "%I:%M:%S.%f %p"].map((clock) => quoteLiteral(`%Y-%m-%d ${clock}`));

/** Writes the hour 0 of a half day, as Japanese has it, as 12. */
const noonAsTwelveSql = (time: string) => `regexp_replace(${time}, ' 0?0:', ' 12:')`;

/** Writes half of a day as am or pm. */
function amOrPmSql(half: string): string {
  const write = (text: string, words: readonly string[], name: string) =>
    `regexp_replace(${text}, ${quoteLiteral(words.join("|"))}, '${name}')`;
  return write(write(half, EAST_ASIAN_HALVES.am, "am"), EAST_ASIAN_HALVES.pm, "pm");
}

/** Replaces the quarter or half in a text such as 2020-Q2-01 by its first month. `parts` are the numerals of each part of the year. */
function partsToMonthsSql(time: string, mark: string, parts: readonly string[][]): string {
  const firstMonth = (part: number) => (12 / parts.length) * part + 1;
  const replaced = parts.flatMap((numerals, part) => numerals.map((numeral) => [numeral, firstMonth(part)] as const));
  return replaced.reduce((text, [numeral, month]) => `replace(${text}, '-${mark}${numeral}-', '-${month}-')`, time);
}

/** Counts the year of a text such as 104-1-15 from the common era. Without a day, it is the first of the month. */
function fromRepublicSql(time: string): string {
  const year = `(TRY_CAST(split_part(t, '-', 1) AS INTEGER) + ${YEAR_BEFORE_REPUBLIC})::VARCHAR`;
  const rest = `regexp_replace(substr(t, strpos(t, '-')), '-( |$)', '-01\\1')`;
  return `list_transform([${time}], lambda t: ${year} || ${rest})[1]`;
}

/** Replaces the name of the month in a text such as 2020-Januar-01 by its number. NULL if no month has the name. */
function namesToMonthsSql(time: string): string {
  const list = (texts: Iterable<string>) => `[${Array.from(texts, quoteLiteral).join(", ")}]`;
  const numbers = monthNumbers();
  const number = `${list(numbers.values())}[list_position(${list(numbers.keys())}, lower(split_part(t, '-', 2)))]`;
  // The text is a long expression, so it stands in the statement once.
  return `list_transform([${time}], lambda t: split_part(t, '-', 1) || '-' || ${number} || '-' || split_part(t, '-', 3))[1]`;
}

/**
 * Writes the day of a text such as 2020-53-7 06:00, Sunday of a week (ISO 8601: the first week has January 4), as year-month-day; Monday
 * without a day. NULL if the year has no such week.
 */
function weeksToDaysSql(time: string): string {
  const year = "TRY_CAST(left(t, 4) AS INTEGER)";
  const firstMonday = "date_trunc('week', TRY_CAST(left(t, 4) || '-01-04' AS TIMESTAMP))";
  const weeks = "(TRY_CAST(split_part(split_part(t, '-', 2), ' ', 1) AS INTEGER) - 1)";
  const days = "(coalesce(TRY_CAST(left(split_part(t, '-', 3), 1) AS INTEGER), 1) - 1)";
  const day = `(${firstMonday} + to_days(7 * ${weeks} + ${days}))`;
  return `list_transform([${time}], lambda t: CASE WHEN isoyear(${day}) = ${year} THEN ${day}::DATE::VARCHAR || substr(t, strpos(t, ' ')) END)[1]`;
}

/** Returns the beginning of the month of a text such as 1949-083. NULL if no month of the year begins then. */
function monthOfDecimalYearSql(time: string): string {
  const { tolerance, leastDigits, mostDigits } = DECIMAL_YEAR;
  const digits = "rtrim(substr(t, 6))";
  const months = `(12 * TRY_CAST('0.' || ${digits} AS DOUBLE))`;
  const unit = `pow(10, -least(greatest(length(${digits}), ${leastDigits}), ${mostDigits}))`;
  const first = `TRY_CAST(left(t, 4) || '-01-01' AS TIMESTAMP)`;
  const month = `CASE WHEN abs(${months} - round(${months})) <= 12 * ${tolerance} * ${unit} THEN ${first} + to_months(CAST(round(${months}) AS INTEGER)) END`;
  return `list_transform([${time}], lambda t: ${month})[1]`;
}

/** Formats that count from 1970-01-01 in UTC, whatever the time zone. */
const UTC_FORMATS = new Set<DateFormat>(["epochSeconds", "epochMilliseconds"]);

function localToUtcSql(local: string, timezone: string): string {
  return timezone === "UTC" ? local : `timezone('UTC', timezone(${quoteLiteral(timezone)}, ${local}))`;
}

function toIntervalSql(offset: string): string {
  const digits = `replace(substr(${offset}, 2), ':', '')`;
  const minutes = `(TRY_CAST(left(${digits}, 2) AS INTEGER) * 60 + coalesce(TRY_CAST(substr(${digits}, 3) AS INTEGER), 0))`;
  return `CASE WHEN ${offset} IN ('Z', 'UTC') THEN INTERVAL 0 SECOND ELSE to_minutes(CASE left(${offset}, 1) WHEN '-' THEN -${minutes} ELSE ${minutes} END) END`;
}
