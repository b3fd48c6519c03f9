import { type ColumnReading, cellOf } from "./column-readings.js";
import { canonicalInstant, isCanonicalTime } from "./date-formats.js";
import type { ColumnSurvey } from "./look.js";
import { asNumber, type DecimalMark, isMissing, matches, usualNumber, usualNumberOfEither } from "./number-formats.js";
import { COMMA, DATES, dateBit, dateReadings, NUMBERS, numberReadings, PLAIN_COMMA, PLAIN_POINT, PLAIN_TIME, POINT } from "./readings.js";

const DIFFERS = "a value is not as the head of the file has it";

export interface AssumedColumn {
  /** In SQL. */
  column: string;
  /** Of the file's head. */
  survey: ColumnSurvey;
  reading: ColumnReading;
  timezone: string;
}

/**
 * The SQL of a cell (see `cellOf`) in a file of which only the head was looked at: a statement with it fails, so that
 * `differsFromHead`, at the first value that would change what is known of the column.
 */
export function assumedCell({ column, survey, reading, timezone }: AssumedColumn): string {
  const { readings, filled } = survey;
  const differs = `error('${DIFFERS}')`;
  if (filled === 0) return `CASE WHEN ${column} IS NOT NULL THEN ${differs} END`;
  const cell = cellOf(column, reading, timezone);
  if (readings === 0) return cell;
  const found = readings & NUMBERS ? numberReadings(column, readings) : dateReadings(column, readings);
  const usual = usualCell({ column, survey, reading, timezone }, cell);
  return [
    "CASE",
    ...(usual ? [`WHEN ${usual.condition} THEN ${usual.cell}`] : []),
    `WHEN ${column} IS NULL THEN NULL`,
    `WHEN ((${found}) & ${readings}) = ${readings} OR ${isMissing(column)} THEN ${cell}`,
    `ELSE ${differs} END`,
  ].join(" ");
}

export function differsFromHead(error: unknown): boolean {
  return error instanceof Error && error.message.includes(DIFFERS);
}

/** A cheap condition under which a value has all readings of its column for certain, and the cell that it then is; none for unusual columns. */
function usualCell({ column, survey, reading, timezone }: AssumedColumn, cell: string): { condition: string; cell: string } | undefined {
  const { readings } = survey;
  const asFound = !("declared" in reading);
  const number = (mark?: DecimalMark, pattern = usualNumber(mark)) => ({
    condition: matches(column, pattern),
    cell: reading.type === "n" && asFound && !reading.grouped ? asNumber(column, { mark: mark ?? ".", grouped: false }) : cell,
  });
  if (readings === NUMBERS) return number();
  if (readings === (POINT | PLAIN_POINT)) return number(".");
  if (readings === (COMMA | PLAIN_COMMA)) return number(",");
  if (readings === (POINT | PLAIN_POINT | COMMA)) return number(".", usualNumberOfEither("."));
  if (readings === (COMMA | PLAIN_COMMA | POINT)) return number(",", usualNumberOfEither(","));
  const yearFirst = (readings & DATES) === dateBit("yearFirst") && readings & PLAIN_TIME;
  if (!yearFirst || reading.type !== "d" || !asFound) return undefined;
  return { condition: isCanonicalTime(column), cell: canonicalInstant(column, timezone) };
}
