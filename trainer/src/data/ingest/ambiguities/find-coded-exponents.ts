/** Codes such as 10E0 and 12E5, which are read as numbers with an exponent. */
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import { fullMatchPaddedSql, fullMatchSql, isMissingSql } from "../formats/number-formats.js";
import { queryFormats } from "../formats/query-formats.js";

/**
 * Programs write an exponent after one digit before the decimal mark, and most with a sign or a fraction: 1.2E5, 1e+05. Codes have more
 * digits before the E.
 */
const CODE = "\\d{2,6}[eE]\\d{1,2}";
const WHOLE = "\\d+";
const IN_TEXT = new RegExp(`\\b${CODE}\\b`);
/** Fewest different values of a column of codes. */
const MIN_DISTINCT = 3;

/** Flags of values; bit_and over a column leaves FITS alone if all values fit and one of them has an E. */
const FITS = 1;
const NO_CODE = 2;

export const isCodedExponentSql = (text: string): string => fullMatchSql(text, CODE);

/** Returns those of the columns, which have numbers, whose values in the head of the file are whole or may be codes with an E. */
export async function findCodedExponents(database: Database, source: CsvSource, columns: readonly number[]): Promise<ReadonlySet<number>> {
  if (source.text && !IN_TEXT.test(source.text.head)) return new Set();
  const fits = (pattern: string, flags: number) => `WHEN ${fullMatchPaddedSql("x", pattern)} THEN ${flags}`;
  const question = `CASE ${fits(CODE, FITS)} ${fits(WHOLE, FITS | NO_CODE)} ELSE 0 END`;
  const asked = columns.map((index) => ({ index, question, otherwise: 0 }));
  const { candidates } = await queryFormats(database, source, { rows: "head", columns: asked });
  return new Set([...candidates].filter(([, { formats }]) => formats === FITS).map(([index]) => index));
}

/**
 * Condition that a whole column has no codes with an E: some value is neither one nor a whole number, the values hardly differ, or the
 * exponents are those of thousands, as in 470E3.
 */
export function areExponentsSql(text: string): string {
  const isCode = isCodedExponentSql(text);
  const exponent = `TRY_CAST(regexp_extract(${text}, '[eE](\\d+)$', 1) AS INTEGER)`;
  const others = `count(*) FILTER (NOT (${isCode} OR ${fullMatchSql(text, WHOLE)} OR ${isMissingSql(text)}))`;
  const ofThousands = `bool_and(${exponent} % 3 = 0) FILTER (${isCode}) AND max(${exponent}) FILTER (${isCode}) > 0`;
  return `${others} > 0 OR count(DISTINCT ${text}) < ${MIN_DISTINCT} OR (${ofThousands})`;
}
