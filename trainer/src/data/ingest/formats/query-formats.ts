import type { Database } from "../../tables/database.js";
import { unpivotSql } from "../../tables/unpivot.js";
import { type CsvSource, csvColumnName, readCsvClause, toCsvInputError } from "../csv/csv-source.js";
import { groupAlike } from "./columns-alike.js";
import { isMissingSql } from "./number-formats.js";

/** Formats that fit all values of a column. */
export interface FormatCandidates {
  /** Bits of the formats that fit every present value; 0 for text. */
  formats: number;
  /**
   * Number of values that are neither empty nor a mark of a missing value. Counted only in the head of the file if the head shows
   * text.
   */
  nonMissing: number;
  /** Number of values that are not empty, counted the same way. */
  nonEmpty: number;
}

/** Rows of the head. Text mostly shows within so many rows, and such columns need no pass over all rows. */
export const HEAD_ROWS = 10_000;
/** Columns per statement, to bound DuckDB's memory for intermediate values. */
const COLUMNS_PER_QUERY = 100;

/** SQL expressions about the value `x` of some columns. The result for each column is the bits that all of its present values have. */
export interface FormatQuery {
  rows: "head" | "all";
  columns: { index: number; question: string; otherwise: number }[];
}

interface FormatQueryResult {
  /** Number of rows read; 0 if there was no column to query. */
  rows: number;
  /** Candidates by column index. */
  candidates: Map<number, FormatCandidates>;
}

/** Runs a statement for each batch of columns with one question. Throws InvalidInput at a malformed record. */
export async function queryFormats(
  database: Database,
  source: CsvSource,
  query: FormatQuery,
  progress: (fraction: number) => void = () => {},
): Promise<FormatQueryResult> {
  const result: FormatQueryResult = { rows: 0, candidates: new Map() };
  let done = 0;
  for (const columns of groupAlike(query.columns, ({ question }) => question, COLUMNS_PER_QUERY)) {
    const report = (fraction: number) => progress((done + fraction * columns.length) / query.columns.length);
    const answers = await queryFormatBatch(database, source, { rows: query.rows, columns }, report);
    for (const [position, { index, otherwise }] of columns.entries()) {
      const [rows, formats, nonMissing, nonEmpty] = answers.get(position) ?? [0, null, 0, 0];
      result.rows = rows;
      result.candidates.set(index, { formats: formats ?? otherwise, nonMissing, nonEmpty });
    }
    done += columns.length;
  }
  return result;
}

type FormatAnswer = [rows: number, formats: number | null, nonMissing: number, nonEmpty: number];

/** Returns by position in `columns` the number of rows, the formats, and the numbers of non-missing and of non-empty values. */
async function queryFormatBatch(
  database: Database,
  source: CsvSource,
  { rows, columns }: FormatQuery,
  progress: (fraction: number) => void,
): Promise<Map<number, FormatAnswer>> {
  const { from, path } = readCsvClause(source);
  const cells = unpivotSql(
    columns.map(({ index }) => csvColumnName(index)),
    rows === "head" ? `(SELECT * FROM ${from} LIMIT ${HEAD_ROWS})` : from,
  );
  const bits = `CASE WHEN x IS NULL THEN NULL WHEN answer <> 0 THEN answer WHEN ${isMissingSql("x")} THEN NULL ELSE 0 END`;
  const statement = `SELECT c, count(*)::DOUBLE, bit_and(bits)::DOUBLE, count(bits)::DOUBLE, count(x)::DOUBLE
    FROM (SELECT c, x, ${bits} AS bits FROM (SELECT c, x, ${columns[0].question} AS answer FROM ${cells})) GROUP BY c`;
  const answers = await database.rowsWithProgress(statement, [path], progress).catch((error: unknown) => {
    throw toCsvInputError(error, source);
  });
  return new Map(answers.map(([position, ...answer]) => [Number(position), answer as FormatAnswer]));
}
