import { type ColumnType, type DatasetSpec, InvalidInput } from "@agatha/contracts";
import { asInstant, DATE_FORMATS, type DateFormat, DECLARED_ONLY, plainInstant } from "./date-formats.js";
import type { ColumnSurvey } from "./look.js";
import { asNumber, type DecimalMark, forcedNumber, trimmed } from "./number-formats.js";
import { COMMA, DATES, dateBit, PLAIN_COMMA, PLAIN_POINT, PLAIN_TIME, POINT } from "./readings.js";

/** How the values of a column become cells of the table. */
export type ColumnReading =
  | { type: "s" }
  | { type: "n"; decimal: DecimalMark; grouped: boolean }
  | { type: "d"; format: DateFormat; plain: boolean }
  /** Declared by the owner: what cannot be read so is missing. */
  | { type: "n"; declared: true; decimal: DecimalMark }
  | { type: "d"; declared: true; formats: DateFormat[] };

export interface ReadingHints {
  delimiter: string;
  decimal?: DecimalMark;
}

export interface FoundReadings {
  readings: ColumnReading[];
  /** The file's decimal mark: as asked for, or as its columns show. */
  decimal: DecimalMark;
}

/**
 * Decides each column's type from what all its values have in common. A number like 1,234 can be read in two ways: then
 * the file's decimal mark decides, if it was asked for or another column shows it; else 1.234 is a fraction, 1,234 is one
 * in a file delimited by semicolons, and text elsewhere. In files delimited by commas the point is the decimal mark.
 */
export function findReadings(surveys: ColumnSurvey[], hints: ReadingHints): FoundReadings {
  const shown = hints.decimal ?? shownMark(surveys) ?? (hints.delimiter === "," ? "." : undefined);
  const decimal = shown ?? (hints.delimiter === ";" ? "," : ".");
  const readings = surveys.map((survey): ColumnReading => {
    if (survey.filled === 0) return { type: "s" };
    const mark = numberMark(survey.readings, shown, hints);
    if (mark) return { type: "n", decimal: mark, grouped: (survey.readings & (mark === "." ? PLAIN_POINT : PLAIN_COMMA)) === 0 };
    const format = dateFormat(survey.readings, decimal);
    return format ? { type: "d", format, plain: (survey.readings & PLAIN_TIME) !== 0 } : { type: "s" };
  });
  return { readings, decimal };
}

/** The mark that more columns need. */
function shownMark(surveys: ColumnSurvey[]): DecimalMark | undefined {
  const present = surveys.filter((survey) => survey.present > 0);
  const pointOnly = present.filter(({ readings }) => (readings & (POINT | COMMA)) === POINT).length;
  const commaOnly = present.filter(({ readings }) => (readings & (POINT | COMMA)) === COMMA).length;
  if (pointOnly === commaOnly) return undefined;
  return commaOnly > pointOnly ? "," : ".";
}

function numberMark(readings: number, shown: DecimalMark | undefined, hints: ReadingHints): DecimalMark | undefined {
  const point = (readings & POINT) !== 0 && hints.decimal !== ",";
  const comma = (readings & COMMA) !== 0 && hints.decimal !== ".";
  if (point !== comma) return point ? "." : ",";
  if (!point) return undefined;
  if (shown) return shown;
  if (readings & PLAIN_POINT) return ".";
  return readings & PLAIN_COMMA && hints.delimiter === ";" ? "," : undefined;
}

/** Where no value tells day and month apart: the day comes first in files with decimal commas, else the month. */
function dateFormat(readings: number, decimal: DecimalMark): DateFormat | undefined {
  if ((readings & DATES) === 0) return undefined;
  return preferredFormats(decimal).find((format) => readings & dateBit(format));
}

function preferredFormats(decimal: DecimalMark): DateFormat[] {
  const dayFirst = [...DATE_FORMATS];
  return decimal === "," ? dayFirst : dayFirst.sort((a, b) => Number(b.startsWith("monthFirst")) - Number(a.startsWith("monthFirst")));
}

/** Applies the owner's choice of types: what does not fit a chosen type becomes missing. */
export function overrideReadings(found: FoundReadings, headers: readonly string[], overrides: DatasetSpec["columns"]): ColumnReading[] {
  const unknown = overrides.findIndex((override) => !headers.includes(override.name));
  if (unknown !== -1)
    throw new InvalidInput("010405", {
      path: `columns[${unknown}].name`,
      message: `the file has no column ${JSON.stringify(overrides[unknown].name)}`,
    });
  const chosen = new Map(overrides.map((override) => [override.name, override.type]));
  return found.readings.map((reading, index) => {
    const type: ColumnType | undefined = chosen.get(headers[index]);
    if (type === undefined || type === reading.type) return reading;
    if (type === "n") return { type, declared: true, decimal: found.decimal };
    if (type === "d") return { type, declared: true, formats: [...preferredFormats(found.decimal), ...DECLARED_ONLY] };
    return { type };
  });
}

/**
 * The SQL of a cell: DOUBLE, TIMESTAMP in UTC, or VARCHAR as it stands in the file; NULL where there is none. Marks of
 * missing values need no look of their own, except for the one that is also how a number is written.
 */
export function cellOf(column: string, reading: ColumnReading, timezone: string): string {
  if (reading.type === "s") return textCell(column);
  const text = trimmed(column);
  if (reading.type === "n") {
    if ("declared" in reading) return forcedNumber(text, reading.decimal);
    const { decimal, grouped } = reading;
    const number = asNumber(text, { mark: decimal, grouped });
    return `nullif(${decimal === "." && !grouped ? `coalesce(TRY_CAST(${column} AS DOUBLE), ${number})` : number}, 'nan'::DOUBLE)`;
  }
  if ("declared" in reading) return `coalesce(${reading.formats.map((format) => asInstant(text, format, timezone)).join(", ")})`;
  return reading.plain ? plainInstant(text, reading.format, timezone) : asInstant(text, reading.format, timezone);
}

/** Only what does not begin with a printing ASCII character can be all blanks: the rest is spared the look. */
function textCell(column: string): string {
  return `CASE WHEN ${column} >= '!' AND ${column} < '\u007f' OR ${trimmed(column)} <> '' THEN ${column} END`;
}
