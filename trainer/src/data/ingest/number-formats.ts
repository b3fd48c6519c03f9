import { textLiteral } from "../tables/sql.js";

/** The mark between a number's whole and fractional part. */
export type DecimalMark = "." | ",";

/** Blanks around a value, and what spreadsheets put between groups of three digits besides point and comma. */
const BLANKS = " \t\u00a0\u202f\u3000";
const NARROW_GROUPS = "'\u2019\u00a0\u202f";

/** What stands for a missing value in a column that is otherwise numbers or times; compared in lower case. */
export const MISSING_MARKS = ["na", "n/a", "#n/a", "nan", "null", "none", "-", "--", "?"];
const MISSING_MARK = `(?i)(?:${MISSING_MARKS.map((mark) => mark.replace("?", "[?]")).join("|")})?`;

/** The value without blanks around it. */
export function trimmed(column: string): string {
  return `trim(${column}, ${textLiteral(BLANKS)})`;
}

/** Whether a value stands for a missing one; blanks alone do. */
export function isMissing(column: string): string {
  return matches(column, `[${BLANKS}]*${MISSING_MARK}[${BLANKS}]*`);
}

/** A digit 0 before others is not a number's but an identifier's. Whole numbers stay below 2^53 = 9,007,199,254,740,992: longer ones would lose digits, so they are text. */
const WHOLE = "(?:0|[1-9]\\d{0,14}|[1-8]\\d{15}|900[0-6]\\d{12})";
/** Before a fraction or an exponent more digits do no harm. With these bounds every number is finite. */
const DIGITS = "(?:0|[1-9]\\d{0,29})";
const EXPONENT = "[eE](?:\\+?\\d{1,2}|-\\d{1,3})";
const LARGE_EXPONENT = "[eE]\\+?(?:[12]\\d\\d|30[0-7])";

const otherMark = (mark: DecimalMark) => (mark === "." ? "," : ".");
const groups = (mark: DecimalMark) => `[${otherMark(mark)}${NARROW_GROUPS}]`;

/** Whole numbers, fractions and powers of ten without separators of thousands. */
export function plainNumber(mark: DecimalMark): string {
  const fraction = `${DIGITS}[${mark}]\\d*|[${mark}]\\d+`;
  return `[+-]?(?:${WHOLE}|(?:${fraction})(?:${EXPONENT})?|${DIGITS}${EXPONENT}|\\d(?:[${mark}]\\d*)?${LARGE_EXPONENT})`;
}

/**
 * What most numbers are, in a pattern that is quickly matched: whole ones, which are numbers with either mark, or with a
 * mark also fractions. Each is a `plainNumber`.
 */
export function usualNumber(mark?: DecimalMark): string {
  return `-?(?:0|[1-9]\\d{0,14})${mark ? `(?:[${mark}]\\d{1,15})?` : ""}`;
}

/** What is a `plainNumber` with one mark, and with the other one a number too: three digits after the mark may be a group. */
export function usualNumberOfEither(mark: DecimalMark): string {
  return `-?(?:0|[1-9]\\d{0,2}(?:[${mark}]\\d{3})?)`;
}

/** Numbers with separators of thousands, which stand where they should. */
export function groupedNumber(mark: DecimalMark): string {
  return `[+-]?[1-9]\\d{0,2}(?:${groups(mark)}\\d{3}){1,4}(?:[${mark}]\\d+)?`;
}

/** What a column that was declared to be numeric may have besides: leading zeros, any number of digits, groups of any size. */
function anyNumber(mark: DecimalMark): string {
  return `[+-]?(?:\\d(?:${groups(mark)}?\\d)*(?:[${mark}]\\d*)?|[${mark}]\\d+)(?:[eE][+-]?\\d{1,4})?`;
}

export function matches(text: string, pattern: string): string {
  return `regexp_full_match(${text}, ${textLiteral(pattern)})`;
}

/** As `matches`, with blanks around the text: cheaper than to trim it first. */
export function matchesPadded(text: string, pattern: string): string {
  return matches(text, `[${BLANKS}]*(?:${pattern})[${BLANKS}]*`);
}

/** The number that a text reads as; for texts that match `plainNumber` or, if `grouped`, `groupedNumber`. */
export function asNumber(text: string, { mark, grouped }: { mark: DecimalMark; grouped: boolean }): string {
  const ungrouped = grouped ? `translate(${text}, ${textLiteral(otherMark(mark) + NARROW_GROUPS)}, '')` : text;
  return `TRY_CAST(${mark === "," ? `replace(${ungrouped}, ',', '.')` : ungrouped} AS DOUBLE)`;
}

/** As `asNumber`, for any text: NULL where it is no finite number. */
export function forcedNumber(text: string, mark: DecimalMark): string {
  const number = asNumber(text, { mark, grouped: true });
  return `CASE WHEN ${matches(text, anyNumber(mark))} AND isfinite(${number}) THEN ${number} END`;
}
