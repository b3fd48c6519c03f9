import { checkFormula } from "@agatha/contracts";
import { createTable } from "../../testing/create-table.js";
import { queryPage } from "../edits/run-query.js";
import { translateToSql } from "../edits/translate-to-sql.js";
import { openDatabase } from "../tables/database.js";
import { HOUR_MS, zonedTimeToUtc } from "../tables/zoned-time.js";
import { findFindings } from "./find-findings.js";
import { findTimesInParts } from "./times-in-parts.js";

const ROWS = Array.from({ length: 48 }, (_, i) => i);
const year = ROWS.map((i) => 2015 + Math.floor(i / 12));
const month = ROWS.map((i) => (i % 12) + 1);
const quarter = ROWS.map((i) => (Math.floor(i / 3) % 4) + 1);
const week = ROWS.map((i) => i + 1);
const WEEKS = Array.from({ length: 105 }, (_, i) => i);
const day = ROWS.map((i) => (i % 28) + 1);

const MONTHLY = 'dateadd(date("2000-01-01"), 12 * (Year - 2000) + Month - 1, "month")';
const DAILY = 'dateadd(dateadd(date("2000-01-01"), Day - 1, "day"), 12 * (Year - 2000) + Month - 1, "month")';

const WEEKLY =
  'dateadd(dateadd(date("2000-01-04"), (Year - 2000), "year"), 7 * (Week - 1) + 1 - weekday(dateadd(date("2000-01-04"), (Year - 2000), "year")), "day")';

const MONTHS = "January February March April May June July August September October November December".split(" ");
const written = (numerals: string[]) => numerals.reduceRight((rest, text, i) => `if(Part = "${text}", ${i + 1}${rest && `, ${rest}`})`, "");
/** Returns a month of each row, in ways of writing that change from year to year. */
const spelled = (...ways: ((name: string) => string)[]) => ROWS.map((i) => ways[Math.floor(i / 12) % ways.length](MONTHS[i % 12]));
const [plain, upper, lower, dotted] = [
  String,
  (name: string) => name.toUpperCase(),
  (name: string) => name.toLowerCase(),
  (name: string) => `${name}.`,
];

test.each<[string, Record<string, (number | string | null)[]>, string | undefined]>([
  ["a year and a month", { Year: year, Month: month, sold: ROWS }, MONTHLY],
  ["a year, a month and a day", { Year: year, Month: month, Day: day }, DAILY],
  [
    "a year and a quarter",
    { "Fiscal year": year, Qtr: quarter },
    'dateadd(date("2000-01-01"), 4 * ([Fiscal year] - 2000) + Qtr - 1, "quarter")',
  ],
  ["names in Chinese", { 年: year, 月: month }, 'dateadd(date("2000-01-01"), 12 * (年 - 2000) + 月 - 1, "month")'],
  [
    "the month with the year of the same thing",
    { YearBuilt: year.map((built) => built - 20), YearSold: year, MonthSold: month },
    'dateadd(date("2000-01-01"), 12 * (YearSold - 2000) + MonthSold - 1, "month")',
  ],
  ["a month of a sale, and the year of building", { YearBuilt: year, MonthSold: month }, undefined],
  [
    "the month that has a year, after another one",
    { YearSold: year, MonthListed: month, MonthSold: month },
    'dateadd(date("2000-01-01"), 12 * (YearSold - 2000) + MonthSold - 1, "month")',
  ],
  [
    "the fiscal year of a fiscal month, after a calendar year",
    { CalendarYear: year, fiscal_year: year, fiscal_month: month },
    'dateadd(date("2000-01-01"), 12 * (fiscal_year - 2000) + fiscal_month - 1, "month")',
  ],
  [
    "a year and the name of a month",
    { Year: year, Month: month.map((number) => MONTHS[number - 1]) },
    `dateadd(date("2000-01-01"), 12 * (Year - 2000) + ${written(MONTHS).replaceAll("Part", "Month")} - 1, "month")`,
  ],
  [
    "a year and the abbreviation of a month",
    { Year: year, Month: month.map((number) => `${MONTHS[number - 1].slice(0, 3)}.`) },
    `dateadd(date("2000-01-01"), 12 * (Year - 2000) + ${written(MONTHS.map((name) => `${name.slice(0, 3)}.`)).replaceAll("Part", "Month")} - 1, "month")`,
  ],
  [
    "a year and a quarter with its mark",
    { Year: year, Quarter: quarter.map((number) => `Q${number}`) },
    `dateadd(date("2000-01-01"), 4 * (Year - 2000) + ${written(["Q1", "Q2", "Q3", "Q4"]).replaceAll("Part", "Quarter")} - 1, "quarter")`,
  ],
  [
    "a year and a quarter in Chinese",
    { 年度: year, 季: quarter.map((number) => `第${"一二三四"[number - 1]}季`) },
    `dateadd(date("2000-01-01"), 4 * (年度 - 2000) + ${written(["第一季", "第二季", "第三季", "第四季"]).replaceAll("Part", "季")} - 1, "quarter")`,
  ],
  [
    "a year of the Republic of China",
    { 年: year.map((number) => number - 1911), 月: month },
    'dateadd(date("2000-01-01"), 12 * (年 - 89) + 月 - 1, "month")',
  ],
  [
    "a year of the Republic of China by its whole name",
    { 民國年度: year.map((number) => number - 1911), 月份: month },
    'dateadd(date("2000-01-01"), 12 * (民國年度 - 89) + 月份 - 1, "month")',
  ],
  ["a month of the calendar, and a fiscal year", { fiscal_year: year, calendar_month: month }, undefined],
  ["a year and a week", { Year: year, Week: week }, WEEKLY],
  ["a year, a month and a week", { Year: year, Month: month, Week: week }, WEEKLY],
  ["a year, a month, a week and a day", { Year: year, Month: month, Week: week, Day: day }, DAILY],
  [
    "a year of 53 weeks, and a shorter one with a missing week",
    { Year: WEEKS.map((i) => 2020 + Math.floor(i / 53)), Week: WEEKS.map((i) => (i === 104 ? null : (i % 53) + 1)) },
    WEEKLY,
  ],
  [
    "weeks that count from January 1",
    { Year: WEEKS.map((i) => 2018 + Math.floor(i / 53)), Month: WEEKS.map((i) => (i % 12) + 1), Week: WEEKS.map((i) => (i % 53) + 1) },
    undefined,
  ],
  ["the weekdays of weeks", { Year: year, Month: month, Week: week, Weekday: ROWS.map((i) => (i % 7) + 1) }, undefined],
  ["the days of weeks by number", { Year: year, Week: week, Day: ROWS.map((i) => (i % 7) + 1) }, undefined],
  ["weeks and their sales on weekdays", { Year: year, Week: week, weekday_sales: ROWS.map((i) => 100 + i) }, WEEKLY],
  ["weeks that are told on one weekday", { Year: year, Week: week, day_of_week: ROWS.map(() => "Fri") }, WEEKLY],
  ["a year and weekdays", { Year: year, Weekday: day }, undefined],
  ["a year and the weeks of a month", { Year: year, Week: quarter }, undefined],
  ["an age and a month", { 年齡: ROWS.map((i) => 60 + (i % 35)), 月: month }, undefined],
  ["a salary and a month", { 年薪: ROWS.map((i) => 60 + i), 月: month }, undefined],
  ["a year, and months written in too many ways", { Year: year, Month: spelled(plain, upper, lower, dotted) }, undefined],
  ["a year and texts of which one is no month", { Year: year, Month: month.map((number) => MONTHS[number] ?? "Total") }, undefined],
  ["a year alone", { Year: year, sold: month }, undefined],
  ["a month without a year", { Month: month, Day: day }, undefined],
  ["a number of months that goes on", { Year: year, Months: ROWS }, undefined],
  ["ages in years", { "years of age": ROWS, Month: month }, undefined],
])("the parts of times are told with a formula: %s", (_case, columns, expected) => {
  const table = createTable(columns);
  const formulas = findTimesInParts(table.columns).map(({ values }) => String(values.formula));
  expect(formulas).toEqual(expected === undefined ? [] : [expected]);
  expect(formulas.map((formula) => checkFormula(formula, table.columns).type)).toEqual(formulas.map(() => "d"));
});

test.each([
  ["年度", "月份", month],
  ["年份", "季度", quarter],
  ["年度", "季別", quarter],
  ["統計年", "統計月份", month],
  ["西元年", "月份", month],
  ["CalendarYear", "MonthNumber", month],
  ["fiscal_year", "month_no", month],
  ["Fiscal Year", "Fiscal Month Number", month],
  ["year", "month_of_year", month],
  ["YearOfSale", "MonthSold", month],
  ["data_year", "report_month", month],
  ["year", "reporting month", month],
  ["ISO year", "iso_week", week],
  ["Jahr", "Kalenderwoche", week],
  ["年度", "週次", week],
])("words such as number, of and 份 do not say of what a part is: %s and %s", (yearName, partName, part) => {
  const found = findTimesInParts(createTable({ [yearName]: year, [partName]: part }).columns);
  expect(found).toMatchObject([{ column: yearName, values: { parts: partName } }]);
});

test.each([
  ["report_year", "birth_month"],
  ["birth_year", "report_month"],
  ["birth_year", "data_month"],
  ["ReferenceYear", "MonthBuilt"],
  ["統計西元年", "出生月份"],
])("the time of the row and that of something else are two times: %s and %s", (yearName, partName) => {
  expect(findTimesInParts(createTable({ [yearName]: year, [partName]: month }).columns)).toEqual([]);
});

test.each([
  ["年別", "月別"],
  ["年度別", "月份"],
  ["統計年", "統計月"],
  ["資料年度", "月份"],
])("a year of the Republic of China has the words that a year of the common era has: %s and %s", (yearName, partName) => {
  const republic = year.map((number) => number - 1911);
  const [found] = findTimesInParts(createTable({ [yearName]: republic, [partName]: month }).columns);
  expect(found?.values.formula).toBe(`dateadd(date("2000-01-01"), 12 * (${yearName} - 89) + ${partName} - 1, "month")`);
});

test("parts beside a column of times are not told", () => {
  const { columns } = createTable({ Year: year, Month: month });
  const at = Float64Array.from(ROWS, (i) => Date.UTC(2015, i, 1));
  expect(findTimesInParts([...columns, { name: "at", type: "d", values: at }])).toEqual([]);
});

test("the data check tells a year with its month once, with a formula that gives times", () => {
  const table = createTable({ Year: year, Month: month, sold: ROWS });
  const told = findFindings(table).findings.filter(({ column }) => column === "Year");
  expect(told.map(({ code }) => code)).toEqual(["times_in_parts"]);
  expect(checkFormula(String(told[0].values.formula), table.columns).type).toBe("d");
});

test("months may be written in three ways", () => {
  const { columns } = createTable({ Year: year, Month: spelled(plain, upper, lower), Day: day });
  const [{ values }] = findTimesInParts(columns);
  expect(checkFormula(String(values.formula), columns).type).toBe("d");
});

/** Returns the times that the formula gives of the values of columns, which the relation has under a, b and so on. */
async function timesOf(formula: unknown, columns: Record<string, (number | string | null)[]>, timezone: string) {
  const names = Object.keys(columns);
  const isText = (name: string) => typeof columns[name][0] === "string";
  const literal = (value: number | string | null) => (typeof value === "string" ? `'${value}'` : String(value));
  const listed = names.map((name, i) => `unnest([${columns[name].map(literal)}])::${isText(name) ? "VARCHAR" : "DOUBLE"} AS ${"abc"[i]}`);
  const source = {
    from: `(SELECT ${listed.join(", ")})`,
    values: [],
    columns: names.map((name, i) => ({ name, type: isText(name) ? ("s" as const) : ("n" as const), identifier: "abc"[i] })),
  };
  const derived = { type: "derived" as const, name: "at", formula: { op: "expression" as const, expression: String(formula) } };
  const database = await openDatabase({ directories: [], memoryMiB: 128, threads: 1 });
  const { rows } = await queryPage(database, translateToSql(source, [derived], timezone), { start: 1, limit: 365 });
  await database.close();
  return rows.map((row) => row.at(-1));
}

test("texts that are no month, and missing ones, have no time", async () => {
  const [{ values }] = findTimesInParts(createTable({ Year: year, Month: spelled(plain) }).columns);
  const rows = { Year: [2020, 2020, 2020, 2020, 2020], Month: ["January", "December", "Total", "", null] };
  const times = await timesOf(values.formula, rows, "UTC");
  // Rows are given from the second on.
  expect(times).toEqual([Date.UTC(2020, 11, 1), null, null, null]);
});

test("the formula of weeks gives their Mondays, with 53 weeks where the year has them", async () => {
  const columns = { Year: [2019, 2019, 2020, 2020, 2020, 2021], Week: [1, 1, 1, 10, 53, 1] };
  const [{ values }] = findTimesInParts(createTable({ Year: year, Week: week }).columns);
  const days = (await timesOf(values.formula, columns, "Europe/Berlin")).map((at) =>
    new Date(Number(at) + HOUR_MS).toISOString().slice(0, 10),
  );
  expect(days).toEqual(["2018-12-31", "2019-12-30", "2020-03-02", "2020-12-28", "2021-01-04"]);
});

test.each(["Europe/Berlin", "Australia/Sydney", "America/Sao_Paulo"])(
  "the formula gives the days by the clocks of %s",
  async (timezone) => {
    const days = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(2020, 0, 1 + i)));
    const columns = {
      Year: days.map((at) => at.getUTCFullYear()),
      Month: days.map((at) => at.getUTCMonth() + 1),
      Day: days.map((at) => at.getUTCDate()),
    };
    columns.Year[0] = 2019;
    const [{ values }] = findTimesInParts(createTable(columns).columns);
    const times = await timesOf(values.formula, columns, timezone);
    expect(times).toEqual(days.slice(1).map((at) => zonedTimeToUtc(at.getTime(), timezone)));
  },
);
