/**
 * Years of a month in digits: those of the common era from 1500 to 2199, and from 2400 to 2599 those of the Buddhist era, which are read
 * as they stand. With another year it is the number of a part, such as 05-4711.
 */
export const YEAR_OF_MONTH = "(?:1[5-9]|2[0145])\\d{2}";

/**
 * Accepted date formats: the pattern, and its groups rewritten as year-month-day. A month, quarter, half, week or year is its first
 * day. The month of a quarter or half is written as Q or H with its numeral, and a week as year-week (ISO 8601). A decimal year such
 * as 1949.083 is the month that begins then, and written as year-fraction. Years of the Republic of China count from 1912. A serial
 * number counts the days since 1899-12-30, as in spreadsheets; times of the epoch count the seconds or milliseconds since 1970-01-01
 * in UTC.
 */
const DATE_PATTERNS = {
  yearFirst: { pattern: "(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})", rewritten: "\\1-\\2-\\3" },
  yearDayMonth: { pattern: "(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})", rewritten: "\\1-\\3-\\2" },
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
  month: { pattern: `(?:(${YEAR_OF_MONTH})[-/](\\d{2})|((?:19|20)\\d{2})/(\\d))`, rewritten: "\\1\\3-\\2\\4-01" },
  monthBeforeYear: { pattern: `(\\d{1,2})[-/](${YEAR_OF_MONTH})`, rewritten: "\\2-\\1-01" },
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
  // Twelve digits are no milliseconds since 1970: those are of 1976.
  compactTime: { pattern: "((?:19|20)\\d{2})(\\d{2})(\\d{2})T?(\\d{2})(\\d{4}(?:[.,]\\d+)?|\\d{2})", rewritten: "\\1-\\2-\\3 \\4:\\5" },
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
/** Days of a spreadsheet that has exchanged their day and month. Only all values together show it. */
export const EXCHANGED_DAY: DateFormat = "yearDayMonth";
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
  (format) => !DECLARED_ONLY_FORMATS.includes(format) && !CODED.includes(format) && format !== SPLIT_YEAR && format !== EXCHANGED_DAY,
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
export const TWO_DIGIT_YEAR_FORMATS: ReadonlySet<DateFormat> = new Set<DateFormat>([
  "dayFirstShort",
  "monthFirstShort",
  "yearFirstShort",
  "namedMonthShort",
  "namedMonthOfYearShort",
  "quarterBeforeYearShort",
]);
export const NAMED_MONTH_FORMATS: ReadonlySet<DateFormat> = new Set<DateFormat>([
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
export const QUARTER_FORMATS: ReadonlySet<DateFormat> = new Set<DateFormat>(["quarter", "quarterBeforeYear", "quarterBeforeYearShort"]);
export const HALF_FORMATS: ReadonlySet<DateFormat> = new Set<DateFormat>(["half", "halfBeforeYear"]);
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

/** Optional time of day after the date: hours and minutes, optionally seconds and a fraction, after a point or comma (ISO 8601). */
const TIME_OF_DAY_PATTERN = "\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?";
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

/** Returns the pattern of this format without half of the day, am or pm, and offset. The time of day is in the group 6. */
export const plainDatePattern = (format: DateFormat): string => `${datePattern(format)}(?:(?:T| +)(${TIME_OF_DAY_PATTERN}))?`;
/**
 * Returns the pattern of this format, with half of the day, time of day, am or pm, and an offset in the groups 6 to 9. The time of day of
 * `compactTime` is in the groups of the day.
 */
export const fullDatePattern = (format: DateFormat): string =>
  format === "compactTime"
    ? `${datePattern(format)}()()()${UTC_OFFSET_PATTERN}`
    : `${datePattern(format)}(?:(?:T| +)${HALF_DAY_PATTERN}(${TIME_OF_DAY_PATTERN})${AM_PM_PATTERN}${UTC_OFFSET_PATTERN})?`;
/** Returns the groups of the time in a match of the full pattern. */
export const timeGroups = (match: readonly string[]): (string | undefined)[] => match.slice(DATE_GROUPS + 1);

/** Returns year-month-day with the groups of the pattern, such as `\\3-\\2-\\1`. */
export const rewrittenDay = (format: DateFormat): string => DATE_PATTERNS[format].rewritten;
