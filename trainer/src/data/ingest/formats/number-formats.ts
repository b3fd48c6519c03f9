import { quoteLiteral } from "../../tables/sql.js";

/** Character between a number's integer and fractional part. */
export const DECIMAL_MARKS = [".", ","] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/**
 * Blanks around a value. GROUP_SEPARATORS are the characters that spreadsheets put between groups of three digits, besides point
 * and comma.
 */
const WHITESPACE = " \t\u00a0\u202f\u3000";
const GROUP_SEPARATORS = "'\u2019\u00a0\u202f";

/** Infinite numbers, as programs write the result of a division by zero. */
const INFINITE_VALUES = ["inf", "infinity", "1.#inf", "1.#inf00"].flatMap((text) => ["", "+", "-"].map((sign) => sign + text));
/** What pandas (<NA>, NaT), databases (\N) and the C runtime of Windows write for a missing value. */
const PROGRAMS_NA_VALUES = [
  "<na>",
  "nat",
  "\\n",
  "-nan",
  "nan(ind)",
  "-nan(ind)",
  "1.#ind",
  "-1.#ind",
  "1.#qnan",
  "-1.#qnan",
  "1.#ind00",
  "-1.#ind00",
  "1.#qnan0",
  "-1.#qnan0",
];
/** Marks of a missing value in a column of numbers or times; compared in lower case. */
export const NA_VALUES = ["na", "n/a", "#n/a", "nan", "null", "none", "-", "--", "?", ".", ...PROGRAMS_NA_VALUES, ...INFINITE_VALUES];
const NA_VALUE_PATTERN = `(?i)(?:${NA_VALUES.map((mark) => mark.replaceAll(/[?.+\\()]/g, "\\$&")).join("|")})?`;

/** Returns the value without surrounding blanks. */
export function trimSql(column: string): string {
  return `trim(${column}, ${quoteLiteral(WHITESPACE)})`;
}

/** Condition that a value has another character than blanks. */
export function isNotBlankSql(column: string): string {
  return `regexp_matches(${column}, ${quoteLiteral(`[^${WHITESPACE}]`)})`;
}

/** Condition that a value is missing: a mark of a missing value, or only blanks. */
export function isMissingSql(column: string): string {
  return fullMatchSql(column, `[${WHITESPACE}]*${NA_VALUE_PATTERN}[${WHITESPACE}]*`);
}

/**
 * Whole numbers. A leading 0 indicates an identifier, not a number. Whole numbers stay below 2^53 = 9,007,199,254,740,992; longer
 * ones would lose digits and are text.
 */
const WHOLE_NUMBER_PATTERN = "(?:0|[1-9]\\d{0,14}|[1-8]\\d{15}|900[0-6]\\d{12})";
/** Digits before a fraction or an exponent, where more digits do no harm. With these bounds every number is finite. */
const DIGITS_PATTERN = "(?:0|[1-9]\\d{0,29})";
const EXPONENT_PATTERN = "[eE](?:\\+?\\d{1,2}|-\\d{1,3})";
const LARGE_EXPONENT_PATTERN = "[eE]\\+?(?:[12]\\d\\d|30[0-7])";

/** Returns the mark that groups digits where this one is the decimal mark. */
export const otherMark = (mark: DecimalMark) => (mark === "." ? "," : ".");
const groupSeparatorPattern = (mark: DecimalMark) => `[${otherMark(mark)}${GROUP_SEPARATORS}]`;

/** Returns the pattern of whole numbers, fractions and powers of ten without thousands separators. */
export function plainNumberPattern(mark: DecimalMark): string {
  const fraction = `${DIGITS_PATTERN}[${mark}]\\d*|[${mark}]\\d+`;
  return `[+-]?(?:${WHOLE_NUMBER_PATTERN}|(?:${fraction})(?:${EXPONENT_PATTERN})?|${DIGITS_PATTERN}${EXPONENT_PATTERN}|\\d(?:[${mark}]\\d*)?${LARGE_EXPONENT_PATTERN})`;
}

/**
 * Returns a fast pattern for most numbers. Without a mark: whole numbers, which are numbers with either mark. With a mark: also
 * fractions. Every match also matches `plainNumberPattern`.
 */
export function commonNumberPattern(mark?: DecimalMark): string {
  return `-?(?:0|[1-9]\\d{0,14})${mark ? `(?:[${mark}]\\d{1,15})?` : ""}`;
}

/**
 * Returns the pattern of numbers that match `plainNumberPattern` with one mark and are also numbers with the other: three digits
 * after the mark can be a group.
 */
export function ambiguousNumberPattern(mark: DecimalMark): string {
  return `-?(?:0|[1-9]\\d{0,2}(?:[${mark}]\\d{3})?)`;
}

/** Returns the pattern of numbers with correctly placed thousands separators. */
export function groupedNumberPattern(mark: DecimalMark): string {
  return `[+-]?[1-9]\\d{0,2}(?:${groupSeparatorPattern(mark)}\\d{3}){1,4}(?:[${mark}]\\d+)?`;
}

/** Returns the pattern of numbers with or without separators of thousands that are read with this mark in a column of numbers. */
export const numberPattern = (mark: DecimalMark): string => `${plainNumberPattern(mark)}|${groupedNumberPattern(mark)}`;

/** Returns the pattern of numbers with one separator and three digits after it, which is a thousands separator or a decimal mark. */
export function singleGroupPattern(separator: DecimalMark): string {
  return `[+-]?[1-9]\\d{0,2}[${separator}]\\d{3}`;
}

/** Returns the pattern of numbers whose separators can only stand for thousands: several of them, or one before a fraction. */
export function severalGroupsPattern(mark: DecimalMark): string {
  const group = `[${otherMark(mark)}]\\d{3}`;
  return `[+-]?[1-9]\\d{0,2}(?:(?:${group}){2,4}(?:[${mark}]\\d+)?|${group}[${mark}]\\d+)`;
}

/**
 * Returns the pattern of a column that the owner declares numeric. It also allows leading zeros, any number of digits, and groups of
 * two digits before the last one, which has three: lakhs of India (1,23,456). `usualNumber` comes before.
 */
function lenientNumberPattern(mark: DecimalMark): string {
  const separator = groupSeparatorPattern(mark);
  const whole = `\\d+|\\d{1,3}(?:${separator}\\d{2,3})*${separator}\\d{3}`;
  return `[+-]?(?:(?:${whole})(?:[${mark}]\\d*)?|[${mark}]\\d+)(?:[eE][+-]?\\d{1,4})?`;
}

/** Negative numbers as SAP (12.5-), bookkeepers ((12.5)) and print (with its minus sign or a dash) write them. */
const OTHER_MINUS_SIGNS = ["\u2212", "\u2013"];
const OTHER_MINUS_PATTERN = `^(?:\\((\\d.*)\\)|(\\d.*)-|[${OTHER_MINUS_SIGNS.join("")}](\\d.*))$`;
const OTHER_MINUS = new RegExp(OTHER_MINUS_PATTERN, "u");

/** Numbers with plain blanks between groups of three digits. */
const BLANK_GROUPS_PATTERN = "[+-]?\\d{1,3}(?: \\d{3})+(?:[.,]\\d*)?";
const BLANK_GROUPS = new RegExp(`^${BLANK_GROUPS_PATTERN}$`);

/** Returns the number with a minus sign before it and without blanks between its digits, and a text that is none as it is. */
export function usualNumber(text: string): string {
  const signed = text.replace(OTHER_MINUS, "-$1$2$3");
  return BLANK_GROUPS.test(signed) ? signed.replaceAll(" ", "") : signed;
}

/**
 * SQL of `usualNumber`. The text stands in it once, since DuckDB's time to plan grows faster than the length of a statement. Most numbers
 * are usual: a look at their characters costs a quarter of the patterns.
 */
export function usualNumberSql(text: string): string {
  const signs = OTHER_MINUS_SIGNS.map((sign) => sign.charCodeAt(0)).join(", ");
  const mayBeUnusual = `ends_with(t, '-') OR ends_with(t, ')') OR contains(t, ' ') OR ascii(t) IN (${signs})`;
  const signed = `regexp_replace(t, ${quoteLiteral(OTHER_MINUS_PATTERN)}, ${quoteLiteral("-\\1\\2\\3")})`;
  const usual = `list_transform([${signed}], lambda s: CASE WHEN ${fullMatchSql("s", BLANK_GROUPS_PATTERN)} THEN replace(s, ' ', '') ELSE s END)[1]`;
  return `list_transform([${text}], lambda t: CASE WHEN ${mayBeUnusual} THEN ${usual} ELSE t END)[1]`;
}

/** Returns what `toNumberOrNullSql` makes of a text, NaN for NULL. */
export function parseNumberOrNaN(text: string, mark: DecimalMark): number {
  const usual = usualNumber(text);
  if (!LENIENT_NUMBERS[mark].test(usual)) return parseDuration(text) ?? Number.NaN;
  const number = Number(withoutGroups(usual, mark).replace(",", "."));
  return Number.isFinite(number) ? number : Number.NaN;
}
const LENIENT_NUMBERS = { ".": new RegExp(`^${lenientNumberPattern(".")}$`), ",": new RegExp(`^${lenientNumberPattern(",")}$`) };

/** Durations in hours, minutes and seconds, such as 36:30:00. */
export const DURATION_PATTERN = "\\d{1,5}:[0-5]\\d:[0-5]\\d(?:[.]\\d{1,9})?";

/** Converts a text that matches DURATION_PATTERN to hours. */
export function toHoursSql(text: string): string {
  const part = (place: number, seconds: number) => `${seconds} * TRY_CAST(split_part(${text}, ':', ${place}) AS DOUBLE)`;
  return `(${part(1, 3600)} + ${part(2, 60)} + ${part(3, 1)}) / 3600`;
}

/** Returns the hours of a duration such as 36:30:00; undefined for another text. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return (3600 * hours + 60 * minutes + seconds) / 3600;
}
const DURATION = new RegExp(`^${DURATION_PATTERN}$`);

/** Returns a number of `groupedNumberPattern` without the separators of thousands. */
export function withoutGroups(text: string, mark: DecimalMark): string {
  return text.replaceAll(new RegExp(groupSeparatorPattern(mark), "g"), "");
}

/** Returns the SQL condition that the whole of a text matches a regular expression. `text` is an SQL expression. */
export function fullMatchSql(text: string, pattern: string): string {
  return `regexp_full_match(${text}, ${quoteLiteral(pattern)})`;
}

/** Same as `fullMatchSql`, but allows blanks around the text; cheaper than to trim it first. */
export function fullMatchPaddedSql(text: string, pattern: string): string {
  return fullMatchSql(text, `[${WHITESPACE}]*(?:${pattern})[${WHITESPACE}]*`);
}

/** Converts a text that matches `plainNumberPattern` or, if `grouped`, `groupedNumberPattern` to a number. */
export function toNumberSql(text: string, { mark, grouped }: { mark: DecimalMark; grouped: boolean }): string {
  const ungrouped = grouped ? `translate(${text}, ${quoteLiteral(otherMark(mark) + GROUP_SEPARATORS)}, '')` : text;
  return `TRY_CAST(${mark === "," ? `replace(${ungrouped}, ',', '.')` : ungrouped} AS DOUBLE)`;
}

/** Same as `toNumberSql` for any text, and hours for a duration. NULL if the text is not a finite number. */
export function toNumberOrNullSql(text: string, mark: DecimalMark): string {
  const number = toNumberSql("u", { mark, grouped: true });
  const cell = `CASE WHEN ${fullMatchSql("u", lenientNumberPattern(mark))} AND isfinite(${number}) THEN ${number} WHEN ${fullMatchSql("u", DURATION_PATTERN)} THEN ${toHoursSql("u")} END`;
  return `list_transform([${usualNumberSql(text)}], lambda u: ${cell})[1]`;
}
