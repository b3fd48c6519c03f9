import { isMonthName } from "../../column-names/time-names.js";
import type { Database } from "../../tables/database.js";
import { type CsvSource, csvColumnName, queryCsv } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import type { DateFormat } from "../formats/date-formats.js";
import { toInstantSql } from "../formats/date-sql.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";
import { allMeetSql } from "./whole-column.js";

interface Form {
  format: DateFormat;
  pattern: string;
  /** Names that tell months of this form by themselves. In other columns, they are two years or more without a gap. */
  names?: RegExp;
}
/** Months of the common era and of the Republic of China: 202001, 10901. */
const FORMS: Form[] = [
  { format: "compactMonth", pattern: "(?:19|20)\\d{2}(?:0[1-9]|1[0-2])" },
  { format: "compactRepublicMonth", pattern: "1[0-4]\\d(?:0[1-9]|1[0-2])", names: /年月|月份/ },
];
/** Fewest different months. */
const MIN_MONTHS = { named: 6, others: 24 };

/**
 * Returns the formats, where columns of numbers become times if their name is that of a month or a period, and all their numbers are
 * months of one form. Files with columns of such names cost one pass.
 * Throws InvalidInput (unreadableFile) for a malformed record.
 */
export async function readNumberedMonths(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const named = formats.flatMap(({ type }, index) => (type === "n" && isMonthName(source.headers[index] ?? "") ? [index] : []));
  if (named.length === 0) return [...formats];
  const conditions = named
    .flatMap((index) => FORMS.map((form) => areMonthsSql(csvColumnName(index), form, source.headers[index] ?? "")))
    .join(", ");
  const [found = []] = await queryCsv(database, source, (from) => `SELECT ${conditions} FROM ${from}`);
  const months = new Map(
    named.map((index, place) => [index, FORMS.find((_, form) => found[place * FORMS.length + form] === true)?.format]),
  );
  return formats.map((format, index) => {
    const month = months.get(index);
    return month ? { type: "d", declared: true, formats: [month] } : format;
  });
}

/** Condition that all values of a column are months of one form, and enough of them differ. */
function areMonthsSql(column: string, { format, pattern, names }: Form, name: string): string {
  const isMonth = fullMatchSql(trimSql(column), pattern);
  const onlyMonths = allMeetSql(column, isMonth);
  const months = `count(DISTINCT ${trimSql(column)}) FILTER (${isMonth})`;
  if (!names || names.test(name)) return `${onlyMonths} AND ${months} >= ${MIN_MONTHS.named}`;
  const instant = toInstantSql(trimSql(column), format, "UTC");
  const span = `date_diff('month', min(${instant}), max(${instant}))`;
  return `${onlyMonths} AND ${months} >= ${MIN_MONTHS.others} AND ${months} = ${span} + 1`;
}
