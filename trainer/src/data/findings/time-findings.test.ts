import { createTable } from "../../testing/create-table.js";
import { findAmongTimes } from "./time-findings.js";

const NOW = Date.UTC(2026, 5, 1);
const run = (from: number, step: number, length = 24) => Array.from({ length }, (_, i) => from + i * step);
const months = run(0, 1).map((i) => 100 * (2020 + Math.floor(i / 12)) + (i % 12) + 1);
const found = (name: string, values: number[]) => findAmongTimes(createTable({ [name]: values }).columns[0], NOW).map(({ code }) => code);

test.each<[string, string, number[], boolean]>([
  ["years one after the other", "x", run(1990, 1), true],
  ["years of several series by their name", "Year", [...run(1990, 1), ...run(1990, 1)], true],
  ["months of six digits", "x", months, true],
  ["days of eight digits", "x", run(20_240_101, 1), true],
  ["days of seven digits by their name", "日期", run(1_090_101, 1), true],
  ["numbers of seven digits of another name", "revenue", run(1_090_101, 1), false],
  ["seconds of fourteen digits", "x", [...run(20_240_229_235_957, 1).slice(0, 3), ...run(20_240_301_000_000, 1)], true],
  ["minutes of twelve digits", "x", [...run(202_402_292_336, 1), ...run(202_403_010_000, 1)], true],
  ["midnights of fourteen digits", "x", run(20_240_101_000_000, 1_000_000), true],
  ["a day and the number of its lot in four digits", "lot", [...run(202_401_150_001, 1), ...run(202_401_160_001, 1)], false],
  ["a day and the number of its lot", "lot", [...run(20_240_115_000_001, 1), ...run(20_240_116_000_001, 1)], false],
  ["numbers of fourteen digits that are no times", "x", run(20_240_229_235_957, 1), false],
  ["numbers of eight digits that are no days", "x", run(20_240_101, 7), false],
  ["seconds since 1970", "timestamp", run(1_672_531_200, 3600), true],
  ["milliseconds since 1970", "timestamp", run(1_672_531_200_000, 3_600_000), true],
  ["serial numbers of a spreadsheet", "Date", run(44_927, 1), true],
  ["numbers like serial numbers of another name", "revenue", run(44_927, 1), false],
  ["numbers like serial numbers of a duration", "run time", run(44_927, 100), false],
  ["numbers like years that do not run on", "visitors", run(1990, 3), false],
  ["numbers like seconds since 1970 of another name", "revenue", run(1_672_531_200, 3600), false],
  ["numbers of six digits that are no months", "x", run(202_001, 5), false],
  ["few years", "year", [2020, 2021], false],
  ["years before 1900 by their name", "Year", [1821, 1830, 1821, 1850, 1871, 1880, 1899, 1901], true],
  ["times before 1900 one after the other", "time", run(1821, 1), true],
  ["numbers before 1900 that do not run on", "time", run(1600, 3), false],
  ["numbers before 1900 of another name", "x", run(1821, 1), false],
  ["months as decimal years", "time", run(1949, 1 / 12), true],
  ["quarters as decimal years before 1900", "time", run(1890, 1 / 4), true],
  ["months as decimal years of two digits", "Decimal date", [1958.17, 1958.25, 1958.33, 1958.42, 1958.5, 1958.58, 1958.67], true],
  ["fractions that are no beginnings of months", "time", run(1949, 1 / 365), false],
  ["decimal years of another name", "x", run(1949, 1 / 12), false],
])("numbers that look like times: %s", (_case, name, values, expected) => {
  expect(found(name, values)).toEqual(expected ? ["times_as_numbers"] : []);
});

test("a decimal year is the example of a column that has one", () => {
  const { columns } = createTable({ time: run(1949, 1 / 4), year: run(1949, 1) });
  expect(columns.flatMap((column) => findAmongTimes(column, NOW)).map(({ values }) => values.example)).toEqual(["1949.25", "1949"]);
});

test("times later than today are counted, and the last is named", () => {
  const times = Float64Array.of(NOW - 1e9, NOW, Date.UTC(2040, 0, 1), Number.NaN, Date.UTC(2046, 1, 3));
  expect(findAmongTimes({ name: "day", type: "d", values: times }, NOW)).toEqual([
    { code: "later_than_today", column: "day", values: { count: 2, rows: 4, last: "2046-02-03" } },
  ]);
  expect(findAmongTimes({ name: "day", type: "d", values: times.subarray(0, 2) }, NOW)).toEqual([]);
});
