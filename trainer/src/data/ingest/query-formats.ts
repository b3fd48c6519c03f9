import type { Database } from "../tables/database.js";
import { type CsvSource, csvColumnName, readCsvClause, toCsvInputError } from "./csv-source.js";
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
const COLUMNS_PER_QUERY = { number: 100, date: 4 };

/** SQL expressions for some columns. The result for each column is the bits that all of its present values have. */
export interface FormatQuery {
  kind: keyof typeof COLUMNS_PER_QUERY;
  rows: "head" | "all";
  columns: { index: number; question: string; otherwise: number }[];
}

interface FormatQueryResult {
  /** Number of rows read; 0 if there was no column to query. */
  rows: number;
  /** Candidates by column index. */
  candidates: Map<number, FormatCandidates>;
}

/** Runs the queries in batches of columns. Throws InvalidInput at a malformed record. */
export async function queryFormats(
  database: Database,
  source: CsvSource,
  query: FormatQuery,
  progress: (fraction: number) => void = () => {},
): Promise<FormatQueryResult> {
  const step = COLUMNS_PER_QUERY[query.kind];
  const result: FormatQueryResult = { rows: 0, candidates: new Map() };
  for (let first = 0; first < query.columns.length; first += step) {
    const part = { ...query, columns: query.columns.slice(first, first + step) };
    const report = (fraction: number) => progress((first + fraction * step) / query.columns.length);
    const [rows, ...aggregates] = await queryFormatBatch(database, source, part, report);
    result.rows = rows;
    for (const [position, { index }] of part.columns.entries()) {
      const [formats, nonMissing, nonEmpty] = aggregates.slice(position * 3);
      result.candidates.set(index, { formats, nonMissing, nonEmpty });
    }
  }
  return result;
}

/** Returns the number of rows, and for each column its formats, its non-missing and its non-empty values. */
async function queryFormatBatch(
  database: Database,
  source: CsvSource,
  query: FormatQuery,
  progress: (fraction: number) => void,
): Promise<number[]> {
  const { from, path } = readCsvClause(source);
  const columns = query.columns.map(({ index, question, otherwise }) => ({ name: csvColumnName(index), question, otherwise }));
  const answerColumns = columns.map(({ name, question }) => `${name}, ${question} AS answer_${name}`);
  const bitColumns = columns.map(
    ({ name }) =>
      `${name}, CASE WHEN ${name} IS NULL THEN NULL WHEN answer_${name} <> 0 THEN answer_${name} WHEN ${isMissingSql(name)} THEN NULL ELSE 0 END AS bits_${name}`,
  );
  const aggregates = columns.map(
    ({ name, otherwise }) => `coalesce(bit_and(bits_${name}), ${otherwise})::DOUBLE, count(bits_${name})::DOUBLE, count(${name})::DOUBLE`,
  );
  const rows = query.rows === "head" ? `(SELECT * FROM ${from} LIMIT ${HEAD_ROWS})` : from;
  const statement = `SELECT count(*)::DOUBLE, ${aggregates.join(", ")} FROM (SELECT ${bitColumns.join(", ")} FROM (SELECT ${answerColumns.join(", ")} FROM ${rows}))`;
  const [answer] = await database.rowsWithProgress(statement, [path], progress).catch((error: unknown) => {
    throw toCsvInputError(error, source);
  });
  return answer as number[];
}
