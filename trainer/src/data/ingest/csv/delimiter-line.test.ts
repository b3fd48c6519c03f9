import iconv from "iconv-lite";
import { ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";

test.each<[string, string | Buffer, unknown[][]]>([
  [
    "semicolons, with decimal commas",
    "sep=;\na;b\n1,5;x\n2,5;y\n",
    [
      [1.5, "x"],
      [2.5, "y"],
    ],
  ],
  [
    "a delimiter that would not be guessed",
    "SEP=#\r\na#b\r\n1#x\r\n2#y\r\n",
    [
      [1, "x"],
      [2, "y"],
    ],
  ],
  [
    "quotes around it",
    '"sep=,"\na,b\n1,x\n2,y\n',
    [
      [1, "x"],
      [2, "y"],
    ],
  ],
  ["UTF-16 with a byte order mark", iconv.encode("sep=;\r\na;b\r\n1;é\r\n", "utf-16le", { addBOM: true }), [[1, "é"]]],
])("a first line that tells the delimiter is no header: %s", async (_case, bytes, data) => {
  expect((await ingestBytes(bytes)).rows).toMatchObject({ columns: ["a", "b"], data });
});

test("a chosen delimiter takes precedence over that line, and a header may be missing below it", async () => {
  expect((await ingestBytes("sep=;\na,b\n1,2\n", { source: { delimiter: "," } })).rows.columns).toEqual(["a", "b"]);
  expect((await ingestBytes("sep=;\n1;2\n3;4\n", { source: { header: "none" } })).rows.data).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
