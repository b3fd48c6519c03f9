import { ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";
import { createCellReader } from "./cell-reader.js";
import { textFormatsOf } from "./text-formats.js";

const TEXTS = [
  ...["1.037,5", "1.037", "1.234.567", "12,5", "007", "1.03,5", "-4'000", "+1e3", "36:30:00", "k.A.", "n/a", "-Inf", "12.5.", "1e999"],
  ...[
    "12.5",
    ",5",
    ".5",
    "5,",
    "5.",
    "1,037.5",
    "1,037",
    "1,234,567",
    "1,23,456.5",
    "1.23.456,5",
    "1.234.56",
    "1,2345",
    "04.02.2024",
    " 7 ",
  ],
];

test.each([
  [",", [1037.5, 1037, 1_234_567, 12.5]],
  [".", [Number.NaN, 1.037, Number.NaN, Number.NaN]],
] as const)("text of a column that is declared numeric is read as the ingest reads it with the decimal mark %s", async (decimal, first) => {
  const { table, rows } = await ingestBytes(`amount;other\n${TEXTS.map((text) => `${text};7`).join("\n")}\n`, {
    columns: [{ name: "amount", type: "n" }],
    source: { decimal },
  });
  expect(table.columns[0]?.written).toEqual(["lenient"]);
  const { read } = createCellReader({ name: "amount", type: "n", levels: [] }, { timezone: "UTC", ...textFormatsOf(table) });
  expect(TEXTS.map(read)).toEqual(rows.data.map(([amount]) => amount ?? Number.NaN));
  expect(TEXTS.map(read).slice(0, 4)).toEqual(first);
  expect([read(1.037), read(true), read(["1"])]).toEqual([1.037, undefined, undefined]);
});

test.each<[string, string[], "." | ",", boolean]>([
  ["a decimal point", [], ".", true],
  ["a decimal comma", [], ",", true],
  ["separators of thousands, and a decimal point", ["grouped"], ".", true],
  ["separators of thousands, and a decimal comma", ["grouped"], ",", false],
  ["a declared type, and a decimal comma", ["lenient"], ",", false],
  ["a declared type, and a decimal point beside the file's comma", ["lenient", "decimal_point"], ",", true],
  ["durations", ["durations"], ",", true],
])("1.037 in a column with %s", async (_what, written, decimal, pointIsDecimal) => {
  const formats = { timezone: "UTC", decimal, written: new Map([["x", written]]) };
  const reader = createCellReader({ name: "x", type: "n", levels: [] }, formats);
  expect([reader.pointIsDecimal, reader.read("1.037")]).toEqual([pointIsDecimal, pointIsDecimal ? 1.037 : 1037]);
});

test.each<["." | ",", string]>([
  [",", "decimal_point"],
  [".", "decimal_comma"],
])("plain numbers may have both marks if the file's is %s and the column's is a %s", (decimal, mark) => {
  const formats = { timezone: "UTC", decimal, written: new Map([["x", [mark]]]) };
  const { read } = createCellReader({ name: "x", type: "n", levels: [] }, formats);
  expect(["10.125", "10,125", "1,5"].map(read)).toEqual([10.125, 10.125, 1.5]);
});

test("a comma that stands for no thousands is unreadable where the decimal mark is a point", () => {
  const formats = { timezone: "UTC", decimal: "." as const, written: new Map([["x", ["grouped"]]]) };
  const { read } = createCellReader({ name: "x", type: "n", levels: [] }, formats);
  expect(["1,037", "1,037.5", "1,5", "1,5,5"].map(read)).toEqual([1037, 1037.5, undefined, undefined]);
});

test.each([
  ["a workbook's", ["FALSE", "TRUE"], [0, 1]],
  ["pandas', beside another text", ["False", "True", "unknown"], [0, 1]],
  ["two spellings of each", ["FALSE", "False", "True", "TRUE"], [4, 4]],
  ["two spellings, one of which is a program's", ["true", "TRUE"], [2, 0]],
])("true and false are truth values of text: %s", (_what, levels, expected) => {
  const { read } = createCellReader({ name: "member", type: "s", levels }, { timezone: "UTC" });
  expect([false, true].map(read)).toEqual(expected);
});

test("days that a client sends are as they are written, also where a spreadsheet has exchanged those of the file", () => {
  const formats = { timezone: "UTC", written: new Map([["x", ["yearDayMonth", "dayFirst"]]]) };
  const { read } = createCellReader({ name: "x", type: "d", levels: [] }, formats);
  expect(["2024-05-03", "2024/05/03", "03/05/2024"].map(read)).toEqual(Array(3).fill(Date.UTC(2024, 4, 3)));
});
