import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import {
  type DecimalMark,
  fullMatchPaddedSql,
  fullMatchSql,
  isMissingSql,
  singleGroupPattern,
  toNumberSql,
} from "../formats/number-formats.js";
import { queryFormats } from "../formats/query-formats.js";

/** Fewest whole numbers below a thousand without a separator that show what the separators of other values stand for. */
export const MIN_PLAIN = 3;
/** Fewest different values besides those with a group that show how a column's fractions are written. */
const MIN_OTHERS = 2;
/** Least ratio of the mean of other values to the mean of those with a group, both read as fractions. */
const MIN_RATIO = 4;

export interface FractionColumn {
  index: number;
  /** The decimal mark of its fractions. */
  mark: DecimalMark;
}

/** Flags of values; bit_and over a column leaves FITS alone if all values fit and one of them may be a group. */
const FITS = 1;
const NO_GROUP = 2;

/** Returns the pattern of values below a thousand that are written without three digits after the mark. */
const smallNumberPattern = (mark: DecimalMark) => `[+-]?(?:0|[1-9]\\d{0,2}|(?:0|[1-9]\\d{0,2})?[${mark}]\\d{0,2})`;

/**
 * Returns the indices of columns that may mix thousands such as 1.234 with fractions such as 12.5: in the head of the file, no other
 * value is a thousand or more, or has three digits after its mark.
 */
export async function findMixedGroups(
  database: Database,
  source: CsvSource,
  columns: readonly FractionColumn[],
): Promise<ReadonlySet<number>> {
  const question = (mark: DecimalMark) =>
    `CASE WHEN ${fullMatchPaddedSql("x", singleGroupPattern(mark))} THEN ${FITS} WHEN ${fullMatchPaddedSql("x", smallNumberPattern(mark))} THEN ${FITS | NO_GROUP} ELSE 0 END`;
  const { candidates } = await queryFormats(database, source, {
    rows: "head",
    columns: columns.map(({ index, mark }) => ({ index, question: question(mark), otherwise: 0 })),
  });
  return new Set([...candidates].filter(([, { formats }]) => formats === FITS).map(([index]) => index));
}

/**
 * Returns two conditions on a whole column that may mix thousands such as 1.234 with fractions such as 12.5. `isPossible`: no other
 * value is a thousand or more, or has three digits after its mark. `isLikely`: the column is not written as programs write fractions,
 * which is with equally many digits, or without zeros at the end. Or the values with three digits after the mark are few, and far
 * smaller than the others, as thousands are when read as fractions.
 */
export function mixedGroupsSql(text: string, mark: DecimalMark): { isPossible: string; isLikely: string } {
  const value = `abs(${toNumberSql(text, { mark, grouped: false })})`;
  const digits = `length(regexp_replace(${text}, '\\D', '', 'g'))`;
  const isGroup = fullMatchSql(text, singleGroupPattern(mark));
  const isSmall = fullMatchSql(text, smallNumberPattern(mark));
  const isSmallFraction = `${isSmall} AND contains(${text}, '${mark}')`;
  const isFraction = `(${isGroup} OR ${isSmallFraction})`;
  const count = (condition: string) => `count(*) FILTER (${condition})`;
  const over = (condition: string, aggregate: string) => `${aggregate} FILTER (${condition})`;
  const differentOthers = over(`${isSmall} AND ${value} > 0`, `count(DISTINCT ${value})`);
  const mostDigits = over(isFraction, `max(${digits})`);

  const keepsZeros = `${count(`${isGroup} AND ends_with(${text}, '0')`)} > 0`;
  const isUneven = `(${keepsZeros} AND ${over(isFraction, `min(${digits})`)} < ${mostDigits} AND ${differentOthers} >= ${MIN_OTHERS})`;
  const areOthersWhole = `(${count(isSmallFraction)} = 0 AND ${differentOthers} >= ${MIN_PLAIN})`;
  const areFew = `2 * ${count(isGroup)} <= ${count(isSmall)}`;
  const areSmaller = `${MIN_RATIO} * ${over(isGroup, `avg(${value})`)} < ${over(isSmall, `avg(${value})`)}`;
  const reachesHundreds = `${over(isSmall, `max(${value})`)} > 100`;
  // Programs that write four significant digits write 1.234, 12.34 and 123.4.
  const isRounded = `${over(isGroup, `min(${digits})`)} = ${mostDigits} AND 2 * ${count(`${isSmall} AND ${digits} >= 4`)} >= ${count(isSmall)}`;
  const continuesAsThousands = `(${areFew} AND ${areSmaller} AND ${reachesHundreds} AND NOT (${isRounded}))`;
  return {
    isPossible: `${count(`NOT (${isGroup} OR ${isSmall} OR ${isMissingSql(text)})`)} = 0`,
    isLikely: `(${isUneven} OR ${areOthersWhole} OR ${continuesAsThousands})`,
  };
}
