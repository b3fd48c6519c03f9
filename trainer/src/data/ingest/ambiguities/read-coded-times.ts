import { isDayName } from "../../column-names/time-names.js";
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { CODED_FORMATS, type DateFormat } from "../formats/date-formats.js";
import { toInstantSql } from "../formats/date-sql.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";
import { allMeetSql } from "./whole-column.js";

/** What values of all coded forms have in common, and rows of the head that are looked at: hardly any other columns have so many. */
const LIKELY = {
  pattern:
    "[12]\\d{2,3}[-/.,]\\d{1,2}(?:[-/.]\\d{1,2}(?:[T ].*)?)?|[6-9]\\d(?:[.]0[1-9]|/[1-9]|[./]1[0-2]|/0[1-9])|[6-9]\\d[-/.]\\d{1,2}[-/.]\\d{1,2}(?:[T ].*)?|\\d{2,3}年\\d{1,2}月.*",
  rows: 100,
};
/** Fewest years. The numbers of one year may be measured ones, which also have no greater fraction than .12. */
const MIN_YEARS = 2;

/**
 * Returns the formats, where columns of numbers or text become times if all their values are months or days in one of the coded forms,
 * each month of the year is among them, and no month between the first and the last is missing: 2015.01, 104/01, 104/1/15. Days in a
 * column with the name of a day need fewer months, and so do 99年12月 and 100年1月. A year has three digits or four.
 */
export async function readCodedTimes(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const likely = await columnsThatMeet(database, source, {
    columns: formats.flatMap(({ type }, index) => (type === "d" ? [] : [index])),
    headRows: LIKELY.rows,
    inHead: haveNoOthersSql,
    inAllRows: (column) => `${haveNoOthersSql(column)} AND count(*) FILTER (${isLikelySql(column)}) > 0`,
  });
  let read = [...formats];
  for (const form of CODED_FORMATS) {
    const open = [...likely].filter((index) => read[index].type !== "d");
    const isNamed = (index: number) => form === "ideographicRepublic" || (form === "republicDay" && isDayName(source.headers[index] ?? ""));
    const isLong = (column: string) => haveLongYearSql(column, form);
    const isComplete = (column: string) => `${isLong(column)} AND ${haveEachMonthSql(instantSql(column, form))}`;
    const others = open.filter((index) => !isNamed(index));
    const found = new Set([
      ...(await columnsOfForm(database, source, { columns: open.filter(isNamed), form, condition: isLong })),
      ...(await columnsOfForm(database, source, { columns: others, form, condition: isComplete })),
    ]);
    read = read.map((format, index) => (found.has(index) ? { type: "d", declared: true, formats: [form] } : format));
  }
  return read;
}

/** Returns those of the columns all of whose values are times of one form, and that meet the condition. */
export async function columnsOfForm(
  database: Database,
  source: CsvSource,
  { columns, form, condition = () => "true" }: { columns: readonly number[]; form: DateFormat; condition?(column: string): string },
): Promise<Set<number>> {
  return await columnsThatMeet(database, source, {
    columns,
    inHead: (column) => areAllOfFormSql(column, form),
    inAllRows: (column) => `${areAllOfFormSql(column, form)} AND count(${instantSql(column, form)}) > 0 AND ${condition(column)}`,
  });
}

/** Condition that a time of this form has a year of three digits at least. */
export const haveLongYearSql = (column: string, form: DateFormat): string =>
  `count(${instantSql(column, form)}) FILTER (${fullMatchSql(trimSql(column), "\\d{3}.*")}) > 0`;

const isLikelySql = (column: string): string => fullMatchSql(trimSql(column), LIKELY.pattern);

const haveNoOthersSql = (column: string): string => allMeetSql(column, isLikelySql(column));

const instantSql = (column: string, form: DateFormat): string => toInstantSql(trimSql(column), form, "UTC");

const areAllOfFormSql = (column: string, form: DateFormat): string => allMeetSql(column, `${instantSql(column, form)} IS NOT NULL`);

function haveEachMonthSql(instant: string): string {
  const months = `count(DISTINCT date_trunc('month', ${instant}))`;
  const span = `date_diff('month', min(${instant}), max(${instant}))`;
  return `count(DISTINCT month(${instant})) = 12 AND count(DISTINCT year(${instant})) >= ${MIN_YEARS} AND ${months} = ${span} + 1`;
}
