import { decodeText, detectDelimiter, parseCsv } from "./parse-csv.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
/** 溫度 in Big5. */
const BIG5 = Uint8Array.of(0xb7, 0xc5, 0xab, 0xd7);

test.each([
  ["UTF-8", utf8("溫度"), null, "溫度", "utf-8"],
  ["UTF-8 with a byte order mark", utf8("\uFEFF溫度"), null, "溫度", "utf-8"],
  ["UTF-16 with a byte order mark", Uint8Array.of(0xff, 0xfe, 0xab, 0x6e), null, "溫", "utf-16le"],
  ["the usual encoding if it is not valid UTF-8", BIG5, null, "溫度", "big5"],
  ["the chosen encoding", utf8("é"), "latin1", "Ã©", "latin1"],
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
