import type { Database } from "../tables/database.js";
import { type CsvSource, csvRows, fileColumn, recordError } from "./csv-source.js";
import { isMissing } from "./number-formats.js";

/** What all values of a column have in common. */
export interface ColumnSurvey {
  /** Bits of the readings that fit every present value; 0 for text. */
  readings: number;
  /** Values that are neither empty nor a mark of a missing one; only in the head of the file where that showed text. */
  present: number;
  /** Values that are not empty, counted likewise. */
  filled: number;
}

/** Text shows itself within so many rows most of the time: the look at all rows is spared for such columns. */
export const HEAD_ROWS = 10_000;
/** Columns that one statement looks at: bounds what DuckDB needs for its intermediate values. */
const COLUMNS_AT_ONCE = { number: 100, date: 4 };

/** A question for each of some columns, answered by the bits that all of its present values have. */
export interface Look {
  kind: keyof typeof COLUMNS_AT_ONCE;
  rows: "head" | "all";
  columns: { index: number; question: string; otherwise: number }[];
}

export interface Answers {
  /** How many were looked at; 0 where nothing was asked. */
  rows: number;
  /** By the columns' indexes. */
  surveys: Map<number, ColumnSurvey>;
}

/** Throws InvalidInput at a malformed record. */
export async function lookAt(
  database: Database,
  source: CsvSource,
  look: Look,
  progress: (fraction: number) => void = () => {},
): Promise<Answers> {
  const step = COLUMNS_AT_ONCE[look.kind];
  const answers: Answers = { rows: 0, surveys: new Map() };
  for (let first = 0; first < look.columns.length; first += step) {
    const part = { ...look, columns: look.columns.slice(first, first + step) };
    const report = (fraction: number) => progress((first + fraction * step) / look.columns.length);
    const [rows, ...shares] = await ask(database, source, part, report);
    answers.rows = rows;
    for (const [position, { index }] of part.columns.entries()) {
      const [readings, present, filled] = shares.slice(position * 3);
      answers.surveys.set(index, { readings, present, filled });
    }
  }
  return answers;
}

/** Rows, and of each column readings, present and filled values. */
async function ask(database: Database, source: CsvSource, look: Look, progress: (fraction: number) => void): Promise<number[]> {
  const { from, path } = csvRows(source);
  const columns = look.columns.map(({ index, question, otherwise }) => ({ name: fileColumn(index), question, otherwise }));
  const answered = columns.map(({ name, question }) => `${name}, ${question} AS answer_${name}`);
  const judged = columns.map(
    ({ name }) =>
      `${name}, CASE WHEN ${name} IS NULL THEN NULL WHEN answer_${name} <> 0 THEN answer_${name} WHEN ${isMissing(name)} THEN NULL ELSE 0 END AS bits_${name}`,
  );
  const figures = columns.map(
    ({ name, otherwise }) => `coalesce(bit_and(bits_${name}), ${otherwise})::DOUBLE, count(bits_${name})::DOUBLE, count(${name})::DOUBLE`,
  );
  const rows = look.rows === "head" ? `(SELECT * FROM ${from} LIMIT ${HEAD_ROWS})` : from;
  const statement = `SELECT count(*)::DOUBLE, ${figures.join(", ")} FROM (SELECT ${judged.join(", ")} FROM (SELECT ${answered.join(", ")} FROM ${rows}))`;
  const [answer] = await database.watched(statement, [path], progress).catch((error: unknown) => {
    throw recordError(error, source.headers);
  });
  return answer as number[];
}
