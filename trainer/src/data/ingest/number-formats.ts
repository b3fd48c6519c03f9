import { quoteLiteral } from "../tables/sql.js";

/** The mark between a number's whole and fractional part. */
export type DecimalMark = "." | ",";

/** Blanks around a value, and what spreadsheets put between groups of three digits besides point and comma. */
const WHITESPACE = " \t\u00a0\u202f\u3000";
const GROUP_SEPARATORS = "'\u2019\u00a0\u202f";

/** What stands for a missing value in a column that is otherwise numbers or times; compared in lower case. */
export const NA_VALUES = ["na", "n/a", "#n/a", "nan", "null", "none", "-", "--", "?"];
const NA_VALUE_PATTERN = `(?i)(?:${NA_VALUES.map((mark) => mark.replace("?", "[?]")).join("|")})?`;

/** The value without blanks around it. */
export function trimSql(column: string): string {
  return `trim(${column}, ${quoteLiteral(WHITESPACE)})`;
}

/** Whether a value stands for a missing one; blanks alone do. */
export function isMissingSql(column: string): string {
  return fullMatchSql(column, `[${WHITESPACE}]*${NA_VALUE_PATTERN}[${WHITESPACE}]*`);
}

/** A digit 0 before others is not a number's but an identifier's. Whole numbers stay below 2^53 = 9,007,199,254,740,992: longer ones would lose digits, so they are text. */
const WHOLE_NUMBER_PATTERN = "(?:0|[1-9]\\d{0,14}|[1-8]\\d{15}|900[0-6]\\d{12})";
/** Before a fraction or an exponent more digits do no harm. With these bounds every number is finite. */
const DIGITS_PATTERN = "(?:0|[1-9]\\d{0,29})";
const EXPONENT_PATTERN = "[eE](?:\\+?\\d{1,2}|-\\d{1,3})";
const LARGE_EXPONENT_PATTERN = "[eE]\\+?(?:[12]\\d\\d|30[0-7])";

const otherMark = (mark: DecimalMark) => (mark === "." ? "," : ".");
const groupSeparatorPattern = (mark: DecimalMark) => `[${otherMark(mark)}${GROUP_SEPARATORS}]`;

/** Whole numbers, fractions and powers of ten without separators of thousands. */
export function plainNumberPattern(mark: DecimalMark): string {
  const fraction = `${DIGITS_PATTERN}[${mark}]\\d*|[${mark}]\\d+`;
  return `[+-]?(?:${WHOLE_NUMBER_PATTERN}|(?:${fraction})(?:${EXPONENT_PATTERN})?|${DIGITS_PATTERN}${EXPONENT_PATTERN}|\\d(?:[${mark}]\\d*)?${LARGE_EXPONENT_PATTERN})`;
}

/**
 * What most numbers are, in a pattern that is quickly matched: whole ones, which are numbers with either mark, or with a
 * mark also fractions. Each is a `plainNumber`.
 */
export function commonNumberPattern(mark?: DecimalMark): string {
  return `-?(?:0|[1-9]\\d{0,14})${mark ? `(?:[${mark}]\\d{1,15})?` : ""}`;
}

/** What is a `plainNumber` with one mark, and with the other one a number too: three digits after the mark may be a group. */
export function ambiguousNumberPattern(mark: DecimalMark): string {
  return `-?(?:0|[1-9]\\d{0,2}(?:[${mark}]\\d{3})?)`;
}

/** Numbers with separators of thousands, which stand where they should. */
export function groupedNumberPattern(mark: DecimalMark): string {
  return `[+-]?[1-9]\\d{0,2}(?:${groupSeparatorPattern(mark)}\\d{3}){1,4}(?:[${mark}]\\d+)?`;
}

/** What a column that was declared to be numeric may have besides: leading zeros, any number of digits, groups of any size. */
function lenientNumberPattern(mark: DecimalMark): string {
  return `[+-]?(?:\\d(?:${groupSeparatorPattern(mark)}?\\d)*(?:[${mark}]\\d*)?|[${mark}]\\d+)(?:[eE][+-]?\\d{1,4})?`;
}

export function fullMatchSql(text: string, pattern: string): string {
  return `regexp_full_match(${text}, ${quoteLiteral(pattern)})`;
}

/** As `matches`, with blanks around the text: cheaper than to trim it first. */
export function fullMatchPaddedSql(text: string, pattern: string): string {
  return fullMatchSql(text, `[${WHITESPACE}]*(?:${pattern})[${WHITESPACE}]*`);
}

/** The number that a text reads as; for texts that match `plainNumber` or, if `grouped`, `groupedNumber`. */
export function toNumberSql(text: string, { mark, grouped }: { mark: DecimalMark; grouped: boolean }): string {
  const ungrouped = grouped ? `translate(${text}, ${quoteLiteral(otherMark(mark) + GROUP_SEPARATORS)}, '')` : text;
  return `TRY_CAST(${mark === "," ? `replace(${ungrouped}, ',', '.')` : ungrouped} AS DOUBLE)`;
}

/** As `asNumber`, for any text: NULL where it is no finite number. */
export function toNumberOrNullSql(text: string, mark: DecimalMark): string {
  const number = toNumberSql(text, { mark, grouped: true });
  return `CASE WHEN ${fullMatchSql(text, lenientNumberPattern(mark))} AND isfinite(${number}) THEN ${number} END`;
}
