import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { CODED_FORMATS, type DateFormat, toInstantSql } from "../formats/date-formats.js";
import { fullMatchSql, isMissingSql, trimSql } from "../formats/number-formats.js";

/** What values of all coded forms have in common, and rows of the head that are looked at: hardly any other columns have so many. */
const LIKELY = { pattern: "[12]\\d{2,3}[-/.]\\d{1,2}(?:[-.]\\d{2})?", rows: 100 };
/** Fewest years. The numbers of one year may be measured ones, which also have no greater fraction than .12. */
const MIN_YEARS = 2;

/**
 * Returns the formats, where columns of numbers or text become times if all their values are months or days in one of the coded forms,
 * each month of the year is among them, and no month between the first and the last is missing: 2015.01, 104/01, 104.01.15.
 */
export async function readCodedTimes(database: Database, source: CsvSource, formats: readonly ColumnFormat[]): Promise<ColumnFormat[]> {
  const likely = await columnsThatMeet(database, source, {
    columns: formats.flatMap(({ type }, index) => (type === "d" ? [] : [index])),
    headRows: LIKELY.rows,
    inHead: areLikelySql,
    inAllRows: areLikelySql,
  });
  let read = [...formats];
  for (const form of CODED_FORMATS) {
    const found = await columnsThatMeet(database, source, {
      columns: [...likely].filter((index) => read[index].type !== "d"),
      inHead: (column) => areAllOfFormSql(column, form),
      inAllRows: (column) => `${areAllOfFormSql(column, form)} AND ${haveEachMonthSql(instantSql(column, form))}`,
    });
    read = read.map((format, index) => (found.has(index) ? { type: "d", declared: true, formats: [form] } : format));
  }
  return read;
}

function areLikelySql(column: string): string {
  const isLikely = fullMatchSql(trimSql(column), LIKELY.pattern);
  return `count(*) FILTER (NOT ${isLikely} AND NOT ${isMissingSql(column)}) = 0 AND count(*) FILTER (${isLikely}) > 0`;
}

const instantSql = (column: string, form: DateFormat): string => toInstantSql(trimSql(column), form, "UTC");

function areAllOfFormSql(column: string, form: DateFormat): string {
  const instant = instantSql(column, form);
  return `count(${instant}) > 0 AND count(*) FILTER (${instant} IS NULL AND NOT ${isMissingSql(column)}) = 0`;
}

function haveEachMonthSql(instant: string): string {
  const months = `count(DISTINCT date_trunc('month', ${instant}))`;
  const span = `date_diff('month', min(${instant}), max(${instant}))`;
  return `count(DISTINCT month(${instant})) = 12 AND count(DISTINCT year(${instant})) >= ${MIN_YEARS} AND ${months} = ${span} + 1`;
}
