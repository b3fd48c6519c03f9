import { checkFormula } from "@agatha/contracts";
import { createTable } from "../../testing/create-table.js";
import { findFindings } from "./find-findings.js";
import { findTimesInParts } from "./times-in-parts.js";

const ROWS = Array.from({ length: 48 }, (_, i) => i);
const year = ROWS.map((i) => 2015 + Math.floor(i / 12));
const month = ROWS.map((i) => (i % 12) + 1);
const quarter = ROWS.map((i) => (Math.floor(i / 3) % 4) + 1);
const day = ROWS.map((i) => (i % 28) + 1);

const MONTHLY = 'dateadd(date("2000-01-01"), 12 * (Year - 2000) + Month - 1, "month")';

test.each<[string, Record<string, number[]>, string | undefined]>([
  ["a year and a month", { Year: year, Month: month, sold: ROWS }, MONTHLY],
  ["a year, a month and a day", { Year: year, Month: month, Day: day }, `dateadd(${MONTHLY}, Day - 1, "day")`],
  [
    "a year and a quarter",
    { "Fiscal year": year, Qtr: quarter },
    'dateadd(date("2000-01-01"), 4 * ([Fiscal year] - 2000) + Qtr - 1, "quarter")',
  ],
  ["names in Chinese", { 年: year, 月: month }, 'dateadd(date("2000-01-01"), 12 * (年 - 2000) + 月 - 1, "month")'],
  ["a year alone", { Year: year, sold: month }, undefined],
  ["a month without a year", { Month: month, Day: day }, undefined],
  ["a number of months that goes on", { Year: year, Months: ROWS }, undefined],
  ["ages in years", { "years of age": ROWS, Month: month }, undefined],
])("the parts of times are told with a formula: %s", (_case, columns, expected) => {
  expect(findTimesInParts(createTable(columns).columns).map(({ values }) => values.formula)).toEqual(
    expected === undefined ? [] : [expected],
  );
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
