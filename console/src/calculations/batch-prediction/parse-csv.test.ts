import { decodeText, detectDelimiter, parseCsv } from "./parse-csv.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
/** 溫度 in Big5. */
const BIG5 = Uint8Array.of(0xb7, 0xc5, 0xab, 0xd7);

test.each([
  ["UTF-8", utf8("溫度"), null, "溫度", "utf-8"],
  ["UTF-8 with its mark", utf8("\uFEFF溫度"), null, "溫度", "utf-8"],
  ["UTF-16 with its mark", Uint8Array.of(0xff, 0xfe, 0xab, 0x6e), null, "溫", "utf-16le"],
  ["no UTF-8, as is usual", BIG5, null, "溫度", "big5"],
  ["what it is told to be", utf8("é"), "latin1", "Ã©", "latin1"],
] as const)("a file is decoded as %s", (_what, bytes, declaredEncoding, text, encoding) => {
  expect(decodeText(bytes, declaredEncoding, "big5")).toEqual({ text, encoding });
});

test.each([
  ["commas", "a,b,c\n1;2", ","],
  ["semicolons", 'a;"b,c,d";e', ";"],
  ["tabs", "a\tb", "\t"],
  ["one column only", "a\nb", ","],
])("the delimiter of a file with %s: %j → %j", (_what, text, delimiter) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});

test.each<[string, string, string[][]]>([
  [
    "lines end in any way",
    "a,b\r\n1,2\r3,4\n",
    [
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
    ],
  ],
  ["quoted fields hold delimiters, quotes and lines", '"a,1","b ""c""","d\ne"', [["a,1", 'b "c"', "d\ne"]]],
  [
    "empty fields are fields",
    ",\n1,",
    [
      ["", ""],
      ["1", ""],
    ],
  ],
  ["empty lines are none", "a\n\n1\n\n", [["a"], ["1"]]],
  ["the last line need not end", "a\n1", [["a"], ["1"]]],
])("CSV: %s", (_rule, text, rows) => {
  expect(parseCsv(text, ",")).toEqual(rows);
});
