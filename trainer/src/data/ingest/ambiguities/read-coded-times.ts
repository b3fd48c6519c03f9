import { isDayName } from "../../column-names/time-names.js";
import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { CODED_FORMATS, type DateFormat, toInstantSql } from "../formats/date-formats.js";
import { fullMatchSql, isMissingSql, trimSql } from "../formats/number-formats.js";

/** What values of all coded forms have in common, and rows of the head that are looked at: hardly any other columns have so many. */
const LIKELY = { pattern: "[12]\\d{2,3}[-/.,]\\d{1,2}(?:[-/.]\\d{1,2}(?:[T ].*)?)?", rows: 100 };
/** Fewest years. The numbers of one year may be measured ones, which also have no greater fraction than .12. */
const MIN_YEARS = 2;

/**
 * Returns the formats, where columns of numbers or text become times if all their values are months or days in one of the coded forms,
 * each month of the year is among them, and no month between the first and the last is missing: 2015.01, 104/01, 104/1/15. Days need
 * fewer months in a column with the name of a day.
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
    const isNamed = (index: number) => form === "republicDay" && isDayName(source.headers[index] ?? "");
    const found = new Set([
      ...(await columnsOfForm(database, source, { columns: open.filter(isNamed), form })),
      ...(await columnsOfForm(database, source, { columns: open.filter((index) => !isNamed(index)), form, haveEachMonth: true })),
    ]);
    read = read.map((format, index) => (found.has(index) ? { type: "d", declared: true, formats: [form] } : format));
  }
  return read;
}

/**
 * Returns those of the columns all of whose values are times of one form; with `haveEachMonth`, those that also have each month of the
 * year, and no gap.
 */
export async function columnsOfForm(
  database: Database,
  source: CsvSource,
  { columns, form, haveEachMonth = false }: { columns: readonly number[]; form: DateFormat; haveEachMonth?: boolean },
): Promise<Set<number>> {
  return await columnsThatMeet(database, source, {
    columns,
    inHead: (column) => areAllOfFormSql(column, form),
    inAllRows: (column) => {
      const instant = instantSql(column, form);
      const enough = `${areAllOfFormSql(column, form)} AND count(${instant}) > 0`;
      return haveEachMonth ? `${enough} AND ${haveEachMonthSql(instant)}` : enough;
    },
  });
}

const isLikelySql = (column: string): string => fullMatchSql(trimSql(column), LIKELY.pattern);

const haveNoOthersSql = (column: string): string => `count(*) FILTER (NOT ${isLikelySql(column)} AND NOT ${isMissingSql(column)}) = 0`;

const instantSql = (column: string, form: DateFormat): string => toInstantSql(trimSql(column), form, "UTC");

const areAllOfFormSql = (column: string, form: DateFormat): string =>
  `count(*) FILTER (${instantSql(column, form)} IS NULL AND NOT ${isMissingSql(column)}) = 0`;

function haveEachMonthSql(instant: string): string {
  const months = `count(DISTINCT date_trunc('month', ${instant}))`;
  const span = `date_diff('month', min(${instant}), max(${instant}))`;
  return `count(DISTINCT month(${instant})) = 12 AND count(DISTINCT year(${instant})) >= ${MIN_YEARS} AND ${months} = ${span} + 1`;
}
