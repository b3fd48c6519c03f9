import { detectDelimiter, parseCsv, parseCsvLines } from "./csv-text.js";
import { guardFormulas } from "./formula-guard.js";

test.each([
  ["commas", "a,b,c\n1;2", ","],
  ["semicolons", 'a;"b,c,d";e', ";"],
  ["tabs", "a\tb", "\t"],
  ["line breaks in names", '"Temp\n(°C)";"day, hour\nand ""minute"""\n1,5;2', ";"],
  ["quotes inside names", '5" pipe;6" pipe\n"1,5";2', ";"],
  ["one column only", "a\nb", ","],
])("the delimiter of a file with %s: %j → %j", (_what, text, delimiter) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});

test.each<[string, string, string[][]]>([
  [
    "lines end with LF, CRLF or CR",
    "a,b\r\n1,2\r3,4\n",
    [
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
    ],
  ],
  ["quoted fields may contain delimiters, quotes and line ends", '"a,1","b ""c""","d\ne"', [["a,1", 'b "c"', "d\ne"]]],
  [
    "an empty field is kept",
    ",\n1,",
    [
      ["", ""],
      ["1", ""],
    ],
  ],
  ["an empty line is skipped", "a\n\n1\n\n", [["a"], ["1"]]],
  ["the last line may lack its line end", "a\n1", [["a"], ["1"]]],
])("CSV: %s", (_rule, text, rows) => {
  expect(parseCsv(text, ",")).toEqual(rows);
});

test("heads and cells are read without the guards of our own downloads", () => {
  const texts = [
    ["@station", "supply"],
    ["=A1", "+5V"],
    ["it's", "'-5"],
  ];
  const file = texts.map((cells) => cells.map(guardFormulas).join(",")).join("\r\n");
  expect(file).toContain("'\u2060+5V");
  expect(parseCsv(file, ",")).toEqual(texts);
});

test("each row has the line at which it begins, after empty lines and line ends within quotes", () => {
  const lines = parseCsvLines('a,b\r\n\r\n1,"x\r\ny"\r\n2,z', ",").map(({ line, fields }) => [line, fields[0]]);
  expect(lines).toEqual([
    [1, "a"],
    [3, "1"],
    [5, "2"],
  ]);
});
