import { monthNumbers } from "@agatha/contracts/month-names";
import { quoteLiteral } from "../../tables/sql.js";
import { fullMatchSql } from "./number-formats.js";

/**
 * Accepted date formats: the pattern, and its groups rewritten as year-month-day. A month, quarter, half, week or year is its first
 * day. The month of a quarter or half is written as Q or H with its numeral, and a week as year-week (ISO 8601). A decimal year such
 * as 1949.083 is the month that begins then, and written as year-fraction. Years of the Republic of China count from 1912. A serial
 * number counts the days since 1899-12-30, as in spreadsheets; times of the epoch count the seconds or milliseconds since 1970-01-01
 * in UTC.
 */
const DATE_PATTERNS = {
  yearFirst: { pattern: "(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})", rewritten: "\\1-\\2-\\3" },
  dayFirst: { pattern: "(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})", rewritten: "\\3-\\2-\\1" },
  monthFirst: { pattern: "(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})", rewritten: "\\3-\\1-\\2" },
  dayFirstShort: { pattern: "(\\d{1,2})[/.](\\d{1,2})[/.](\\d{2})", rewritten: "\\3-\\2-\\1" },
  monthFirstShort: { pattern: "(\\d{1,2})[/.](\\d{1,2})[/.](\\d{2})", rewritten: "\\3-\\1-\\2" },
  // With points and single digits, it is the number of a version.
  yearFirstShort: { pattern: "(\\d{2})(?:/(\\d{1,2})/(\\d{1,2})|[.](\\d{2})[.](\\d{2}))", rewritten: "\\1-\\2\\4-\\3\\5" },
  namedMonth: { pattern: "(\\d{1,2})(?:[- ]|[.] ?)?([A-Za-zÀ-ÿ]{3,10})[-., ]*(\\d{4})", rewritten: "\\3-\\2-\\1" },
  namedMonthShort: { pattern: "(\\d{1,2})(?:[- ]|[.] ?)([A-Za-zÀ-ÿ]{3,10})[.]?[- ]'?(\\d{2})", rewritten: "\\3-\\2-\\1" },
  namedMonthAfterYear: { pattern: "(\\d{4})[-./ ]([A-Za-zÀ-ÿ]{3,10})[-./ ]+(\\d{1,2})", rewritten: "\\1-\\2-\\3" },
  namedMonthFirst: { pattern: "([A-Za-zÀ-ÿ]{3,10})[. ]+(\\d{1,2}),? (\\d{4})", rewritten: "\\3-\\1-\\2" },
  ideographic: { pattern: "(\\d{4})年(\\d{1,2})月(\\d{1,2})日", rewritten: "\\1-\\2-\\3" },
  month: { pattern: "(?:(\\d{4})[-/](\\d{2})|((?:19|20)\\d{2})/(\\d))", rewritten: "\\1\\3-\\2\\4-01" },
  monthBeforeYear: { pattern: "(\\d{1,2})[-/](\\d{4})", rewritten: "\\2-\\1-01" },
  markedMonth: { pattern: "(?:(\\d{4})[- ]?[Mm](\\d{1,2})|((?:19|20)\\d{2})[:_](\\d{2}))", rewritten: "\\1\\3-\\2\\4-01" },
  ideographicMonth: { pattern: "(\\d{4})年(\\d{1,2})月", rewritten: "\\1-\\2-01" },
  namedMonthOfYear: {
    pattern: "(?:([A-Za-zÀ-ÿ]{3,10})[-., ]*(\\d{4})|(\\d{4})[-., ]*([A-Za-zÀ-ÿ]{3,10}))",
    rewritten: "\\2\\3-\\1\\4-01",
  },
  namedMonthOfYearShort: { pattern: "([A-Za-zÀ-ÿ]{3,10})[.]?[- ]'?(\\d{2})", rewritten: "\\2-\\1-01" },
  quarter: {
    pattern: "(?:(?:[Ff][Yy] ?)?(\\d{4})(?:[-_:. ]?[Qq]([1-4])|年第?([1-4一二三四])(?:季度?|四半期))|((?:19|20)\\d{2})[- ](IV|I{1,3}))",
    rewritten: "\\1\\4-Q\\2\\3\\5-01",
  },
  quarterBeforeYear: { pattern: "(?:[Qq]([1-4])|([1-4])[Qq])[-/ ]?(?:[Ff][Yy] ?)?(\\d{4})", rewritten: "\\3-Q\\1\\2-01" },
  quarterBeforeYearShort: { pattern: "(?:[Qq]([1-4])(?:/| ?')|([1-4])[Qq](?:/| ?'?))(\\d{2})", rewritten: "\\3-Q\\1\\2-01" },
  half: {
    pattern: "(?:[Ff][Yy] ?)?((?:19|20)\\d{2})(?:[-_ ]?[Hh]([12])|年?([上下])(?:半年|半期|期))",
    rewritten: "\\1-H\\2\\3-01",
  },
  halfBeforeYear: { pattern: "(?:[Hh]([12])|([12])[Hh])[-/ ]?(?:[Ff][Yy] ?)?((?:19|20)\\d{2})", rewritten: "\\3-H\\1\\2-01" },
  markedYear: { pattern: "(?:[Ff][Yy] ?(\\d{4})|(\\d{4})年度?)", rewritten: "\\1\\2-01-01" },
  week: {
    pattern: "(\\d{4})(?:[Ww](\\d{2})([1-7])|[- ]?(?:[Ww]|[Kk][Ww]) ?(\\d{1,2})(?:-([1-7]))?)",
    rewritten: "\\1-\\2\\4-\\3\\5",
  },
  weekBeforeYear: { pattern: "(?:[Ww]|[Kk][Ww]|[Ww]eek) ?(\\d{1,2})[-/ ](\\d{4})", rewritten: "\\2-\\1" },
  ordinalWeekBeforeYear: { pattern: "(\\d{1,2})[.] ?[Kk][Ww][-/ ](\\d{4})", rewritten: "\\2-\\1" },
  republic: {
    // Without the name of the Republic, years of two digits are of the common era, or a length of time.
    pattern: "(?:民[國国] ?(\\d{2,3})(?:年|/)|(1[0-4]\\d)年)(\\d{1,2})(?:月(?:(\\d{1,2})日)?|/(\\d{1,2}))",
    rewritten: "\\1\\2-\\3-\\4\\5",
  },
  ideographicRepublic: { pattern: "([6-9]\\d|1[0-4]\\d)年(\\d{1,2})月(?:(\\d{1,2})日)?", rewritten: "\\1-\\2-\\3" },
  republicDay: { pattern: "([6-9]\\d|1[0-4]\\d)(?:[-.](\\d{2})[-.](\\d{2})|/(\\d{1,2})/(\\d{1,2}))", rewritten: "\\1-\\2\\4-\\3\\5" },
  republicMonth: { pattern: "([6-9]\\d|1[0-4]\\d)(?:[.](\\d{2})|/(\\d{1,2}))", rewritten: "\\1-\\2\\3-01" },
  pointMonth: { pattern: "((?:19|20)\\d{2})[.,](0[1-9]|1[0-2]?)", rewritten: "\\1-\\2-01" },
  pointMonthShort: { pattern: "((?:19|20)\\d{2})[.,](1[0-2]|[1-9])", rewritten: "\\1-\\2-01" },
  compact: { pattern: "(\\d{4})(\\d{2})(\\d{2})", rewritten: "\\1-\\2-\\3" },
  compactTime: { pattern: "((?:19|20)\\d{2})(\\d{2})(\\d{2})T?(\\d{2})(\\d{4})", rewritten: "\\1-\\2-\\3 \\4\\5" },
  compactMonth: { pattern: "(\\d{4})(\\d{2})", rewritten: "\\1-\\2-01" },
  compactRepublicDay: { pattern: "(1[0-4]\\d)(\\d{2})(\\d{2})", rewritten: "\\1-\\2-\\3" },
  splitYear: { pattern: "(\\d{4})[-/–](?:\\d{4}|\\d{2})", rewritten: "\\1-01-01" },
  year: { pattern: "(\\d{4})", rewritten: "\\1-01-01" },
  decimalYear: { pattern: "(\\d{4})[.,](\\d+)", rewritten: "\\1-\\2" },
  serial: { pattern: "(\\d{5}(?:[.]\\d+)?)", rewritten: "\\1" },
  epochSeconds: { pattern: "(\\d{9,10}(?:[.]\\d+)?)", rewritten: "\\1" },
  epochMilliseconds: { pattern: "(\\d{12,13})", rewritten: "\\1" },
  compactRepublicMonth: { pattern: "(1[0-4]\\d)(\\d{2})", rewritten: "\\1-\\2-01" },
} as const;

export type DateFormat = keyof typeof DATE_PATTERNS;
/** Formats of bare digits. They are numbers unless the owner declares the column to be dates. */
export const DECLARED_ONLY_FORMATS: DateFormat[] = [
  "compact",
  "compactTime",
  "compactMonth",
  "year",
  "decimalYear",
  "serial",
  "epochSeconds",
  "epochMilliseconds",
  "compactRepublicDay",
  // After the serial numbers, which have as many digits: only the name of a column distinguishes them.
  "compactRepublicMonth",
];
/** Years such as 2015/16. Only all values together distinguish them from months. */
export const SPLIT_YEAR: DateFormat = "splitYear";
/**
 * Months and days whose year is apart by a point or is one of the Republic of China: 2015.01, 104/01, 99/1/15, 99年1月. Only all values
 * together distinguish them from numbers and names. The last zero of 2015.10 may be lost; in the short form the months have no leading
 * zeros.
 */
export const CODED_FORMATS = [
  "pointMonth",
  "pointMonthShort",
  "republicMonth",
  "republicDay",
  "ideographicRepublic",
] as const satisfies DateFormat[];
const CODED: readonly DateFormat[] = CODED_FORMATS;
/** Formats with years of the Republic of China of two digits, where others of the column have three: 99/12/31 and 100/01/01. */
export const AROUND_YEAR_100: readonly DateFormat[] = ["republicMonth", "republicDay", "ideographicRepublic"];
/** Formats that only a column has which its owner declares to be dates, unless all of its values show them. */
export const DECLARED_FORMATS: DateFormat[] = [...AROUND_YEAR_100, ...DECLARED_ONLY_FORMATS];
export const DATE_FORMATS = (Object.keys(DATE_PATTERNS) as DateFormat[]).filter(
  (format) => !DECLARED_ONLY_FORMATS.includes(format) && !CODED.includes(format) && format !== SPLIT_YEAR,
);

/** Returns the names that are date formats, in their order. */
export const dateFormatsOf = (names: readonly string[]): DateFormat[] =>
  names.filter((name): name is DateFormat => Object.hasOwn(DATE_PATTERNS, name));

const OTHER_DAY_ORDERS: Partial<Record<DateFormat, DateFormat>> = {
  dayFirst: "monthFirst",
  monthFirst: "dayFirst",
  dayFirstShort: "monthFirstShort",
  monthFirstShort: "dayFirstShort",
};

/** Returns the format with day and month exchanged; undefined where the format shows which is which. */
export const otherDayOrder = (format: DateFormat): DateFormat | undefined => OTHER_DAY_ORDERS[format];

/** Formats of days whose three numbers have at most two digits, so that the year may be the first of them or the last. */
const SHORT_DAYS: DateFormat[] = ["dayFirstShort", "monthFirstShort", "yearFirstShort"];

/** Returns true for a format whose last number, a year, may be the day, and whose first one the year. */
export const mayBeYearFirst = (format: DateFormat): boolean => format !== "yearFirstShort" && SHORT_DAYS.includes(format);

/** Returns the formats with the same numbers in other orders, first the one with day and month exchanged. */
export function otherOrders(format: DateFormat): DateFormat[] {
  const exchanged = otherDayOrder(format);
  const others = SHORT_DAYS.includes(format) ? SHORT_DAYS.filter((other) => other !== format && other !== exchanged) : [];
  return exchanged ? [exchanged, ...others] : others;
}

/** Formats of weeks (ISO 8601). */
export const WEEK_FORMATS: ReadonlySet<DateFormat> = new Set<DateFormat>(["week", "weekBeforeYear", "ordinalWeekBeforeYear"]);

/** Formats with years of two digits. As in POSIX strptime, 69 to 99 belong to the 20th century. */
const TWO_DIGIT_YEAR_FORMATS = new Set<DateFormat>([
  "dayFirstShort",
  "monthFirstShort",
  "yearFirstShort",
  "namedMonthShort",
  "namedMonthOfYearShort",
  "quarterBeforeYearShort",
]);
const NAMED_MONTH_FORMATS = new Set<DateFormat>([
  "namedMonth",
  "namedMonthShort",
  "namedMonthAfterYear",
  "namedMonthFirst",
  "namedMonthOfYear",
  "namedMonthOfYearShort",
]);
/**
 * Largest distance of a decimal year from the beginning of a month, in units of its last digit, and the digits that count: files add up
 * the steps, and the errors of the steps with them.
 */
export const DECIMAL_YEAR = { tolerance: 0.6, leastDigits: 2, mostDigits: 6 };
const QUARTER_FORMATS = new Set<DateFormat>(["quarter", "quarterBeforeYear", "quarterBeforeYearShort"]);
const HALF_FORMATS = new Set<DateFormat>(["half", "halfBeforeYear"]);
/** The digits, Roman numerals and Chinese numerals of each quarter. */
export const QUARTER_NUMERALS = [
  ["1", "I", "一"],
  ["2", "II", "二"],
  ["3", "III", "三"],
  ["4", "IV", "四"],
];
/** The digit and Chinese numeral of each half of a year. */
export const HALF_NUMERALS = [
  ["1", "上"],
  ["2", "下"],
];
/** Formats with years of the Republic of China, and the year before its first. */
export const REPUBLIC_FORMATS: ReadonlySet<DateFormat> = new Set<DateFormat>([
  "republic",
  "republicMonth",
  "republicDay",
  "ideographicRepublic",
  "compactRepublicMonth",
  "compactRepublicDay",
]);
export const YEAR_BEFORE_REPUBLIC = 1911;

/** Optional time of day after the date: hours and minutes, optionally seconds and a fraction. */
const TIME_OF_DAY_PATTERN = "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.]\\d+)?)?";
/** Halves of the day before the time of day, as Chinese, Japanese and Korean texts have them. */
export const EAST_ASIAN_HALVES: Record<"am" | "pm", string[]> = { am: ["上午", "午前", "오전"], pm: ["下午", "午後", "오후"] };
const HALF_DAY_PATTERN = `(?:(${[...EAST_ASIAN_HALVES.am, ...EAST_ASIAN_HALVES.pm].join("|")}) ?)?`;
/** Optional am or pm after the time of day, followed by an optional offset from UTC. */
const AM_PM_PATTERN = "(?: ?([AaPp][Mm]))?";
const UTC_OFFSET_PATTERN = "(?: ?(Z|UTC|[+-]\\d{2}:?(?:\\d{2})?))?";

/** Most groups of a pattern. The groups of the time of day follow. */
const DATE_GROUPS = 5;

/** Returns the pattern with so many groups. */
function datePattern(format: DateFormat): string {
  const { pattern } = DATE_PATTERNS[format];
  const groups = pattern.match(/\((?!\?)/g) ?? [];
  return `${pattern}${"()".repeat(DATE_GROUPS - groups.length)}`;
}

const plainPattern = (format: DateFormat) => `${datePattern(format)}(?:(?:T| +)(${TIME_OF_DAY_PATTERN}))?`;
/** Returns the pattern of this format, with half of the day, time of day, am or pm, and an offset in the groups 6 to 9. */
export const fullDatePattern = (format: DateFormat): string =>
  `${datePattern(format)}(?:(?:T| +)${HALF_DAY_PATTERN}(${TIME_OF_DAY_PATTERN})${AM_PM_PATTERN}${UTC_OFFSET_PATTERN})?`;
/** Returns the groups of the time in a match of the full pattern. */
export const timeGroups = (match: readonly string[]): (string | undefined)[] => match.slice(DATE_GROUPS + 1);

/** Returns year-month-day with the groups of the pattern, such as `\\3-\\2-\\1`. */
export const rewrittenDay = (format: DateFormat): string => DATE_PATTERNS[format].rewritten;

/** Condition that a text matches the pattern of this format. */
export const matchesDatePattern = (text: string, format: DateFormat) => fullMatchSql(text, fullDatePattern(format));
/** Condition that a text matches this format without am or pm and without an offset, so that `plainToInstantSql` can read it. */
export const isPlainTimeSql = (text: string, format: DateFormat) => fullMatchSql(text, plainPattern(format));

/**
 * Returns the instant of a text as TIMESTAMP in UTC. NULL if the text does not have this format, or names a day or time that does
 * not exist. Times without an offset are in `timezone` (IANA).
 */
export function toInstantSql(text: string, format: DateFormat, timezone: string): string {
  const part = (group: string) => `regexp_replace(${text}, ${quoteLiteral(fullDatePattern(format))}, ${quoteLiteral(group)})`;
  const local = parseLocalTimeSql(`${part(`${DATE_PATTERNS[format].rewritten} \\7`)}`, part("\\6\\8"), format);
  const offset = utcOffsetSql(text, format);
  return `CASE WHEN ${matchesDatePattern(text, format)} THEN CASE WHEN ${offset} = '' THEN ${localToUtcSql(local, UTC_FORMATS.has(format) ? "UTC" : timezone)} ELSE ${local} - ${toIntervalSql(offset)} END END`;
}

/** Returns the offset from UTC of a text that has this format, as it is written; empty without one. */
export const utcOffsetSql = (text: string, format: DateFormat): string =>
  `regexp_replace(${text}, ${quoteLiteral(fullDatePattern(format))}, ${quoteLiteral("\\9")})`;

/**
 * Same as `toInstantSql` at a tenth of the cost, for columns in which every time meets `isPlainTimeSql`. Marks of missing values have no
 * digit; DuckDB would read those of infinity as times.
 */
export function plainToInstantSql(text: string, format: DateFormat, timezone: string): string {
  const rewritten = `regexp_replace(${text}, ${quoteLiteral(`^${plainPattern(format)}$`)}, ${quoteLiteral(`${DATE_PATTERNS[format].rewritten} \\6`)})`;
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
    return `TRY_CAST(regexp_replace(rtrim(${time}), '(\\d{2})(\\d{2})(\\d{2})$', '\\1:\\2:\\3') AS TIMESTAMP)`;
  if (format === "decimalYear") return monthOfDecimalYearSql(time);
  if (format === "serial") return `TIMESTAMP '1899-12-30' + to_seconds(round(86400 * TRY_CAST(rtrim(${time}) AS DOUBLE)))`;
  const full = TWO_DIGIT_YEAR_FORMATS.has(format) ? `CASE WHEN ${time} < '69' THEN '20' ELSE '19' END || ${time}` : time;
  const numbered = numberedDaySql(full, format);
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
  return `list_transform([${time}], t -> ${year} || ${rest})[1]`;
}

/** Replaces the name of the month in a text such as 2020-Januar-01 by its number. NULL if no month has the name. */
function namesToMonthsSql(time: string): string {
  const list = (texts: Iterable<string>) => `[${Array.from(texts, quoteLiteral).join(", ")}]`;
  const numbers = monthNumbers();
  const number = `${list(numbers.values())}[list_position(${list(numbers.keys())}, lower(split_part(t, '-', 2)))]`;
  // The text is a long expression, so it stands in the statement once.
  return `list_transform([${time}], t -> split_part(t, '-', 1) || '-' || ${number} || '-' || split_part(t, '-', 3))[1]`;
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
  return `list_transform([${time}], t -> CASE WHEN isoyear(${day}) = ${year} THEN ${day}::DATE::VARCHAR || substr(t, strpos(t, ' ')) END)[1]`;
}

/** Returns the beginning of the month of a text such as 1949-083. NULL if no month of the year begins then. */
function monthOfDecimalYearSql(time: string): string {
  const { tolerance, leastDigits, mostDigits } = DECIMAL_YEAR;
  const digits = "rtrim(substr(t, 6))";
  const months = `(12 * TRY_CAST('0.' || ${digits} AS DOUBLE))`;
  const unit = `pow(10, -least(greatest(length(${digits}), ${leastDigits}), ${mostDigits}))`;
  const first = `TRY_CAST(left(t, 4) || '-01-01' AS TIMESTAMP)`;
  const month = `CASE WHEN abs(${months} - round(${months})) <= 12 * ${tolerance} * ${unit} THEN ${first} + to_months(CAST(round(${months}) AS INTEGER)) END`;
  return `list_transform([${time}], t -> ${month})[1]`;
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
