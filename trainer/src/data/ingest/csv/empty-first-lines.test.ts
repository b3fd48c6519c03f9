import iconv from "iconv-lite";
import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";

const skip = (skipRows: number, more: object = {}) => ({ source: { skipRows, ...more } });

test.each<[string, string | Buffer, number]>([
  ["a title and an empty line", "Report of line 3\n\na;b\n1;x\n2;y\n", 2],
  ["CRLF", "Report of line 3\r\n\r\na;b\r\n1;x\r\n2;y\r\n", 2],
  ["CR alone", "Report of line 3\r\ra;b\r1;x\r2;y\r", 2],
  ["mixed line ends", "Report\r\n\na;b\n1;x\n2;y\n", 2],
  ["lines with the delimiter, other delimiters and an open quote", 'Machine;3;;\na,b,c,d\nwidth 5"\na;b\n1;x\n2;y\n', 3],
  ["a line that names the delimiter", "sep=;\nReport\na;b\n1;x\n2;y\n", 2],
  ["no line but one that names the delimiter", "sep=;\na;b\n1;x\n2;y\n", 1],
  ["a byte order mark", "\ufeffReport\na;b\n1;x\n2;y\n", 1],
  ["UTF-16, whose characters have the bytes of line ends", iconv.encode("上Ċ\r\na;b\r\n1;x\r\n2;y\r\n", "utf-16le", { addBOM: true }), 1],
  ["UTF-16 in big endian", iconv.encode("上Ċ\na;b\n1;x\n2;y\n", "utf-16be"), 1],
  ["bytes that are no text in the encoding of the table", Buffer.from("Caf\xe9 \x81\na;b\n1;x\n2;y\n", "latin1"), 1],
  ["JSON", '{"machine": 3}\na;b\n1;x\n2;y\n', 1],
  ["columns that are aligned by spaces", "Report of line 3\na    b\n1    x\n2    y\n", 1],
])("the lines above the names are no part of the table: %s", async (_case, bytes, skipRows) => {
  const { rows } = await ingestBytes(bytes, skip(skipRows));
  expect(rows).toMatchObject({
    columns: ["a", "b"],
    data: [
      [1, "x"],
      [2, "y"],
    ],
  });
});

test("the encoding is that of the other lines, and an error tells the byte of the whole file", async () => {
  const names = iconv.encode("溫度,日期時間\n高,二月一日\n低,三月二日\n中,四月三日\n", "big5");
  const { rows, table } = await ingestBytes(Buffer.concat([Buffer.from([0x80, 0xff, 0x0a]), names]), skip(1, { encoding: "big5" }));
  expect([rows.columns, table.encoding]).toEqual([["溫度", "日期時間"], "big5"]);
  const damaged = Buffer.concat([Buffer.from(`Report\na\n${"é".repeat(100)}`), Buffer.from([0xff, 0x0a])]);
  expect((await ingestRefusal(damaged, skip(1))).path).toBe("byte 210");
});

test("lines above a single column without a name are no missing values", async () => {
  const { rows } = await ingestBytes("Report\n\n7\n8\n", skip(1, { header: "none" }));
  expect(rows).toMatchObject({ columns: ["Column1"], data: [[7], [8]] });
});

test("a zero byte is told as damage of the text below the lines that are left out", async () => {
  const text = "Report\na,b\n1,2\n3\0,4\n5,6\n7,8\n9,10\n";
  expect(await ingestRefusal(text, skip(1))).toMatchObject({ code: "010407", path: `byte ${text.indexOf("\0") + 1}` });
});

test("a file with no more lines than are skipped is refused", async () => {
  expect(await ingestRefusal("a,b\n1,2\n", skip(2))).toMatchObject({ code: "010406", path: "source.skipRows", left: [] });
  expect(await ingestRefusal("a,b", skip(9))).toMatchObject({ code: "010406", path: "source.skipRows", left: [] });
});
