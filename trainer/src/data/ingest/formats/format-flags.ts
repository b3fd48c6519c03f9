import { DATE_FORMATS, type DateFormat } from "./date-formats.js";
import { isPlainTimeSql, matchesDatePattern, plainToInstantSql, toInstantSql } from "./date-sql.js";
import { fullMatchPaddedSql, groupedNumberPattern, plainNumberPattern, trimSql } from "./number-formats.js";

/**
 * Formats of a value as bits, so that bit_and over a column leaves the formats that fit all of its values. A format is a number
 * with decimal point or comma (ungrouped: without thousands separators), or a date format.
 */
export const DECIMAL_POINT = 1;
export const DECIMAL_COMMA = 2;
export const UNGROUPED_POINT = 4;
export const UNGROUPED_COMMA = 8;
const FIRST_DATE_BIT = 4;

/** Returns the flag of a date format. */
export const dateBit = (format: DateFormat) => 1 << (FIRST_DATE_BIT + DATE_FORMATS.indexOf(format));
export const NUMBER_FORMATS = DECIMAL_POINT | DECIMAL_COMMA | UNGROUPED_POINT | UNGROUPED_COMMA;
export const ALL_DATE_FORMATS = ((1 << DATE_FORMATS.length) - 1) << FIRST_DATE_BIT;

/** Bit beside that of a date format: no am or pm and no offset. */
export const PLAIN_TIME = 1 << (FIRST_DATE_BIT + DATE_FORMATS.length);

const flagIf = (condition: string, bits: number, otherwise = "0") => `CASE WHEN ${condition} THEN ${bits} ELSE ${otherwise} END`;

/** Returns the bits of those number formats in `open` that fit a value. */
export function numberFormatsSql(text: string, open: number): string {
  const point = flagIf(
    fullMatchPaddedSql(text, plainNumberPattern(".")),
    DECIMAL_POINT | UNGROUPED_POINT,
    flagIf(fullMatchPaddedSql(text, groupedNumberPattern(".")), DECIMAL_POINT),
  );
  const comma = flagIf(
    fullMatchPaddedSql(text, plainNumberPattern(",")),
    DECIMAL_COMMA | UNGROUPED_COMMA,
    flagIf(fullMatchPaddedSql(text, groupedNumberPattern(",")), DECIMAL_COMMA),
  );
  return [...(open & DECIMAL_POINT ? [point] : []), ...(open & DECIMAL_COMMA ? [comma] : [])].join(" | ");
}

/** Returns the bits of those date formats in `open` whose pattern a value matches. */
export function datePatternsSql(column: string, open: number): string {
  return dateFormatsIn(open)
    .map((format) => flagIf(matchesDatePattern(trimSql(column), format), dateBit(format)))
    .join(" | ");
}

/**
 * Returns the bits of those date formats in `open` in which a value is an existing time. UTC suffices, since the calendar is the
 * same in all zones.
 */
export function dateFormatsSql(column: string, open: number): string {
  const text = trimSql(column);
  return dateFormatsIn(open)
    .map((format) => {
      const plain = flagIf(`${plainToInstantSql(text, format, "UTC")} IS NOT NULL`, dateBit(format) | PLAIN_TIME);
      const other = flagIf(`${toInstantSql(text, format, "UTC")} IS NOT NULL`, dateBit(format));
      return `CASE WHEN ${isPlainTimeSql(text, format)} THEN ${plain} ELSE ${other} END`;
    })
    .join(" | ");
}

function dateFormatsIn(open: number): DateFormat[] {
  return DATE_FORMATS.filter((format) => open & dateBit(format));
}
