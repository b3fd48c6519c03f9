import { type ColumnFormat, cellSql } from "./column-formats.js";
import { canonicalToInstantSql, isCanonicalTimeSql } from "./date-sql.js";
import {
  ALL_DATE_FORMATS,
  DECIMAL_COMMA,
  DECIMAL_POINT,
  dateBit,
  dateFormatsSql,
  NUMBER_FORMATS,
  numberFormatsSql,
  PLAIN_TIME,
  UNGROUPED_COMMA,
  UNGROUPED_POINT,
} from "./format-flags.js";
import {
  ambiguousNumberPattern,
  commonNumberPattern,
  type DecimalMark,
  fullMatchSql,
  isMissingSql,
  toNumberSql,
} from "./number-formats.js";
import type { FormatCandidates } from "./query-formats.js";

const DIFFERS_FROM_HEAD = "a value is not as the head of the file has it";

interface HeadColumn {
  /** SQL expression of the column. */
  column: string;
  /** Formats that fit the file's head. */
  candidates: FormatCandidates;
  format: ColumnFormat;
  timezone: string;
}

/**
 * Returns the SQL of a cell (see `cellSql`) in a file of which only the head has been surveyed. The statement fails, so that
 * `differsFromHead` holds, at the first value that contradicts the survey.
 */
export function checkedCellSql({ column, candidates, format, timezone }: HeadColumn): string {
  const { formats, nonEmpty } = candidates;
  const differs = `error('${DIFFERS_FROM_HEAD}')`;
  if (nonEmpty === 0) return `CASE WHEN ${column} IS NOT NULL THEN ${differs} END`;
  const cell = cellSql(column, format, timezone);
  if (formats === 0) return cell;
  const found = formats & NUMBER_FORMATS ? numberFormatsSql(column, formats) : dateFormatsSql(column, formats);
  const usual = fastPathCell({ column, candidates, format, timezone }, cell);
  return [
    "CASE",
    ...(usual ? [`WHEN ${usual.condition} THEN ${usual.cell}`] : []),
    `WHEN ${column} IS NULL THEN NULL`,
    `WHEN ((${found}) & ${formats}) = ${formats} OR ${isMissingSql(column)} THEN ${cell}`,
    `ELSE ${differs} END`,
  ].join(" ");
}

/** Returns true if a query failed since a cell is not of the type that the head of the file has. */
export function differsFromHead(error: unknown): boolean {
  return error instanceof Error && error.message.includes(DIFFERS_FROM_HEAD);
}

/**
 * Returns a cheap condition under which a value certainly fits all formats of its column, and the cell for such a value. Returns
 * undefined for unusual columns.
 */
function fastPathCell({ column, candidates, format, timezone }: HeadColumn, cell: string): { condition: string; cell: string } | undefined {
  const { formats } = candidates;
  const asFound = !("declared" in format);
  const number = (mark?: DecimalMark, pattern = commonNumberPattern(mark)) => ({
    condition: fullMatchSql(column, pattern),
    cell: "grouped" in format && !format.grouped ? toNumberSql(column, { mark: mark ?? ".", grouped: false }) : cell,
  });
  if (formats === NUMBER_FORMATS) return number();
  if (formats === (DECIMAL_POINT | UNGROUPED_POINT)) return number(".");
  if (formats === (DECIMAL_COMMA | UNGROUPED_COMMA)) return number(",");
  if (formats === (DECIMAL_POINT | UNGROUPED_POINT | DECIMAL_COMMA)) return number(".", ambiguousNumberPattern("."));
  if (formats === (DECIMAL_COMMA | UNGROUPED_COMMA | DECIMAL_POINT)) return number(",", ambiguousNumberPattern(","));
  const yearFirst = (formats & ALL_DATE_FORMATS) === dateBit("yearFirst") && formats & PLAIN_TIME;
  if (!yearFirst || format.type !== "d" || !asFound) return undefined;
  return { condition: isCanonicalTimeSql(column), cell: canonicalToInstantSql(column, timezone) };
}
