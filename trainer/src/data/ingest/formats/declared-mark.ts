/** The decimal mark of a column that the owner declared to be numbers, by its texts. Some of them are no numbers. */
import { DECIMAL_MARKS, type DecimalMark, fullMatchSql, numberPattern, otherMark, usualNumber, usualNumberSql } from "./number-formats.js";

/** Numbers of texts that are read with one mark alone, and of those that both marks read otherwise, such as 1.234 and 1,234. */
export interface MarkCounts {
  only: Record<DecimalMark, number>;
  /** By the separator. */
  either: Record<DecimalMark, number>;
}

/** The file's decimal mark, and whether it was requested or shown. */
export interface FileMark {
  decimal: DecimalMark;
  isKnown: boolean;
}

/**
 * Returns the file's decimal mark, or the other one if more texts require it than may have the file's. If the file's mark is not known and
 * 1.234 is all that shows one, it is the point.
 */
export function declaredMark({ only, either }: MarkCounts, { decimal, isKnown }: FileMark): DecimalMark {
  const other = otherMark(decimal);
  if (only[other] > only[decimal] + either[decimal]) return other;
  if (isKnown || only[decimal] > only[other]) return decimal;
  return either["."] > either[","] ? "." : decimal;
}

/** Returns the SQL of the four counts of a column's texts: `only`, and then `either`, first with the point. */
export function markCountsSql(text: string): string {
  const usual = usualNumberSql(text);
  const isNumber = (mark: DecimalMark) => fullMatchSql(usual, numberPattern(mark));
  const isOnly = DECIMAL_MARKS.map((mark) => `${isNumber(mark)} AND NOT ${isNumber(otherMark(mark))}`);
  const isEither = DECIMAL_MARKS.map((mark) => `${DECIMAL_MARKS.map(isNumber).join(" AND ")} AND contains(${text}, '${mark}')`);
  return [...isOnly, ...isEither].map((condition) => `(count(*) FILTER (${condition}))::DOUBLE`).join(", ");
}

/** Returns the counts that `markCountsSql` selects. */
export function readMarkCounts([onlyPoint, onlyComma, eitherPoint, eitherComma]: readonly unknown[]): MarkCounts {
  return {
    only: { ".": Number(onlyPoint), ",": Number(onlyComma) },
    either: { ".": Number(eitherPoint), ",": Number(eitherComma) },
  };
}

const NUMBERS = { ".": new RegExp(`^(?:${numberPattern(".")})$`), ",": new RegExp(`^(?:${numberPattern(",")})$`) };

/** Returns the counts of texts, each of which stands for so many rows. */
export function countMarks(texts: readonly { text: string; rows: number }[]): MarkCounts {
  const counts: MarkCounts = { only: { ".": 0, ",": 0 }, either: { ".": 0, ",": 0 } };
  for (const { text, rows } of texts) {
    for (const mark of DECIMAL_MARKS) {
      const usual = usualNumber(text);
      if (!NUMBERS[mark].test(usual)) continue;
      if (!NUMBERS[otherMark(mark)].test(usual)) counts.only[mark] += rows;
      else if (text.includes(mark)) counts.either[mark] += rows;
    }
  }
  return counts;
}
