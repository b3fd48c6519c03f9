import type { ColumnAmbiguity, ReadingOptions } from "@agatha/contracts";
import type { Database } from "../../tables/database.js";
import { unpivotSql } from "../../tables/unpivot.js";
import { type CsvSource, csvColumnName, readCsvClause } from "../csv/csv-source.js";
import { type ColumnFormat, isDeclaredNumbers, isDeclaredTimes, majorityDayOrder, majorityDecimalMark } from "../formats/column-formats.js";
import { groupAlike } from "../formats/columns-alike.js";
import { type DateFormat, EXCHANGED_DAY, otherOrders } from "../formats/date-formats.js";
import { toInstantSql } from "../formats/date-sql.js";
import { DECIMAL_COMMA, DECIMAL_POINT, dateBit, UNGROUPED_COMMA, UNGROUPED_POINT } from "../formats/format-flags.js";
import {
  type DecimalMark,
  fullMatchSql,
  numberPattern,
  otherMark,
  severalGroupsPattern,
  singleGroupPattern,
  toNumberSql,
  trimSql,
  usualNumberSql,
} from "../formats/number-formats.js";
import type { FormatCandidates } from "../formats/query-formats.js";
import { areExponentsSql, findCodedExponents, isCodedExponentSql } from "./find-coded-exponents.js";
import { type FractionColumn, findMixedGroups, MIN_PLAIN, mixedGroupsSql } from "./find-mixed-groups.js";
import { yearsAreLastSql } from "./settle-day-orders.js";

interface ReadColumns {
  formats: readonly ColumnFormat[];
  surveys: readonly FormatCandidates[];
  /** Decimal mark, and order of day and month, that the owner chose. What was chosen is not ambiguous. */
  decimal: DecimalMark | undefined;
  dates: ReadingOptions["dates"];
  /** Whether fractions are certain because they were numbers in the file, as in a workbook. */
  areNumbersTyped: boolean;
  /** Whether the head of the file is all of it. */
  isShort: boolean;
}

/** SQL about the text `x` of a column. */
interface Question {
  isAmbiguous: string;
  /** Condition of the whole column: its values show the reading. */
  proof: string;
  /** The reading in use, and the other one. */
  reading: string;
  other: string;
  kind: ColumnAmbiguity["kind"];
}

/**
 * Columns with the same question per statement in a short file: each statement has the names of all columns of the file, which take
 * longer to parse than the rows. In a longer one each column has a statement of its own, so that the different values of one column are
 * in memory.
 */
const COLUMNS_PER_QUERY = 100;

/**
 * Returns, by column index, what can be read in two ways: 1.234 as a fraction or a thousand, 01/02/20 with the day, the month or the year
 * first, 12E5 as a number or a code, and 2024-03-05 with day and month as they are or exchanged. Columns with fractions cost a look at
 * the head of the file, and so do whole numbers if an E is between digits there. Those that can be read otherwise cost a pass over the
 * file.
 */
export async function findAmbiguities(database: Database, source: CsvSource, read: ReadColumns): Promise<Map<number, ColumnAmbiguity>> {
  const mixed = await findMixedGroups(database, source, fractionColumns(read));
  const coded = await findCodedExponents(database, source, wholeColumns(read));
  const { from, path } = readCsvClause(source);
  const perQuery = read.isShort ? COLUMNS_PER_QUERY : 1;
  const found = new Map<number, ColumnAmbiguity>();
  for (const alike of groupAlike(questionsOf(read, { mixed, coded }), ({ question }) => JSON.stringify(question), perQuery)) {
    const [{ question }] = alike;
    const cells = unpivotSql(
      alike.map(({ index }) => csvColumnName(index)),
      from,
    );
    for (const [place, ...answers] of await database.rows(`SELECT c, ${answersSql(question)} FROM ${cells} GROUP BY c`, [path])) {
      const ambiguity = readAnswers(question.kind, answers);
      if (ambiguity) found.set(alike[Number(place)].index, ambiguity);
    }
  }
  return found;
}

/** Returns the columns that there is a question about. */
function questionsOf(
  read: ReadColumns,
  { mixed, coded }: Record<"mixed" | "coded", ReadonlySet<number>>,
): { index: number; question: Question }[] {
  const text = trimSql("x");
  return read.formats.flatMap((format, index) => {
    const survey = read.surveys[index]!;
    const question =
      numberQuestion(text, format, survey, read) ??
      (coded.has(index) ? exponentQuestion(text) : undefined) ??
      (mixed.has(index) ? mixedQuestion(text, format, read) : undefined) ??
      exchangedQuestion(text, format) ??
      dateQuestion(text, format, survey.formats, read);
    return question ? [{ index, question }] : [];
  });
}

function numberQuestion(text: string, format: ColumnFormat, survey: FormatCandidates, read: ReadColumns): Question | undefined {
  if (read.decimal) return undefined;
  if (isDeclaredNumbers(format)) return declaredQuestion(text, format.decimal);
  if (format.type !== "n" || !("grouped" in format)) return undefined;
  const mark = format.decimal;
  const other = otherMark(mark);
  if (format.grouped) return { ...groupQuestion(text, format, other), proof: provesGroups(text, mark) };
  const { formats } = survey;
  const bothFit = (formats & DECIMAL_POINT) !== 0 && (formats & DECIMAL_COMMA) !== 0;
  if (!bothFit || isWhole(survey) || read.areNumbersTyped || majorityDecimalMark(read.surveys) === mark) return undefined;
  return { ...groupQuestion(text, format, mark), proof: "false" };
}

/** Separators of thousands in a column that is declared to be numbers. Text beside them says nothing about them. */
function declaredQuestion(written: string, decimal: DecimalMark): Question {
  const text = usualNumberSql(written);
  const isNumber = (mark: DecimalMark) => fullMatchSql(text, numberPattern(mark));
  return {
    ...groupQuestion(text, { decimal, grouped: true }, otherMark(decimal)),
    proof: `count(*) FILTER (${isNumber(decimal)} AND NOT ${isNumber(otherMark(decimal))}) > 0 OR ${provesGroups(text, decimal)}`,
  };
}

type NumberFormat = Pick<Extract<ColumnFormat, { grouped: boolean }>, "decimal" | "grouped">;

/** Asks for values with three digits after a separator, which may be a group of thousands. */
function groupQuestion(text: string, { decimal, grouped }: NumberFormat, separator: DecimalMark): Omit<Question, "proof"> {
  return {
    kind: "numbers",
    isAmbiguous: fullMatchSql(text, singleGroupPattern(separator)),
    reading: `${toNumberSql(text, { mark: decimal, grouped })}::VARCHAR`,
    other: `${toNumberSql(text, { mark: otherMark(decimal), grouped: !grouped })}::VARCHAR`,
  };
}

/** Returns the columns of numbers that are read without separators of thousands and in which some numbers are not whole. */
function fractionColumns({ formats, surveys, decimal, areNumbersTyped }: ReadColumns): FractionColumn[] {
  if (decimal || areNumbersTyped) return [];
  return formats.flatMap((format, index) => {
    return "grouped" in format && !format.grouped && !isWhole(surveys[index]) ? [{ index, mark: format.decimal }] : [];
  });
}

/** Returns the columns of numbers without a fraction. */
const wholeColumns = ({ formats, surveys }: ReadColumns): number[] =>
  formats.flatMap((format, index) => ("grouped" in format && isWhole(surveys[index]!) ? [index] : []));

/** Returns true if the numbers of a column are the same with either decimal mark. */
const isWhole = ({ formats }: FormatCandidates): boolean => (formats & UNGROUPED_POINT) !== 0 && (formats & UNGROUPED_COMMA) !== 0;

/** Asks for values that may be codes, such as 10E0. */
function exponentQuestion(text: string): Question {
  const reading = `${toNumberSql(text, { mark: ".", grouped: false })}::VARCHAR`;
  return { kind: "exponents", isAmbiguous: isCodedExponentSql(text), proof: areExponentsSql(text), reading, other: text };
}

/**
 * Looks for thousands mixed with fractions. If another column can only have the other decimal mark, it is enough that they are
 * possible.
 */
function mixedQuestion(text: string, format: ColumnFormat, { surveys }: ReadColumns): Question | undefined {
  if (!("grouped" in format)) return undefined;
  const { isPossible, isLikely } = mixedGroupsSql(text, format.decimal);
  const [own, others] = format.decimal === "." ? [DECIMAL_POINT, DECIMAL_COMMA] : [DECIMAL_COMMA, DECIMAL_POINT];
  const otherMarkIsUsed = surveys.some(({ formats, nonMissing }) => nonMissing > 0 && (formats & (own | others)) === others);
  return { ...groupQuestion(text, format, format.decimal), proof: `NOT (${isPossible} AND ${otherMarkIsUsed || isLikely})` };
}

/**
 * Separators stand for thousands where a value has several, or one before a fraction; and where smaller values have none: as
 * fractions they would have three digits too.
 */
function provesGroups(text: string, mark: DecimalMark): string {
  const count = (pattern: string) => `count(*) FILTER (${fullMatchSql(text, pattern)})`;
  return `${count(severalGroupsPattern(mark))} > 0 OR (${count("[+-]?\\d{1,3}")} >= ${MIN_PLAIN} AND ${count("[+-]?\\d{4,}")} = 0)`;
}

function dateQuestion(text: string, format: ColumnFormat, formats: number, read: ReadColumns): Question | undefined {
  if (format.type !== "d" || "declared" in format || read.dates) return undefined;
  const isDayKnown = format.format !== "yearFirstShort" && majorityDayOrder(read.surveys) !== undefined;
  const order = otherOrders(format.format).find((each) => formats & dateBit(each) && (each === "yearFirstShort" || !isDayKnown));
  if (!order) return undefined;
  const proof = order === "yearFirstShort" ? yearsAreLastSql(toInstantSql(text, format.format, "UTC")) : "false";
  return { kind: "dates", proof, ...orderQuestion(text, format.format, order) };
}

/** Days whose day and month are exchanged back, as `settleDeclaredOrders` decides. */
function exchangedQuestion(text: string, format: ColumnFormat): Question | undefined {
  if (!isDeclaredTimes(format) || format.formats[0] !== EXCHANGED_DAY) return undefined;
  return { kind: "exchanged_days", proof: "false", ...orderQuestion(text, EXCHANGED_DAY, "yearFirst") };
}

/** Asks for values that are another day in the other order. */
function orderQuestion(text: string, ...orders: [used: DateFormat, other: DateFormat]): Omit<Question, "kind" | "proof"> {
  const [reading, other] = orders.map((order) => toInstantSql(text, order, "UTC"));
  const day = (instant: string) => `strftime(${instant}, '%Y-%m-%d')`;
  return { isAmbiguous: `${reading} <> ${other}`, reading: day(reading!), other: day(other!) };
}

/** Returns the SQL of what `readAnswers` reads. */
function answersSql({ isAmbiguous, proof, reading, other }: Question): string {
  const first = (sql: string) => `min_by(${sql}, length(x) * -1) FILTER (${isAmbiguous})`;
  return `count(*) FILTER (${isAmbiguous})::DOUBLE, count(x)::DOUBLE, (${proof})::INTEGER,
    ${[trimSql("x"), reading, other].map(first).join(", ")}`;
}

function readAnswers(kind: ColumnAmbiguity["kind"], [count, rows, isProved, ...example]: unknown[]): ColumnAmbiguity | undefined {
  if (count === 0 || isProved) return undefined;
  const [written, read, instead] = (example as string[]).map((text) => text.replace(/\.0$/, ""));
  return { kind, count: count as number, rows: rows as number, example: written, reading: read, other: instead };
}
