import { type IngestRequest, ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";
import { ingestColumn, numbers, text, times } from "./testing/ingest-column.js";

test.each<[string, string[], object]>([
  ["days", ["2020-02-29", "2021-1-2"], times("2020-02-29T00:00:00", "2021-01-02T00:00:00")],
  ["days by slashes and points", ["2020/02/29", "2020.03.01"], times("2020-02-29T00:00:00", "2020-03-01T00:00:00")],
  ["with hours, minutes and seconds", ["2020-01-02 03:04:05", "2020-01-02T13:04"], times("2020-01-02T03:04:05", "2020-01-02T13:04:00")],
  [
    "with fractions of seconds after a comma",
    ["2020-01-02 03:04:05,250", "2020-01-02T03:04:06,5Z", "2020-01-02 03:04:07.125"],
    { type: "d", values: ["2020-01-02T03:04:05.250Z", "2020-01-02T03:04:06.500Z", "2020-01-02T03:04:07.125Z"] },
  ],
  ["with such fractions and afternoons", ["1/13/2020 3:04:05,5 PM"], { type: "d", values: ["2020-01-13T15:04:05.500Z"] }],
  [
    "with offsets from UTC",
    ["2020-01-02T03:04:05Z", "2020-01-02 03:04+01:30", "2020-01-02T03:04:00-0800"],
    times("2020-01-02T03:04:05", "2020-01-02T01:34:00", "2020-01-02T11:04:00"),
  ],
  ["the day first where it must be", ["31/12/2020", "01/02/2020"], times("2020-12-31T00:00:00", "2020-02-01T00:00:00")],
  [
    "halves of the day in Chinese, Japanese and Korean",
    ["2024/1/1 上午 10:01:00", "2024/1/1 午後 1:05", "2024/1/1 오전12:30", "2024/1/1 9:00"],
    times("2024-01-01T10:01:00", "2024-01-01T13:05:00", "2024-01-01T00:30:00", "2024-01-01T09:00:00"),
  ],
  [
    "the hour 0 of a half day in Japanese",
    ["2024/1/1 午後0:30:00", "2024/1/1 午前 00:05", "2024/1/1 午後10:00"],
    times("2024-01-01T12:30:00", "2024-01-01T00:05:00", "2024-01-01T22:00:00"),
  ],
  ["the month first where it must be", ["12/31/2020", "01/02/2020 5:06 PM"], times("2020-12-31T00:00:00", "2020-01-02T17:06:00")],
  ["the month first where it can be both", ["01/02/2020"], times("2020-01-02T00:00:00")],
  ["by points", ["31.12.2020", "1.2.2020"], times("2020-12-31T00:00:00", "2020-02-01T00:00:00")],
  ["years of two digits", ["12/31/99", "1/2/20"], times("1999-12-31T00:00:00", "2020-01-02T00:00:00")],
  ["named months", ["2-Jan-2020", "31 December 2020"], times("2020-01-02T00:00:00", "2020-12-31T00:00:00")],
  [
    "named months and years of two digits",
    ["01-Jan-20", "31. Dez. 99", "2 Mai '21 14:30"],
    times("2020-01-01T00:00:00", "1999-12-31T00:00:00", "2021-05-02T14:30:00"),
  ],
  ["named months first", ["Jan 2, 2020", "December 31 2020"], times("2020-01-02T00:00:00", "2020-12-31T00:00:00")],
  ["named months after the year", ["2020-Jan-02", "2020 December 31"], times("2020-01-02T00:00:00", "2020-12-31T00:00:00")],
  ["named months without anything between", ["02JAN2020", "31dec2020 14:30"], times("2020-01-02T00:00:00", "2020-12-31T14:30:00")],
  ["months", ["2020-01", "2020-12"], times("2020-01-01T00:00:00", "2020-12-01T00:00:00")],
  ["months before the year", ["01/2020", "12/2020", "3-2021"], times("2020-01-01T00:00:00", "2020-12-01T00:00:00", "2021-03-01T00:00:00")],
  [
    "named months of a year",
    ["Jan 2020", "January-2021", "May. 1999"],
    times("2020-01-01T00:00:00", "2021-01-01T00:00:00", "1999-05-01T00:00:00"),
  ],
  [
    "named months after a year",
    ["2020 Jan", "2021-January", "1999. mai", "2022MAR"],
    times("2020-01-01T00:00:00", "2021-01-01T00:00:00", "1999-05-01T00:00:00", "2022-03-01T00:00:00"),
  ],
  ["named months of a year of two digits", ["Jan-20", "Dec '99"], times("2020-01-01T00:00:00", "1999-12-01T00:00:00")],
  ["quarters", ["2020Q1", "2020-Q4", "2021 q2"], times("2020-01-01T00:00:00", "2020-10-01T00:00:00", "2021-04-01T00:00:00")],
  ["quarters before the year", ["Q1 2020", "Q3/2020"], times("2020-01-01T00:00:00", "2020-07-01T00:00:00")],
  [
    "quarters of years of two digits",
    ["Q1/20", "q3 '99", "Q4'21"],
    times("2020-01-01T00:00:00", "1999-07-01T00:00:00", "2021-10-01T00:00:00"),
  ],
  [
    "quarters whose number comes first",
    ["1Q2020", "4Q 2021", "2q/2022"],
    times("2020-01-01T00:00:00", "2021-10-01T00:00:00", "2022-04-01T00:00:00"),
  ],
  ["quarters whose number comes first, of years of two digits", ["1Q20", "3Q'99"], times("2020-01-01T00:00:00", "1999-07-01T00:00:00")],
  ["quarters in Chinese", ["2020年第1季度", "2020年2季"], times("2020-01-01T00:00:00", "2020-04-01T00:00:00")],
  ["四半期", ["2020年第3四半期", "2021年第4四半期"], times("2020-07-01T00:00:00", "2021-10-01T00:00:00")],
  ["years with a mark", ["FY2019", "FY 2020", "fy2021"], times("2019-01-01T00:00:00", "2020-01-01T00:00:00", "2021-01-01T00:00:00")],
  ["年度", ["2019年", "2020年度"], times("2019-01-01T00:00:00", "2020-01-01T00:00:00")],
  [
    "years that end in the next one, which may look like months",
    ["2000/01", "2001/02", "2010/11"],
    times("2000-01-01T00:00:00", "2001-01-01T00:00:00", "2010-01-01T00:00:00"),
  ],
  [
    "years that end in the next one, across a century",
    ["1998-99", "1999-00", "", "2019-2020"],
    times("1998-01-01T00:00:00", "1999-01-01T00:00:00", null, "2019-01-01T00:00:00"),
  ],
  ["one month that may be a year", ["2010/11", "2010/11"], times("2010-11-01T00:00:00", "2010-11-01T00:00:00")],
  [
    "months of which two may be years",
    ["2000/01", "2001/02", "2001/03"],
    times("2000-01-01T00:00:00", "2001-02-01T00:00:00", "2001-03-01T00:00:00"),
  ],
  ["ranges of other years are text", ["2000-2001", "2001-2003", "2003-2004"], text(["2000-2001", "2001-2003", "2003-2004"])],
  ["codes that begin with a quarter are text", ["Q1-20", "Q2-21"], text(["Q1-20", "Q2-21"])],
  [
    "months of statistics offices",
    ["2020M01", "2020-M7", "2021 m12"],
    times("2020-01-01T00:00:00", "2020-07-01T00:00:00", "2021-12-01T00:00:00"),
  ],
  [
    "months of other languages",
    ["Januar 2020", "März 2020", "Dez. 2020", "Okt-2021", "février 2022", "mayo 2022"],
    times(
      "2020-01-01T00:00:00",
      "2020-03-01T00:00:00",
      "2020-12-01T00:00:00",
      "2021-10-01T00:00:00",
      "2022-02-01T00:00:00",
      "2022-05-01T00:00:00",
    ),
  ],
  [
    "German months of two digits",
    ["Mrz 20", "Mai-20", "Okt. 21"],
    times("2020-03-01T00:00:00", "2020-05-01T00:00:00", "2021-10-01T00:00:00"),
  ],
  ["German days", ["1. Januar 2020", "31. Dezember 2020 14:30"], times("2020-01-01T00:00:00", "2020-12-31T14:30:00")],
  ["words that abbreviate months elsewhere are text", ["set 20", "out 20"], text(["set 20", "out 20"])],
  ["a thirteenth month is text", ["2020M13", "2020M01"], text(["2020M13", "2020M01"])],
  ["quarters of fiscal years", ["FY2015 Q1", "fy2015-q4"], times("2015-01-01T00:00:00", "2015-10-01T00:00:00")],
  ["quarters before fiscal years", ["Q2 FY2016", "4Q FY2016"], times("2016-04-01T00:00:00", "2016-10-01T00:00:00")],
  ["halves of years", ["2015H1", "2015-h2", "FY2016 H1"], times("2015-01-01T00:00:00", "2015-07-01T00:00:00", "2016-01-01T00:00:00")],
  ["halves before the year", ["H2 2016", "1H2017"], times("2016-07-01T00:00:00", "2017-01-01T00:00:00")],
  ["halves of years in Chinese", ["2024年上半年", "2024下半年"], times("2024-01-01T00:00:00", "2024-07-01T00:00:00")],
  ["a third half is text", ["2020H3", "2020H1"], text(["2020H3", "2020H1"])],
  ["a fifth quarter is text", ["2020Q5", "2020Q1"], text(["2020Q5", "2020Q1"])],
  ["ISO weeks", ["2024-W01", "2024W52", "2020-W53"], times("2024-01-01T00:00:00", "2024-12-23T00:00:00", "2020-12-28T00:00:00")],
  [
    "weeks before the year",
    ["W05 2020", "KW 5/2020", "KW05 2020", "Week 53 2020"],
    times("2020-01-27T00:00:00", "2020-01-27T00:00:00", "2020-01-27T00:00:00", "2020-12-28T00:00:00"),
  ],
  ["weeks with a point", ["5. KW 2020", "53.KW/2020"], times("2020-01-27T00:00:00", "2020-12-28T00:00:00")],
  ["weeks of one digit", ["2020-W5", "2020 KW 53"], times("2020-01-27T00:00:00", "2020-12-28T00:00:00")],
  ["a week that the year does not have is text", ["2024-W53", "2024-W01"], text(["2024-W53", "2024-W01"])],
  ["texts with a word that is no month", ["Jan-20", "Joe-21"], text(["Jan-20", "Joe-21"])],
  ["months of six digits are numbers", ["202001", "202012"], numbers(202001, 202012)],
  ["年月", ["2020年1月", "2020年12月"], times("2020-01-01T00:00:00", "2020-12-01T00:00:00")],
  ["年月日", ["2020年1月2日"], times("2020-01-02T00:00:00")],
  [
    "quarters after other marks",
    ["2020:Q1", "2020.Q4", "2021_q2"],
    times("2020-01-01T00:00:00", "2020-10-01T00:00:00", "2021-04-01T00:00:00"),
  ],
  [
    "quarters in Roman numerals",
    ["2020 I", "2020-IV", "2021 III"],
    times("2020-01-01T00:00:00", "2020-10-01T00:00:00", "2021-07-01T00:00:00"),
  ],
  ["quarters in Chinese numerals", ["2020年第一季", "2021年第四季度"], times("2020-01-01T00:00:00", "2021-10-01T00:00:00")],
  [
    "months after other marks",
    ["2020:01", "2020_12", "2021M3"],
    times("2020-01-01T00:00:00", "2020-12-01T00:00:00", "2021-03-01T00:00:00"),
  ],
  ["months of one digit", ["2020/1", "2020/12"], times("2020-01-01T00:00:00", "2020-12-01T00:00:00")],
  [
    "days of ISO weeks",
    ["2024-W01-3", "2020-W53-7", "2020-W5"],
    times("2024-01-03T00:00:00", "2021-01-03T00:00:00", "2020-01-27T00:00:00"),
  ],
  [
    "days of ISO weeks in the short form",
    ["2024W011", "2020W537", "2020W05"],
    times("2024-01-01T00:00:00", "2021-01-03T00:00:00", "2020-01-27T00:00:00"),
  ],
  ["the eighth day of a week is text", ["2024W018", "2024W011"], text(["2024W018", "2024W011"])],
  [
    "民國 months",
    ["104年1月", "民國 104年12月", "民國99年7月"],
    times("2015-01-01T00:00:00", "2015-12-01T00:00:00", "2010-07-01T00:00:00"),
  ],
  [
    "民國 days",
    ["109年02月29日", "民國 99/12/31", "民國100/1/1 14:30"],
    times("2020-02-29T00:00:00", "2010-12-31T00:00:00", "2011-01-01T14:30:00"),
  ],
  ["months of years of two digits without 民國 are text", ["23年1月", "24年12月"], text(["23年1月", "24年12月"])],
  ["numbers with the day and month of a year are text", ["120/01/23", "121/12/03"], text(["120/01/23", "121/12/03"])],
  ["names that end in Roman numerals are text", ["1000-I", "2500-III", "0410 I"], text(["1000-I", "2500-III", "0410 I"])],
  ["民國 days that do not exist are text", ["110年2月29日", "109年1月1日"], text(["110年2月29日", "109年1月1日"])],
  ["marks of missing values", ["2020-01-02", "NA", "NaT", "1.#INF", ""], times("2020-01-02T00:00:00", null, null, null, null)],
  ["infinite numbers, which are missing", ["13.01.2020", "inf", "-Infinity", "+infinity"], times("2020-01-13T00:00:00", null, null, null)],
  ["infinite numbers among days as DuckDB writes them", ["2020-01-02", "infinity", "-inf"], times("2020-01-02T00:00:00", null, null)],
  ["days that do not exist are text", ["2021-02-29", "2020-01-01"], text(["2021-02-29", "2020-01-01"])],
  ["two formats are text", ["2020-01-02", "Jan 3 2020"], text(["2020-01-02", "Jan 3 2020"])],
  ["years alone are numbers", ["2019", "2020"], numbers(2019, 2020)],
  ["times of day alone are text", ["10:00", "11:30"], text(["10:00", "11:30"])],
])("reads times: %s", async (_name, values, expected) => {
  expect(await ingestColumn(values)).toEqual(expected);
});

const sixDigits = ["202011", "202012", "202101", "202102", "202103", "202104"];
test.each<[string, string, string[], string]>([
  ["a column with the name of a month", "Month", [...sixDigits, "NA"], "d"],
  ["a column with another name", "batch", sixDigits, "n"],
  ["few months", "Month", sixDigits.slice(0, 4), "n"],
  ["a thirteenth period", "Period", [...sixDigits, "202113"], "n"],
  ["a column that its owner declares to be numbers", "Month", sixDigits, "declared"],
])("numbers of six digits are months by the name of their column: %s", async (_name, name, values, expected) => {
  const columns = expected === "declared" ? [{ name, type: "n" as const }] : [];
  const { types, rows } = await ingestBytes(`${name}\tv\n${values.map((value) => `${value}\t1\n`).join("")}`, { columns });
  expect(types[0]).toBe(expected === "d" ? "d" : "n");
  expect(rows.data[0]?.[0]).toBe(expected === "d" ? "2020-11-01T00:00:00.000Z" : 202011);
});

test("numbers of five digits are months of the Republic of China by the name of their column", async () => {
  const lines = ["10911", "10912", "11001", "11002", "11003", "11004"].map((month) => `${month}\t${month}\n`);
  const { types, rows } = await ingestBytes(`年月\t金額\n${lines.join("")}`);
  expect(types).toBe("dn");
  expect(rows.data[0]).toEqual(["2020-11-01T00:00:00.000Z", 10911]);
});

test.each<[string, string, number[], string]>([
  ["periods of one year", "period_id", [100], "n"],
  ["two years of periods", "period_id", [100, 101], "d"],
  ["two years of periods with one between", "period_id", [100, 102], "n"],
  ["a year of months by their name", "資料年月", [100], "d"],
])("numbers of five digits are months by their name, or without a gap: %s", async (_what, name, years, type) => {
  const months = years.flatMap((year) => Array.from({ length: 12 }, (_, i) => `${year}${String(i + 1).padStart(2, "0")}\t1\n`));
  expect((await ingestBytes(`${name}\tv\n${months.join("")}`)).types[0]).toBe(type);
});

test("days with years of the Republic of China are times by the name of their column, or as days of all months", async () => {
  const lines = Array.from(
    { length: 28 },
    (_, i) => `113/2/${i + 1}\t113/2/${i + 1}\t${113 + Math.floor(i / 12)}/${(i % 12) + 1}/5 14:30\n`,
  );
  const { types, rows } = await ingestBytes(`日期\t號碼\ttaken\n${lines.join("")}`);
  expect(types).toBe("dsd");
  expect(rows.data[1]).toEqual(["2024-02-02T00:00:00.000Z", "113/2/2", "2024-02-05T14:30:00.000Z"]);
});

const REPUBLIC_DAYS = ["99/12/30", "99/12/31", "100/01/01", "100/01/02"];
const aroundNewYear = times("2010-12-30T00:00:00", "2010-12-31T00:00:00", "2011-01-01T00:00:00", "2011-01-02T00:00:00");
const REPUBLIC_MONTHS = ["99年1月", "99年12月", "100年1月"];
const REPUBLIC_TIMES = ["2010-01-01T00:00:00", "2010-12-01T00:00:00", "2011-01-01T00:00:00"];
test.each<[string, string, string[], object]>([
  ["days by the name of their column", "日期", REPUBLIC_DAYS, aroundNewYear],
  ["days of a column that is declared to be dates", "v", REPUBLIC_DAYS, aroundNewYear],
  ["months", "v", REPUBLIC_MONTHS, times(...REPUBLIC_TIMES)],
  ["months of a column that is declared to be dates", "v", [...REPUBLIC_MONTHS, "合計"], times(...REPUBLIC_TIMES, null)],
  ["marked days", "v", ["99年12月31日", "100年1月1日"], times("2010-12-31T00:00:00", "2011-01-01T00:00:00")],
])("years of the Republic of China of two digits are beside those of three: %s", async (what, name, values, expected) => {
  const columns = what.includes("declared") ? [{ name, type: "d" as const }] : [];
  const { types, rows } = await ingestBytes(`${name}\tw\n${values.map((value) => `${value}\tx\n`).join("")}`, { columns });
  expect({ type: types[0], values: rows.data.map(([value]) => value) }).toEqual(expected);
});

test("years of two digits in a column that is declared to be dates, none of which has three, are of the common era", async () => {
  const declared = { columns: [{ name: "v", type: "d" as const }] };
  expect(await ingestColumn(["99/12/31", "98/12/31", "合計"], declared)).toEqual(times("1999-12-31T00:00:00", "1998-12-31T00:00:00", null));
  for (const month of ["99年12月", "99/12", "99.12"]) {
    expect(await ingestColumn([month, "合計"], declared)).toEqual({ type: "d", values: [null, null] });
  }
});

test.each(["/", "."])("all months of years around 100 of the Republic of China are times, written with %s", async (mark) => {
  const monthsOf = (...years: number[]) =>
    years.flatMap((year) => Array.from({ length: 12 }, (_, month) => `${year}${mark}${String(month + 1).padStart(2, "0")}`));
  const read = await ingestColumn(monthsOf(99, 100));
  expect([read.type, read.values[0], read.values[12]]).toEqual(["d", "2010-01-01T00:00:00.000Z", "2011-01-01T00:00:00.000Z"]);
  expect((await ingestColumn(monthsOf(98, 99))).type).not.toBe("d");
});

test.each<[string, NonNullable<NonNullable<IngestRequest["like"]>["codedTimes"]>[number]["format"], string[], object]>([
  ["months after a point", "pointMonth", ["2024.01", "2024.1"], times("2024-01-01T00:00:00", "2024-10-01T00:00:00")],
  ["months of one digit", "pointMonthShort", ["2024.1", "2024.10"], times("2024-01-01T00:00:00", "2024-10-01T00:00:00")],
  ["民國 months", "republicMonth", ["113/01", ""], times("2024-01-01T00:00:00", null)],
  ["民國 days", "republicDay", ["113/1/5"], times("2024-01-05T00:00:00")],
  ["民國 months without a mark", "compactRepublicMonth", ["11301"], times("2024-01-01T00:00:00")],
  ["another number", "pointMonth", ["2024.01", "2024.13"], numbers(2024.01, 2024.13)],
  ["民國 days of two digits", "republicDay", ["99/12/31"], times("2010-12-31T00:00:00")],
  ["a fiscal year that may be a month", "splitYear", ["2011/12"], times("2011-01-01T00:00:00")],
  ["few fiscal years", "splitYear", ["2015/16", "", "2016/17"], times("2015-01-01T00:00:00", null, "2016-01-01T00:00:00")],
  ["a month, which is no fiscal year", "splitYear", ["2011/05"], times("2011-05-01T00:00:00")],
])("few values are read as in a table with the same columns: %s", async (_what, format, values, expected) => {
  expect(
    await ingestColumn(values, {
      like: {
        codedTimes: [
          { name: "v", format },
          { name: "lacking", format },
        ],
      },
    }),
  ).toEqual(expected);
});

test("of several columns with the name of a month, those become times whose numbers are months", async () => {
  const lines = sixDigits.map((month, i) => `${month}\t${i}\t${month}\n`);
  const { types } = await ingestBytes(`期間\tmonth of life\tPeriod\n${lines.join("")}`);
  expect(types).toBe("dnd");
});

test("times without an offset are in the dataset's time zone, daylight saving time included; times with an offset are not", async () => {
  const zoned = { timezone: "Europe/Berlin" };
  expect(await ingestColumn(["2020-01-15 12:00", "2020-07-15 12:00"], zoned)).toEqual(times("2020-01-15T11:00:00", "2020-07-15T10:00:00"));
  expect(await ingestColumn(["2020-07-15 12:00Z", "2020-07-15 12:00"], zoned)).toEqual(times("2020-07-15T12:00:00", "2020-07-15T10:00:00"));
});

test("decimal years that are declared to be dates are the months that begin then, also in files with decimal commas", async () => {
  const declared = { columns: [{ name: "v", type: "d" as const }] };
  const expected = times("1949-01-01T00:00:00", "1949-02-01T00:00:00", "1949-12-01T00:00:00", "1950-01-01T00:00:00", null);
  expect(await ingestColumn(["1949.0", "1949.08333333393", "1949.917", "1950", "1950.0411"], declared)).toEqual(expected);
  const commas = { ...declared, delimiter: ";", source: { decimal: "," as const } };
  expect(await ingestColumn(["1949,0", "1949,08333333333", "1949,92", "1950", "1950,0411"], commas)).toEqual(expected);
});

const monthly = (write: (year: number, month: number) => string, months = 24) =>
  Array.from({ length: months }, (_, i) => write(2015 + Math.floor(i / 12), (i % 12) + 1));
const twoDigits = (month: number) => String(month).padStart(2, "0");
const firstDays = times(...monthly((year, month) => `${year}-${twoDigits(month)}-01T00:00:00`));

test.each<[string, (year: number, month: number) => string]>([
  ["after a point", (year, month) => `${year}.${twoDigits(month)}`],
  ["after a point, whose last zeros are lost", (year, month) => `${year}.${twoDigits(month)}`.replace(/0$/, "")],
  ["of one digit after a point", (year, month) => `${year}.${month}`],
  ["民國", (year, month) => `${year - 1911}/${twoDigits(month)}`],
  ["民國 of one digit", (year, month) => `${year - 1911}/${month}`],
  ["民國 after a point", (year, month) => `${year - 1911}.${twoDigits(month)}`],
  ["民國 with the first day", (year, month) => `${year - 1911}.${twoDigits(month)}.01`],
])("all values together show months: %s", async (_what, write) => {
  expect(await ingestColumn(["", ...monthly(write)])).toEqual({ type: "d", values: [null, ...firstDays.values] });
  expect((await ingestColumn([...Array<string>(120).fill(""), ...monthly(write)])).type).toBe("d");
});

test("all values together show months after a decimal comma", async () => {
  const months = monthly((year, month) => `${year},${twoDigits(month)}`);
  expect(await ingestColumn(months, { delimiter: ";" })).toEqual(firstDays);
});

test.each<[string, string[], "n" | "s"]>([
  ["numbers of one year", monthly((year, month) => `${year}.${twoDigits(month)}`, 12), "n"],
  ["names of rooms on floors without a gap", monthly((year, month) => `${101 + year - 2015}-${twoDigits(month)}`), "s"],
  ["a number between", [...monthly((year, month) => `${year}.${twoDigits(month)}`), "2016.13"], "n"],
  ["names of rooms, some floors of which are missing", monthly((year, month) => `${101 + 2 * (year - 2015)}-${twoDigits(month)}`), "s"],
])("numbers and names that look like months alone stay: %s", async (_what, values, type) => {
  expect((await ingestColumn(values)).type).toBe(type);
});

test("years with the number of a month after a point that are declared to be dates are months, not decimal years", async () => {
  const months = monthly((year, month) => `${year}.${twoDigits(month)}`, 12);
  expect(await ingestColumn(months, { columns: [{ name: "v", type: "d" }] })).toEqual({ type: "d", values: firstDays.values.slice(0, 12) });
});

test("months of two digits after a point stay beside another number in a column that is declared to be dates", async () => {
  const months = monthly((year, month) => `${year}.${twoDigits(month)}`, 12);
  const read = await ingestColumn([...months, "2016.5"], { columns: [{ name: "v", type: "d" }] });
  expect(read).toEqual({ type: "d", values: [...firstDays.values.slice(0, 12), null] });
});

test.each([
  [".", "\t"],
  [",", ";"],
])("months of one digit after %s that are declared to be dates are not October, nor decimal years", async (mark, delimiter) => {
  const months = monthly((year, month) => `${year}${mark}${month}`, 12);
  const read = await ingestColumn(months, { delimiter, columns: [{ name: "v", type: "d" }] });
  expect(read).toEqual({ type: "d", values: firstDays.values.slice(0, 12) });
});

test.each<[string, string, string | null]>([
  ["a column with the name of a month", "年月", "2020-01-01"],
  ["another column", "v", "1929-11-04"],
])(
  "numbers of five digits that are declared to be dates are months of the Republic of China by their name: %s",
  async (_what, name, day) => {
    const file = `${name}\tv1\n10901\t1\n10902\t2\n合計\t3\n`;
    const { rows } = await ingestBytes(file, { columns: [{ name, type: "d" }] });
    expect([rows.data[0]![0], rows.data[2]![0]]).toEqual([`${day}T00:00:00.000Z`, null]);
  },
);

test.each([
  ["05-4711", "11-1037"],
  ["4711-05", "1037-11"],
  ["5/4711", "11/1037"],
])("numbers of parts such as %s are no months, as their years show", async (...values) => {
  expect(await ingestColumn(values)).toEqual({ type: "s", values });
});

test.each(["10/2567", "2567-10"])("the month %s of the Buddhist era is one of its year", async (month) => {
  expect(await ingestColumn([month])).toEqual(times("2567-10-01T00:00:00"));
  expect(await ingestColumn([month, "n.d."], { columns: [{ name: "v", type: "d" }] })).toEqual(times("2567-10-01T00:00:00", null));
});

test("seconds since 1970 are in UTC in any time zone", async () => {
  const read = await ingestColumn(["1672531200"], { columns: [{ name: "v", type: "d" }], timezone: "Europe/Berlin" });
  expect(read).toEqual(times("2023-01-01T00:00:00"));
});

test.each([
  ["two formats", ["2020-01-02", "31.12.2020"], times("2020-01-02T00:00:00", "2020-12-31T00:00:00")],
  [
    "two formats, of which some days tell their order",
    ["2020-01-02", "01/02/2020", "31/12/2020"],
    { type: "d", values: ["2020-01-02T00:00:00.000Z", "2020-02-01T00:00:00.000Z", "2020-12-31T00:00:00.000Z"] },
  ],
  [
    "two formats, of which some months tell their order",
    ["2020-01-02", "01/02/2020", "12/31/2020"],
    { type: "d", values: ["2020-01-02T00:00:00.000Z", "2020-01-02T00:00:00.000Z", "2020-12-31T00:00:00.000Z"] },
  ],
  ["serial numbers of a spreadsheet", ["43831", "43831.75"], times("2020-01-01T00:00:00", "2020-01-01T18:00:00")],
  ["months of six digits", ["202001", "202013"], times("2020-01-01T00:00:00", null)],
  ["days of the Republic of China", ["1090229", "1100229"], times("2020-02-29T00:00:00", null)],
  ["seconds since 1970", ["1672531200", "1672534800.5"], { type: "d", values: ["2023-01-01T00:00:00.000Z", "2023-01-01T01:00:00.500Z"] }],
  ["milliseconds since 1970", ["1672531200000", "946684800000"], times("2023-01-01T00:00:00", "2000-01-01T00:00:00")],
  ["minutes of twelve digits", ["202401151030", "20240115T1031"], times("2024-01-15T10:30:00", "2024-01-15T10:31:00")],
  [
    "seconds of fourteen digits with a fraction and an offset",
    ["20240115T103000.250Z", "20240115T103001+0200", "20240115103002-05:30", "20240115103003.5", "20240115T1030Z"],
    {
      type: "d",
      values: [
        "2024-01-15T10:30:00.250Z",
        "2024-01-15T08:30:01.000Z",
        "2024-01-15T16:00:02.000Z",
        "2024-01-15T10:30:03.500Z",
        "2024-01-15T10:30:00.000Z",
      ],
    },
  ],
  ["seconds of fourteen digits", ["20240115103000", "20240115T103001"], times("2024-01-15T10:30:00", "2024-01-15T10:30:01")],
])("a column that its owner declares to be dates: %s", async (_name, values, expected) => {
  expect(await ingestColumn(values, { columns: [{ name: "v", type: "d" }] })).toEqual(expected);
});

test.each<[string, string, IngestRequest["source"], string]>([
  ["another column's dates decide", "t\tu\n01/02/2020\t31/12/2020\n", {}, "2020-02-01"],
  ["the owner decides", "t\tu\n01/02/2020\tx\n", { dates: "day_first" }, "2020-02-01"],
  ["the owner decides against a decimal comma", "t\tu\n01/02/2020\t1,5\n", { dates: "month_first" }, "2020-01-02"],
])("whether day or month comes first: %s", async (_name, file, source, day) => {
  const { rows, columns } = await ingestBytes(file, { source });
  expect(rows.data[0]![0]).toBe(`${day}T00:00:00.000Z`);
  expect(columns[0]!.ambiguity).toBeUndefined();
});

test("the day comes before the month in a file with decimal commas", async () => {
  const { rows } = await ingestBytes("t;v\n01/02/2020;1,5\n");
  expect(rows.data).toEqual([["2020-02-01T00:00:00.000Z", 1.5]]);
});
