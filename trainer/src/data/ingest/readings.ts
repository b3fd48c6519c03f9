import { asInstant, DATE_FORMATS, type DateFormat, hasShape, isPlainTime, plainInstant } from "./date-formats.js";
import { groupedNumber, matchesPadded, plainNumber, trimmed } from "./number-formats.js";

/**
 * The ways in which a value can be read, as bits, so that bit_and over a column leaves the ways that fit all of it:
 * as a number with a decimal point or comma (plain: without separators of thousands), or as a time by its format.
 */
export const POINT = 1;
export const COMMA = 2;
export const PLAIN_POINT = 4;
export const PLAIN_COMMA = 8;
const FIRST_DATE_BIT = 4;

export const dateBit = (format: DateFormat) => 1 << (FIRST_DATE_BIT + DATE_FORMATS.indexOf(format));
export const NUMBERS = POINT | COMMA | PLAIN_POINT | PLAIN_COMMA;
export const DATES = ((1 << DATE_FORMATS.length) - 1) << FIRST_DATE_BIT;

/** Beside a date's format: no half of the day and no offset. */
export const PLAIN_TIME = 1 << (FIRST_DATE_BIT + DATE_FORMATS.length);

const either = (condition: string, bits: number, otherwise = "0") => `CASE WHEN ${condition} THEN ${bits} ELSE ${otherwise} END`;

/** Which of the readings in `open` (bits) a value has as a number. */
export function numberReadings(text: string, open: number): string {
  const point = either(matchesPadded(text, plainNumber(".")), POINT | PLAIN_POINT, either(matchesPadded(text, groupedNumber(".")), POINT));
  const comma = either(matchesPadded(text, plainNumber(",")), COMMA | PLAIN_COMMA, either(matchesPadded(text, groupedNumber(",")), COMMA));
  return [...(open & POINT ? [point] : []), ...(open & COMMA ? [comma] : [])].join(" | ");
}

/** Which of the date formats in `open` a value looks like. */
export function dateShapes(column: string, open: number): string {
  return openFormats(open)
    .map((format) => either(hasShape(trimmed(column), format), dateBit(format)))
    .join(" | ");
}

/** By which of the date formats in `open` a value is a time that exists. The calendar is the same in all zones: UTC will do. */
export function dateReadings(column: string, open: number): string {
  const text = trimmed(column);
  return openFormats(open)
    .map((format) => {
      const plain = either(`${plainInstant(text, format, "UTC")} IS NOT NULL`, dateBit(format) | PLAIN_TIME);
      const other = either(`${asInstant(text, format, "UTC")} IS NOT NULL`, dateBit(format));
      return `CASE WHEN ${isPlainTime(text, format)} THEN ${plain} ELSE ${other} END`;
    })
    .join(" | ");
}

function openFormats(open: number): DateFormat[] {
  return DATE_FORMATS.filter((format) => open & dateBit(format));
}
