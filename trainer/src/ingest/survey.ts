import type { Database } from "../tables/database.js";
import { type CsvSource, csvRows, fileColumn, recordError } from "./csv-source.js";
import { isMissing } from "./number-formats.js";
import { DATES, dateReadings, dateShapes, NUMBERS, numberReadings } from "./readings.js";

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
const HEAD_ROWS = 10_000;
/** Columns that one statement looks at: bounds what DuckDB needs for its intermediate values. */
const COLUMNS_AT_ONCE = { number: 100, date: 4 };

type Kind = keyof typeof COLUMNS_AT_ONCE;

/** One look at some columns: a question for each, answered by the bits that all of its present values have. */
interface Look {
  kind: Kind;
  rows: "head" | "all";
  columns: { index: number; question: string; otherwise: number }[];
}

/**
 * Looks at the values of every column for the readings that fit all of them: first at the head of the file for all
 * readings, then at the whole of it for those that are left. Throws InvalidInput at a malformed record.
 */
export async function surveyColumns(database: Database, source: CsvSource, progress: (fraction: number) => void): Promise<ColumnSurvey[]> {
  const surveys: ColumnSurvey[] = source.headers.map(() => ({ readings: NUMBERS | DATES, present: 0, filled: 0 }));
  let rowsSeen = 0;
  const take = async (look: Look, report: (fraction: number) => void = () => {}) => {
    const step = COLUMNS_AT_ONCE[look.kind];
    for (let first = 0; first < look.columns.length; first += step) {
      const part = { ...look, columns: look.columns.slice(first, first + step) };
      const answers = await ask(database, source, part, (fraction) => report((first + fraction * step) / look.columns.length));
      rowsSeen = answers.rows;
      for (const [position, { index }] of part.columns.entries()) surveys[index] = answers.columns[position];
    }
  };
  const where = (holds: (survey: ColumnSurvey, index: number) => boolean, question: (column: string, readings: number) => string) =>
    surveys.flatMap((survey, index) => {
      const otherwise = survey.readings & NUMBERS ? NUMBERS : 0;
      return holds(survey, index) ? [{ index, question: question(fileColumn(index), survey.readings), otherwise }] : [];
    });
  const anyDate = (column: string) => dateShapes(column, DATES);

  await take({ kind: "number", rows: "head", columns: where(() => true, numberReadings) });
  await take({ kind: "number", rows: "head", columns: where(({ readings }) => readings === 0, anyDate) });
  const dated = where(({ readings }) => (readings & DATES) !== 0, dateReadings);
  if (rowsSeen < HEAD_ROWS) {
    await take({ kind: "date", rows: "all", columns: dated }, progress);
    return surveys;
  }
  const emptyHead = new Set(surveys.flatMap(({ present }, index) => (present === 0 ? [index] : [])));
  const numeric = where(({ readings }) => (readings & NUMBERS) !== 0, numberReadings);
  await take({ kind: "number", rows: "all", columns: numeric }, (fraction) => progress(fraction * 0.7));
  const late = (survey: ColumnSurvey, index: number) => emptyHead.has(index) && survey.present > 0;
  await take({ kind: "number", rows: "all", columns: where((survey, index) => late(survey, index) && survey.readings === 0, anyDate) });
  const lateDated = where((survey, index) => late(survey, index) && (survey.readings & DATES) !== 0, dateReadings);
  await take({ kind: "date", rows: "all", columns: [...dated, ...lateDated] }, (fraction) => progress(0.7 + fraction * 0.3));
  return surveys;
}

interface Answers {
  /** How many were looked at. */
  rows: number;
  columns: ColumnSurvey[];
}

async function ask(database: Database, source: CsvSource, look: Look, progress: (fraction: number) => void): Promise<Answers> {
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
  const [seen, ...shares] = answer as number[];
  const surveys = look.columns.map((_, position) => {
    const [readings, present, filled] = shares.slice(position * 3);
    return { readings, present, filled };
  });
  return { rows: seen, columns: surveys };
}
