import { toCsv } from "./csv.js";

const cases: Record<string, { cell: string | number | null; written: string }> = {
  "plain text stays": { cell: "press 3", written: "press 3" },
  "a comma is quoted": { cell: "a,b", written: '"a,b"' },
  "a quote is doubled": { cell: 'say "x"', written: '"say ""x"""' },
  "a line break is quoted": { cell: "a\nb", written: '"a\nb"' },
  "a formula is marked as text": { cell: "=1+1", written: "'\u2060=1+1" },
  "a quoted formula is marked too": { cell: '@SUM(1,"a")', written: '"\'\u2060@SUM(1,""a"")"' },
  "a formula after an ideographic blank, and in a list, is marked": { cell: "\u3000=1;＋2", written: "\u3000'\u2060=1;'\u2060＋2" },
  "a negative number stays a number": { cell: -1.5, written: "-1.5" },
  "nothing is empty": { cell: null, written: "" },
};

test.each(Object.entries(cases))("CSV of a chart: %s", (_sentence, { cell, written }) => {
  expect(toCsv({ columns: ["x"], rows: [[cell]] })).toBe(`\uFEFFx\r\n${written}\r\n`);
});
