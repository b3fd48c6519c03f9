import { wholeProgress } from "../../../numeric/progress-range.js";
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import { ALL_DATE_FORMATS, dateFormatsSql, datePatternsSql, NUMBER_FORMATS, numberFormatsSql } from "./format-flags.js";
import { type FormatCandidates, type FormatQuery, HEAD_ROWS, queryFormats } from "./query-formats.js";

export interface HeadInference {
  candidates: FormatCandidates[];
  /** Whether the head is the whole file. */
  complete: boolean;
}

type QueriedColumns = FormatQuery["columns"];
type FormatExpression = (column: string, readings: number) => string;

const anyDatePattern: FormatExpression = (column) => datePatternsSql(column, ALL_DATE_FORMATS);

/** Returns the columns for which `holds`, each with its SQL expression about the value `x`. */
function columnsWhere(
  surveys: readonly FormatCandidates[],
  holds: (survey: FormatCandidates, index: number) => boolean,
  question: FormatExpression,
): QueriedColumns {
  return surveys.flatMap((survey, index) => {
    const otherwise = survey.formats & NUMBER_FORMATS ? NUMBER_FORMATS : 0;
    return holds(survey, index) ? [{ index, question: question("x", survey.formats), otherwise }] : [];
  });
}

const mergeCandidates = (surveys: readonly FormatCandidates[], answers: ReadonlyMap<number, FormatCandidates>): FormatCandidates[] =>
  surveys.map((survey, index) => answers.get(index) ?? survey);

const canBeDate = ({ formats }: FormatCandidates): boolean => (formats & ALL_DATE_FORMATS) !== 0;

/** Determines the formats that fit all values of each column in the head of the file. Throws InvalidInput at a malformed record. */
export async function inferFromHead(database: Database, source: CsvSource): Promise<HeadInference> {
  const look = (columns: QueriedColumns) => queryFormats(database, source, { rows: "head", columns });
  const nothing: FormatCandidates[] = source.headers.map(() => ({
    formats: NUMBER_FORMATS | ALL_DATE_FORMATS,
    nonMissing: 0,
    nonEmpty: 0,
  }));
  const numbers = await look(columnsWhere(nothing, () => true, numberFormatsSql));
  let candidates = mergeCandidates(nothing, numbers.candidates);
  candidates = mergeCandidates(
    candidates,
    (await look(columnsWhere(candidates, ({ formats }) => formats === 0, anyDatePattern))).candidates,
  );
  candidates = mergeCandidates(candidates, (await look(columnsWhere(candidates, canBeDate, dateFormatsSql))).candidates);
  return { candidates, complete: numbers.rows < HEAD_ROWS };
}

/** Progress of the inference from all rows. */
const INFERENCE_PROGRESS = { numbers: { from: 0, to: 0.7 }, dates: { from: 0.7, to: 1 } };

/**
 * Narrows the formats left after the head by all rows of the file. Call it when the head is not the whole file. Throws
 * InvalidInput at a malformed record.
 */
export async function inferFromAllRows(
  database: Database,
  source: CsvSource,
  head: readonly FormatCandidates[],
  progress: (fraction: number) => void,
): Promise<FormatCandidates[]> {
  const look = async (columns: QueriedColumns, report?: (fraction: number) => void) =>
    (await queryFormats(database, source, { rows: "all", columns }, report)).candidates;
  const numeric = columnsWhere(head, ({ formats }) => (formats & NUMBER_FORMATS) !== 0, numberFormatsSql);
  let surveys = mergeCandidates(head, await look(numeric, (fraction) => progress(wholeProgress(INFERENCE_PROGRESS.numbers, fraction))));
  const late = (survey: FormatCandidates, index: number) => head[index].nonMissing === 0 && survey.nonMissing > 0;
  const lateText = columnsWhere(surveys, (survey, index) => late(survey, index) && survey.formats === 0, anyDatePattern);
  surveys = mergeCandidates(surveys, await look(lateText));
  const dated = columnsWhere(surveys, canBeDate, dateFormatsSql);
  return mergeCandidates(surveys, await look(dated, (fraction) => progress(wholeProgress(INFERENCE_PROGRESS.dates, fraction))));
}
