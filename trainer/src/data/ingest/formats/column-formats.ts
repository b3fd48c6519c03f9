import { type ColumnType, ERRORS, GUARD_MARK, GUARDED_FORMULA, InvalidInput, type ReadingOptions } from "@agatha/contracts";
import { quoteLiteral } from "../../tables/sql.js";
import { DATE_FORMATS, type DateFormat, DECLARED_FORMATS } from "./date-formats.js";
import { plainToInstantSql, toInstantSql } from "./date-sql.js";
import { ALL_DATE_FORMATS, DECIMAL_COMMA, DECIMAL_POINT, dateBit, PLAIN_TIME, UNGROUPED_COMMA, UNGROUPED_POINT } from "./format-flags.js";
import {
  type DecimalMark,
  DURATION_PATTERN,
  fullMatchSql,
  isNotBlankSql,
  toHoursSql,
  toNumberOrNullSql,
  toNumberSql,
  trimSql,
} from "./number-formats.js";
import type { FormatCandidates } from "./query-formats.js";

/** Conversion of a column's values to cells of the table. */
export type ColumnFormat =
  | { type: "s" }
  | { type: "n"; decimal: DecimalMark; grouped: boolean }
  /** Hours, minutes and seconds, as a number of hours. */
  | { type: "n"; durations: true }
  | { type: "d"; format: DateFormat; plain: boolean }
  /** Declared by the owner: what cannot be read so is missing. */
  | { type: "n"; declared: true; decimal: DecimalMark; isMarkGiven: boolean }
  | { type: "d"; declared: true; formats: DateFormat[] };

/** Returns true for a column that the owner declared to be numbers. */
export const isDeclaredNumbers = (format: ColumnFormat): format is Extract<ColumnFormat, { type: "n"; declared: true }> =>
  format.type === "n" && "declared" in format;

/** Returns true for a column that the owner declared to be dates. */
export const isDeclaredTimes = (format: ColumnFormat): format is Extract<ColumnFormat, { type: "d"; declared: true }> =>
  format.type === "d" && "declared" in format;

/**
 * Type that a column gets. `formats` are those of its times; all are tried where they are left out. `decimal` is the mark of its numbers;
 * its texts show it where it is left out.
 */
export interface ColumnOverride {
  name: string;
  type?: ColumnType | undefined;
  formats?: DateFormat[];
  decimal?: DecimalMark;
}

interface FormatHints {
  delimiter: string;
  decimal?: DecimalMark;
  dates?: ReadingOptions["dates"];
  /** How a file with the same columns was read. */
  like?: Pick<ReadingOptions, "decimal" | "dates" | "delimiter">;
  /** By column index: its decimal mark in that file, where the rest of that file has another one. */
  likeMarks?: readonly (DecimalMark | undefined)[];
}

interface InferredFormats {
  formats: ColumnFormat[];
  /** The file's decimal mark, as requested or as found in its columns. */
  decimal: DecimalMark;
  /** Whether the mark was requested, or is shown by columns or by another file; else it is that of most files with this delimiter. */
  isDecimalKnown: boolean;
  /** By column index: the decimal mark that another file gives the column. */
  marks: readonly (DecimalMark | undefined)[];
  /** Date formats in the order in which they are tried. */
  dateFormats: DateFormat[];
}

/**
 * Decides each column's type from all its values. A number like 1,234 is ambiguous. The file's decimal mark resolves it if it was
 * requested or if another column shows it. Otherwise 1.234 is a fraction, and 1,234 is a fraction in a file delimited by
 * semicolons and text elsewhere. In files delimited by commas, the point is the decimal mark, unless the file that `like` is about
 * is delimited by them too. What all this leaves open is as in that file.
 */
export function chooseFormats(surveys: FormatCandidates[], hints: FormatHints): InferredFormats {
  const isPoint = hints.delimiter === "," && hints.like?.delimiter !== ",";
  const knownMark = hints.decimal ?? majorityDecimalMark(surveys) ?? (isPoint ? "." : hints.like?.decimal);
  const decimal = knownMark ?? (hints.delimiter === ";" ? "," : ".");
  const preferred = preferredFormats(decimal, surveys, hints);
  // Where the rest of the file has another mark than it had there, the column may have another one, too.
  const marks = hints.decimal === undefined && decimal === (hints.like?.decimal ?? ".") ? (hints.likeMarks ?? []) : [];
  const formats = surveys.map((survey, index): ColumnFormat => {
    if (survey.nonEmpty === 0) return { type: "s" };
    const mark = chooseDecimalMark(survey.formats, marks[index] ?? knownMark, hints);
    if (mark) return { type: "n", decimal: mark, grouped: (survey.formats & (mark === "." ? UNGROUPED_POINT : UNGROUPED_COMMA)) === 0 };
    const format = chooseDateFormat(survey.formats, preferred);
    return format ? { type: "d", format, plain: (survey.formats & PLAIN_TIME) !== 0 } : { type: "s" };
  });
  return { formats, decimal, isDecimalKnown: knownMark !== undefined, marks, dateFormats: preferred };
}

/** Returns the decimal mark that more columns require. */
export function majorityDecimalMark(surveys: readonly FormatCandidates[]): DecimalMark | undefined {
  const present = surveys.filter((survey) => survey.nonMissing > 0);
  const pointOnly = present.filter(({ formats }) => (formats & (DECIMAL_POINT | DECIMAL_COMMA)) === DECIMAL_POINT).length;
  const commaOnly = present.filter(({ formats }) => (formats & (DECIMAL_POINT | DECIMAL_COMMA)) === DECIMAL_COMMA).length;
  if (pointOnly === commaOnly) return undefined;
  return commaOnly > pointOnly ? "," : ".";
}

function chooseDecimalMark(formats: number, knownMark: DecimalMark | undefined, hints: FormatHints): DecimalMark | undefined {
  const point = (formats & DECIMAL_POINT) !== 0 && hints.decimal !== ",";
  const comma = (formats & DECIMAL_COMMA) !== 0 && hints.decimal !== ".";
  if (point !== comma) return point ? "." : ",";
  if (!point) return undefined;
  if (knownMark) return knownMark;
  if (formats & UNGROUPED_POINT) return ".";
  // Apostrophes and narrow blanks separate thousands with either mark.
  if (!(formats & UNGROUPED_COMMA)) return hints.delimiter === ";" ? "," : ".";
  return formats & UNGROUPED_COMMA && hints.delimiter === ";" ? "," : undefined;
}

/** Chooses the date format. If no value tells day and month apart, the preferred order decides. */
function chooseDateFormat(formats: number, preferred: readonly DateFormat[]): DateFormat | undefined {
  if ((formats & ALL_DATE_FORMATS) === 0) return undefined;
  return preferred.find((format) => formats & dateBit(format));
}

type DayOrder = "dayFirst" | "monthFirst";
const DAY_ORDERS: Partial<Record<NonNullable<ReadingOptions["dates"]>, DayOrder>> = { day_first: "dayFirst", month_first: "monthFirst" };
const dayOrder = (dates: ReadingOptions["dates"]): DayOrder | undefined => dates && DAY_ORDERS[dates];

/** Returns the order of day and month that more columns require. */
export function majorityDayOrder(surveys: readonly FormatCandidates[]): DayOrder | undefined {
  const fits = (formats: number, order: DayOrder) => (formats & (dateBit(order) | dateBit(`${order}Short`))) !== 0;
  const present = surveys.filter((survey) => survey.nonMissing > 0);
  const dayOnly = present.filter(({ formats }) => fits(formats, "dayFirst") && !fits(formats, "monthFirst")).length;
  const monthOnly = present.filter(({ formats }) => fits(formats, "monthFirst") && !fits(formats, "dayFirst")).length;
  if (dayOnly === monthOnly) return undefined;
  return dayOnly > monthOnly ? "dayFirst" : "monthFirst";
}

/**
 * Returns the date formats in the order in which they are tried. Without a known order, the day comes first in files with decimal
 * commas, else the month. A year of two digits that comes first says nothing about the order of day and month in other columns.
 */
function preferredFormats(decimal: DecimalMark, surveys: readonly FormatCandidates[], { dates, like }: FormatHints): DateFormat[] {
  const isYearFirst = (dates ?? like?.dates) === "year_first";
  const shown = isYearFirst ? surveys.filter(({ formats }) => (formats & dateBit("yearFirstShort")) === 0) : surveys;
  const order = dayOrder(dates) ?? majorityDayOrder(shown) ?? dayOrder(like?.dates) ?? (decimal === "," ? "dayFirst" : "monthFirst");
  const rank = (format: DateFormat) => 2 * Number(isYearFirst && format.startsWith("yearFirst")) + Number(format.startsWith(order));
  return [...DATE_FORMATS].sort((a, b) => rank(b) - rank(a));
}

/** Applies the owner's choice of types, or a sample's types. Values that do not fit a chosen type become missing. */
export function overrideFormats(found: InferredFormats, headers: readonly string[], overrides: readonly ColumnOverride[]): ColumnFormat[] {
  const unknown = overrides.findIndex((override) => !headers.includes(override.name));
  if (unknown !== -1)
    throw new InvalidInput(ERRORS.columnName, {
      path: `columns[${unknown}].name`,
      message: `the file has no column ${JSON.stringify(overrides[unknown].name)}`,
    });
  const chosen = new Map(overrides.map((override) => [override.name, override]));
  return found.formats.map((reading, index) => {
    const { type, formats = [...found.dateFormats, ...DECLARED_FORMATS], decimal } = chosen.get(headers[index]) ?? {};
    if (type === undefined || type === reading.type) return reading;
    if (type === "n")
      return { type, declared: true, decimal: decimal ?? found.marks[index] ?? found.decimal, isMarkGiven: decimal !== undefined };
    if (type === "d") return { type, declared: true, formats };
    return { type };
  });
}

/**
 * Returns the SQL of a cell: DOUBLE, TIMESTAMP in UTC, or VARCHAR as in the file; NULL for a missing cell. Marks of missing
 * values are not numbers, so that they become NULL anyway; the exceptions are those that DuckDB reads as numbers that are not finite.
 */
export function cellSql(column: string, reading: ColumnFormat, timezone: string): string {
  if (reading.type === "s") return textCellSql(column);
  const text = trimSql(column);
  if (reading.type === "n") {
    if ("declared" in reading) return toNumberOrNullSql(text, reading.decimal);
    if ("durations" in reading) return `CASE WHEN ${fullMatchSql(text, DURATION_PATTERN)} THEN ${toHoursSql(text)} END`;
    const { decimal, grouped } = reading;
    const number = toNumberSql(text, { mark: decimal, grouped });
    const anyNumber = decimal === "." && !grouped ? `coalesce(TRY_CAST(${column} AS DOUBLE), ${number})` : number;
    return `CASE WHEN isfinite(${anyNumber}) THEN ${anyNumber} END`;
  }
  if ("declared" in reading) return `coalesce(${reading.formats.map((format) => toInstantSql(text, format, timezone)).join(", ")})`;
  return reading.plain ? plainToInstantSql(text, reading.format, timezone) : toInstantSql(text, reading.format, timezone);
}

/**
 * Returns the SQL of a text cell, without the guard of our own downloads against formulas. The condition is a single expression:
 * DuckDB's time to plan grows with the square of the number of comparisons, which is many seconds in a table of 2,000 columns.
 */
function textCellSql(column: string): string {
  const guarded = `regexp_replace(${column}, ${quoteLiteral(GUARDED_FORMULA)}, '\\1\\2', 'g')`;
  const text = `CASE WHEN contains(${column}, ${quoteLiteral(GUARD_MARK)}) THEN ${guarded} ELSE ${column} END`;
  return `CASE WHEN ${isNotBlankSql(column)} THEN ${text} END`;
}
