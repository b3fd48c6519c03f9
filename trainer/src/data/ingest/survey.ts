import type { Database } from "../tables/database.js";
import { type CsvSource, fileColumn } from "./csv-source.js";
import { type ColumnSurvey, HEAD_ROWS, type Look, lookAt } from "./look.js";
import { DATES, dateReadings, dateShapes, NUMBERS, numberReadings } from "./readings.js";

export interface HeadSurvey {
  surveys: ColumnSurvey[];
  /** Whether the head is all of the file. */
  complete: boolean;
}

type Columns = Look["columns"];
type Question = (column: string, readings: number) => string;

const anyDate: Question = (column) => dateShapes(column, DATES);

/** The columns for which `holds`, each with its question. */
function where(surveys: readonly ColumnSurvey[], holds: (survey: ColumnSurvey, index: number) => boolean, question: Question): Columns {
  return surveys.flatMap((survey, index) => {
    const otherwise = survey.readings & NUMBERS ? NUMBERS : 0;
    return holds(survey, index) ? [{ index, question: question(fileColumn(index), survey.readings), otherwise }] : [];
  });
}

const updated = (surveys: readonly ColumnSurvey[], answers: ReadonlyMap<number, ColumnSurvey>): ColumnSurvey[] =>
  surveys.map((survey, index) => answers.get(index) ?? survey);

const mayBeDate = ({ readings }: ColumnSurvey): boolean => (readings & DATES) !== 0;

/** Looks at the head of the file for the readings that fit all values of every column there. Throws InvalidInput at a malformed record. */
export async function surveyHead(database: Database, source: CsvSource): Promise<HeadSurvey> {
  const look = (kind: Look["kind"], columns: Columns) => lookAt(database, source, { kind, rows: "head", columns });
  const nothing: ColumnSurvey[] = source.headers.map(() => ({ readings: NUMBERS | DATES, present: 0, filled: 0 }));
  const numbers = await look(
    "number",
    where(nothing, () => true, numberReadings),
  );
  let surveys = updated(nothing, numbers.surveys);
  surveys = updated(
    surveys,
    (
      await look(
        "number",
        where(surveys, ({ readings }) => readings === 0, anyDate),
      )
    ).surveys,
  );
  surveys = updated(surveys, (await look("date", where(surveys, mayBeDate, dateReadings))).surveys);
  return { surveys, complete: numbers.rows < HEAD_ROWS };
}

/**
 * Looks at all rows of a file for the readings that are left after its head, which is not all of it. Throws InvalidInput
 * at a malformed record.
 */
export async function surveyRest(
  database: Database,
  source: CsvSource,
  head: readonly ColumnSurvey[],
  progress: (fraction: number) => void,
): Promise<ColumnSurvey[]> {
  const look = async (kind: Look["kind"], columns: Columns, report?: (fraction: number) => void) =>
    (await lookAt(database, source, { kind, rows: "all", columns }, report)).surveys;
  const numeric = where(head, ({ readings }) => (readings & NUMBERS) !== 0, numberReadings);
  let surveys = updated(head, await look("number", numeric, (fraction) => progress(fraction * 0.7)));
  const late = (survey: ColumnSurvey, index: number) => head[index].present === 0 && survey.present > 0;
  const lateText = where(surveys, (survey, index) => late(survey, index) && survey.readings === 0, anyDate);
  surveys = updated(surveys, await look("number", lateText));
  const dated = where(surveys, mayBeDate, dateReadings);
  return updated(surveys, await look("date", dated, (fraction) => progress(0.7 + fraction * 0.3)));
}
