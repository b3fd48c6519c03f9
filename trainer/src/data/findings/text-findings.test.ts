import { createTable } from "../../testing/create-table.js";
import { findAmongTexts, findTimesAsColumns } from "./text-findings.js";

const ROWS = 48;
const rows = (cell: (row: number) => string) => Array.from({ length: ROWS }, (_, row) => cell(row));
const month = (row: number) => `${2020 + Math.floor(row / 12)}-${String((row % 12) + 1).padStart(2, "0")}`;
const found = (x: string[]) => findAmongTexts(createTable({ x }).columns[0]).map(({ code, values }) => [code, values.example]);

test.each<[string, string[], [string, string][]]>([
  ["months with a line of totals", [...rows(month), "Total"], [["times_as_text", "Total"]]],
  ["quarters of two digits", rows((row) => `Q${(row % 4) + 1}-${10 + Math.floor(row / 4)}`), [["unread_times_as_text", "Q1-10"]]],
  [
    "hours with points in a.m.",
    rows((row) => `1/${(row % 12) + 1}/2024 ${(row % 11) + 1} a.m.`),
    [["unread_times_as_text", "1/1/2024 1 a.m."]],
  ],
  ["years of a budget", rows((row) => `FY${2000 + row}`), [["times_as_text", "FY2000"]]],
  ["months after their year", rows((row) => `${1980 + row} ${["Jan", "Set", "Jul", "Dec"][row % 4]}`), [["times_as_text", "1980 Jan"]]],
  ["German months", rows((row) => `${["Januar", "Mai", "Okt.", "Dez"][row % 4]} ${1980 + row}`), [["times_as_text", "Januar 1980"]]],
  ["amounts of money", rows((row) => `€ ${row}`), [["numbers_as_text", "€ 0"]]],
  ["shares", rows((row) => `${row},5 %`), [["numbers_as_text", "0,5 %"]]],
  ["thousands apart by blanks", rows((row) => `${row + 1} 000`), [["numbers_as_text", "1 000"]]],
  ["whole numbers with a remark", [...rows((row) => `${20 + row}`).slice(1), "approx 20"], [["numbers_as_text", "approx 20"]]],
  ["numbers of parts, of which some have a letter", rows((row) => `${1000 + row}${row % 10 === 0 ? "B" : ""}`), []],
  ["numbers with a unit", rows((row) => `${row}.5 kg`), [["numbers_as_text", "0.5 kg"]]],
  ["weights in three units", rows((row) => `${row + 1} ${["g", "kg", "t"][row % 3]}`), [["mixed_units_as_text", "1 g, 2 kg, 3 t"]]],
  [
    "degrees of two scales in full-width letters",
    rows((row) => `${row}°${row % 2 ? "Ｆ" : "Ｃ"}`),
    [["mixed_units_as_text", "0°Ｃ, 1°Ｆ"]],
  ],
  ["degrees", rows((row) => `${row}°C`), [["numbers_as_text", "0°C"]]],
  ["numbers of parts with several letters", rows((row) => `${1000 + row}${"ABC"[row % 3]}`), []],
  ["minus signs of print", rows((row) => `\u2212${row + 1}.5`), [["numbers_as_text", "\u22121.5"]]],
  ["losses in brackets", rows((row) => (row % 2 ? `(${row}.5)` : `${row}.5`)), [["numbers_as_text", "(1.5)"]]],
  ["full-width digits", rows((row) => `１${"０１２３４５６７８９"[row % 10]}${row}`), [["numbers_as_text", "１０0"]]],
  ["years of the Republic of China", rows((row) => `112/${(row % 12) + 1}/${(row % 28) + 1}`), [["times_as_text", "112/1/1"]]],
  ["months of these years", rows((row) => `112/${(row % 12) + 1}`), [["times_as_text", "112/1"]]],
  [
    "months of two digits, which may be of the common era",
    rows((row) => `${23 + (row % 2)}年${(row % 12) + 1}月`),
    [["unread_times_as_text", "23年1月"]],
  ],
  ["lengths of time of more years", rows((row) => `${63 + (row % 2)}年${(row % 12) + 1}月`), [["unread_times_as_text", "63年1月"]]],
  ["years of an era", rows((row) => `令和${row + 1}年3月1日`), [["unread_times_as_text", "令和1年3月1日"]]],
  ["years of an era by its letter", rows((row) => `R6.${(row % 12) + 1}.${(row % 28) + 1}`), [["unread_times_as_text", "R6.1.1"]]],
  ["revisions", rows((row) => `R${(row % 12) + 1}.${row % 3}.${row % 5}`), []],
  ["days with their weekday", rows((row) => `2026年3月${(row % 28) + 1}日(月)`), [["unread_times_as_text", "2026年3月1日(月)"]]],
  [
    "halves of the day, and a remark",
    [...rows((row) => `2024/1/1 下午 ${(row % 12) + 1}:${10 + row}`), "休止"],
    [["times_as_text", "休止"]],
  ],
  ["hours and minutes in Japanese", rows((row) => `${row % 24}時${10 + row}分`), [["clocks_as_text", "0時10分"]]],
  ["clock times of half a day in Chinese", rows((row) => `上午 ${(row % 12) + 1}:${10 + row}`), [["clocks_as_text", "上午 1:10"]]],
  ["quarters of fiscal years", rows((row) => `FY${2019 + (row >> 2)} Q${(row % 4) + 1}`), [["times_as_text", "FY2019 Q1"]]],
  ["quarters before fiscal years", rows((row) => `Q${(row % 4) + 1} FY${19 + (row >> 2)}`), [["unread_times_as_text", "Q1 FY19"]]],
  ["lakhs of India", rows((row) => `${row + 1},${10 + row},500`), [["numbers_as_text", "1,10,500"]]],
  ["hours and minutes", rows((row) => `${row % 24}:${10 + row}`), [["clocks_as_text", "0:10"]]],
  ["times of half a day", rows((row) => `${(row % 12) + 1}:${10 + row} PM`), [["clocks_as_text", "1:10 PM"]]],
  ["ratios of a mixture", rows((row) => `${(row % 3) + 1}:${(row % 3) + 2}`), []],
  ["names with leading zeros", rows((row) => `00${row}`), []],
  ["numbers of rooms", rows((row) => `${101 + Math.floor(row / 20)}/${(row % 20) + 1}`), []],
  ["names of shops", rows((row) => `Shop ${2000 + row}`), []],
  ["part numbers", rows((row) => `${10 + row}-A4`), []],
  ["seconds of UTC in digits", rows((row) => `20240115${row % 2 ? "" : "T"}1030${10 + row}Z`), [["times_as_text", "20240115T103010Z"]]],
  [
    "fractions of seconds in digits with an offset",
    rows((row) => `20240115T1030${10 + row}.25+0200`),
    [["times_as_text", "20240115T103010.25+0200"]],
  ],
  ["lots of a day and their parts", rows((row) => `2024011500${10 + row}-02`), []],
  ["days and minutes in digits with a T", rows((row) => `20240115T10${10 + row}`), [["times_as_text", "20240115T1010"]]],
  ["part numbers in the form of a month", rows((row) => `${10 + (row % 3)}-${4711 + row}`), []],
  ["part numbers in the form of a year and a month", rows((row) => `${4711 + row}/10`), []],
])("text that is meant as something else: %s", (_what, x, expected) => {
  expect(found(x)).toEqual(expected);
});

test("a column for each month is told", () => {
  const columns = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [month(i), [1, 2]]));
  expect(findTimesAsColumns(createTable({ product: ["tea", "milk"], ...columns }).columns)).toEqual([
    { code: "times_as_columns", values: { count: 24, first: "2020-01", last: "2021-12" } },
  ]);
  expect(findTimesAsColumns(createTable({ "2020-01": [1], size: [2] }).columns)).toEqual([]);
});

test.each<[string, string[], number]>([
  ["a unit", rows((row) => `${row}.5 kg`), 0],
  ["a currency", rows((row) => `€ ${row}.5`), 0],
  ["a minus sign after the number", rows((row) => `${row}.5${row % 2 ? "-" : ""}`), ROWS],
  ["decimal points and a remark", [...rows((row) => `${row}.5`), "n.d."], ROWS],
  ["decimal commas and a remark", [...rows((row) => `${row},5`), "n.d."], ROWS],
  ["fractions of three digits and a remark", [...rows((row) => `${row + 10}.125`), "n.d."], ROWS],
  ["months and a line of totals", [...rows(month), "Total"], ROWS],
  ["quarters of two digits and a day", [...rows((row) => `Q${(row % 4) + 1}-${10 + row}`), "2020-01-01"], 1],
])("the rows that are read as the other type are counted: %s", (_what, x, expected) => {
  expect(findAmongTexts(createTable({ x }).columns[0]).map(({ values }) => values.readable)).toEqual([expected]);
});
