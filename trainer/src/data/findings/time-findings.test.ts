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
])("numbers that look like times: %s", (_case, name, values, expected) => {
  expect(found(name, values)).toEqual(expected ? ["times_as_numbers"] : []);
});

test("times later than today are counted, and the last is named", () => {
  const times = Float64Array.of(NOW - 1e9, NOW, Date.UTC(2040, 0, 1), Number.NaN, Date.UTC(2046, 1, 3));
  expect(findAmongTimes({ name: "day", type: "d", values: times }, NOW)).toEqual([
    { code: "later_than_today", column: "day", values: { count: 2, rows: 4, last: "2046-02-03" } },
  ]);
  expect(findAmongTimes({ name: "day", type: "d", values: times.subarray(0, 2) }, NOW)).toEqual([]);
});
