import type { Database } from "../../tables/database.js";
import type { CsvSource } from "../csv/csv-source.js";
import { type ColumnFormat, isDeclaredTimes } from "../formats/column-formats.js";
import { columnsThatMeet } from "../formats/columns-that-meet.js";
import { AROUND_YEAR_100, type DateFormat } from "../formats/date-formats.js";
import { fullMatchSql, trimSql } from "../formats/number-formats.js";
import { haveLongYearSql } from "./read-coded-times.js";

/** What values of all forms with a year of three digits have in common. Hardly any other columns have one, so that they cost one pass. */
const LONG_YEAR = "1[0-4]\\d[-./年].*";

/**
 * Returns the formats, with years of two digits of the Republic of China in declared columns where another of its years has three digits,
 * such as 99/12/31 beside 100/01/01. Elsewhere they are of the common era, or a length of time.
 */
export async function settleRepublicYears(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
): Promise<ColumnFormat[]> {
  const mayHave = (format: ColumnFormat, form: DateFormat) =>
    isDeclaredTimes(format) && format.formats.length > 1 && format.formats.includes(form);
  const likely = await columnsThatMeet(database, source, {
    columns: formats.flatMap((format, index) => (AROUND_YEAR_100.some((form) => mayHave(format, form)) ? [index] : [])),
    inHead: () => "true",
    inAllRows: (column) => `count(*) FILTER (${fullMatchSql(trimSql(column), LONG_YEAR)}) > 0`,
  });
  let settled = [...formats];
  for (const form of AROUND_YEAR_100) {
    const open = settled.flatMap((format, index) => (mayHave(format, form) ? [index] : []));
    const found = await columnsThatMeet(database, source, {
      columns: open.filter((index) => likely.has(index)),
      inHead: () => "true",
      inAllRows: (column) => haveLongYearSql(column, form),
    });
    settled = settled.map((format, index) =>
      open.includes(index) && isDeclaredTimes(format) ? { ...format, formats: withForm(format.formats, form, found.has(index)) } : format,
    );
  }
  return settled;
}

/** Returns the formats with the form before days of the common era whose year has two digits, or without it. */
function withForm(formats: readonly DateFormat[], form: DateFormat, isFound: boolean): DateFormat[] {
  const others = formats.filter((each) => each !== form);
  if (!isFound) return others;
  const place = others.indexOf("yearFirstShort");
  return place < 0 ? [...formats] : others.toSpliced(place, 0, form);
}
