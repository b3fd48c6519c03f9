import { type CsvCell, csvCell } from "./csv-cell.js";

test.each<[string, CsvCell, string]>([
  ["plain text", "iron", "iron"],
  ["a comma", "a,b", '"a,b"'],
  ["quotes", 'say "no"', '"say ""no"""'],
  ["a line break", "a\nb", '"a\nb"'],
  ["a formula", "=1+1", "'\u2060=1+1"],
  ["a formula in quotes", '@SUM(1,"2")', `"'\u2060@SUM(1,""2"")"`],
  ["a formula after blanks and a line feed", " \n=1", '" \n\'\u2060=1"'],
  ["a formula with a full-width sign", "＝1", "'\u2060＝1"],
  ["a formula in a list with semicolons", "a;=1;b", "a;'\u2060=1;b"],
  ["a negative number", -5, "-5"],
  ["a class that is a negative number", "-1", "-1"],
  ["nothing", null, ""],
  ["yes", true, "true"],
])("encodes a cell with %s", (_what, value, written) => {
  expect(csvCell(value)).toBe(written);
});
