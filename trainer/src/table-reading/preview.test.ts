import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadingOptions, SourceFormat } from "@agatha/contracts";
import type { FilePreview } from "@agatha/contracts/wire";
import * as XLSX from "@e965/xlsx";
import iconv from "iconv-lite";
import { HEAD_BYTES, wholeRecords } from "./file-head.js";
import { previewFile } from "./preview.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-preview-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function preview(bytes: string | Uint8Array, options: ReadingOptions = {}, format: SourceFormat = "csv"): Promise<FilePreview> {
  const path = join(folder, "upload");
  await writeFile(path, bytes);
  return await previewFile({ path, folder, format, options, timezone: "Asia/Taipei" });
}

test("a preview tells what was detected and shows the first 20 rows with their types", async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `${i},5;2024-01-0${(i % 9) + 1};a`);
  const found = await preview(`x;day;text\n${lines.join("\n")}\n`);
  expect(found).toMatchObject({ encoding: "utf-8", delimiter: ";", decimal: ",", sheets: [], problem: null });
  expect(found.columns).toEqual([
    { name: "x", type: "n" },
    { name: "day", type: "d" },
    { name: "text", type: "s" },
  ]);
  expect(found.rows).toHaveLength(20);
  expect(found.rows[1]).toEqual([1.5, "2024-01-01T16:00:00.000Z", "a"]);
});

test.each<[string, string | Uint8Array, ReadingOptions, FilePreview["columns"], unknown[]]>([
  [
    "delimiter",
    "a|b;c\n1|2;3\n",
    { delimiter: ";" },
    [
      { name: "a|b", type: "s" },
      { name: "c", type: "n" },
    ],
    ["1|2", 3],
  ],
  [
    "decimal mark",
    "a;b\n1,234;x\n",
    { decimal: "." },
    [
      { name: "a", type: "n" },
      { name: "b", type: "s" },
    ],
    [1234, "x"],
  ],
  [
    "encoding",
    iconv.encode("溫度,b\n高,2\n", "big5"),
    { encoding: "big5" },
    [
      { name: "溫度", type: "s" },
      { name: "b", type: "n" },
    ],
    ["高", 2],
  ],
  [
    "missing header",
    "1,2\r\n3,4\r\n",
    { header: "none" },
    [
      { name: "Column1", type: "n" },
      { name: "Column2", type: "n" },
    ],
    [1, 2],
  ],
])("a preview follows the choice of the %s", async (_case, bytes, options, columns, row) => {
  const found = await preview(bytes, options);
  expect([found.columns, found.rows[0], found.problem]).toEqual([columns, row, null]);
});

test("a preview leaves out lines above the names, or above the first row of a file without names", async () => {
  const found = await preview("Report of May\n\nday,y\n1,2\n", { skipRows: 2 });
  expect([found.columns.map(({ name }) => name), found.rows, found.problem]).toEqual([["day", "y"], [[1, 2]], null]);
  expect((await preview("Report\n\n7\n8\n", { skipRows: 2, header: "none" })).rows).toEqual([[7], [8]]);
});

test("a preview of a workbook leaves out rows above the names, and tells the row of the names", async () => {
  const bytes = workbook({ Cover: [["Readings"]], Data: [["Report\nof line 3"], [], ["day", "heat", "y"], [1, 2, 3], [4, 5, 6]] });
  const problem = { detail: [{ fault: { name: "namesInRow", values: { names: "3" } } }] };
  expect(await preview(bytes, {}, "xlsx")).toMatchObject({ columns: [], problem });
  const found = await preview(bytes, { skipRows: 2 }, "xlsx");
  expect([found.sheet, found.columns.map(({ name }) => name), found.rows]).toEqual([
    "Data",
    ["day", "heat", "y"],
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ]);
  expect(await preview(bytes, { skipRows: 5 }, "xlsx")).toMatchObject({
    problem: { detail: [{ fault: { name: "nothingBelow", values: { inSheet: "Data" } } }] },
  });
});

test("a preview has the chosen order of day and month", async () => {
  const days = async (dates: ReadingOptions["dates"]) => (await preview("day,y\n01/02/2024,1\n", { dates })).rows[0];
  expect([await days("day_first"), await days("month_first")]).toEqual([
    ["2024-01-31T16:00:00.000Z", 1],
    ["2024-01-01T16:00:00.000Z", 1],
  ]);
});

const workbook = (sheets: Record<string, unknown[][]>): Uint8Array => {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name);
  return XLSX.write(book, { type: "buffer", bookType: "xlsx" });
};

test("a preview of a workbook names its sheets, also if the chosen one is empty", async () => {
  const bytes = workbook({ Empty: [], Data: [["x"], [1]] });
  expect(await preview(bytes, {}, "xlsx")).toMatchObject({ sheets: ["Empty", "Data"], sheet: "Data", rows: [[1]], problem: null });
  expect(await preview(bytes, { sheet: "Empty" }, "xlsx")).toMatchObject({
    sheets: ["Empty", "Data"],
    columns: [],
    problem: { tukey_error: "010406", detail: [{ path: "source.sheet", fault: { name: "emptySheet", values: { inSheet: "Empty" } } }] },
  });
  expect(await preview(bytes, { sheet: "Data" }, "xlsx")).toMatchObject({ rows: [[1]], problem: null, encoding: null });
});

test("a preview of a workbook tells which sheet was read, also if its columns have no names", async () => {
  const bytes = workbook({
    Empty: [],
    Cover: [
      ["Line", ""],
      ["Author", "M"],
      ["Day", "2"],
    ],
    Data: [["x"], [1]],
  });
  expect(await preview(bytes, {}, "xlsx")).toMatchObject({ sheet: "Cover", problem: { detail: [{ fault: { name: "unnamedColumn" } }] } });
});

test.each<[string, string, ReadingOptions, object]>([
  ["a line with too few values", "a,b\n1,2\n3\n", {}, { name: "missingValue", values: { line: "3", position: "2", column: "b" } }],
  ["a line with too many values", "a,b\n1,2\n3,4,5\n", {}, { name: "extraValue", values: { line: "3", found: "3", excerpt: "3,4,5" } }],
  ["rows without names below a title", "Report of May\n\n1,2\n3,4\n", {}, { name: "linesAboveNames", values: { line: "3", found: "2" } }],
  ["a title above the names", "Report of May\n\nday,y\n1,2\n", {}, { name: "namesInLine", values: { names: "3" } }],
  ["names below a delimiter and a title", "sep=;\nReport;;\n;;\na;b;c\n1;2;3\n", {}, { name: "namesInLine", values: { names: "4" } }],
  ["names below settings", "Machine,3\nRecipe,A\nday,heat,y\n1,2,3\n", {}, { name: "namesInLine", values: { names: "3" } }],
  ["a longer line among texts", "name,city\nAnn,Paris\nBob,Rome,x\nCarl,Oslo,y\n", {}, { name: "extraValue", values: { line: "3" } }],
  ["a longer line at the end", "name,age\nAnn,5\nBob,x,y\n", {}, { name: "extraValue", values: { line: "3" } }],
  ["names below more lines than are left out", "A\nB\nday,y\n1,2\n", { skipRows: 1 }, { name: "namesInLine", values: { names: "3" } }],
  ["names above texts, below a title", "Report,,\nx,y,z\np,q,r\n", { delimiter: "," }, { name: "namesInLine", values: { names: "2" } }],
  ["texts with commas", "address\nLondon, England\nParis, France\nRome, Italy\n", {}, { name: "linesAboveNames", values: { line: "2" } }],
  ["an index without a name", ",a,b\nr,x,y\ns,z,w\n", {}, { name: "unnamedIndex", values: { position: "1" } }],
  ["columns without a name", ",a,,b\nr,x,y,z\n", {}, { name: "unnamedColumn", values: { position: "1" } }],
  ["a bad line below skipped ones", "Report\n\na,b\n1,2\n3,4,5\n", { skipRows: 2 }, { name: "extraValue", values: { line: "5" } }],
  [
    "a bad line below a delimiter and skipped ones",
    "sep=;\nX\na;b\n1;2\n3;4;5\n",
    { skipRows: 2 },
    { name: "extraValue", values: { line: "5" } },
  ],
  ["nothing below the skipped lines", "a,b\n1,2\n", { skipRows: 2 }, { name: "nothingBelow" }],
  ["a value that is longer than all that is read at once", `a,b\n${"x".repeat(20_000_000)},1\ny,2\n`, {}, { name: "longLine" }],
  ["a bad line without a header", "1,2\n3,4\n5,6,7\n", { header: "none" }, { name: "extraValue", values: { line: "3" } }],
  ["a bad line below one that tells the delimiter", "sep=;\na;b\n1;2\n3;4;5\n", {}, { name: "extraValue", values: { line: "4" } }],
  ["a repeated name", "a,b,a\n1,2,3\n", {}, { name: "repeatedName", values: { first: "1", position: "3" } }],
  ["a wrong encoding", "caf\u00e9,b\n1,2\n", { encoding: "shift_jis" }, { name: "wrongEncoding" }],
])("a preview tells the place of %s", async (_case, text, options, fault) => {
  const bytes = options.encoding ? Buffer.from(text, "latin1") : text;
  const { problem, columns } = await preview(bytes, options);
  expect(columns).toEqual([]);
  expect(problem?.detail[0]?.fault).toMatchObject(fault);
});

test("the beginning of a text is cut after a record, not within a quoted value", () => {
  const text = Buffer.from(`a,b\n${"1,2\n".repeat(20)}3,"x\ny\nz`);
  expect(wholeRecords(text).toString().endsWith("1,2\n")).toBe(true);
  expect(wholeRecords(Buffer.from("a,b\n1,2\n3")).toString()).toBe("a,b\n1,2\n");
  expect(HEAD_BYTES).toBeGreaterThan(text.length);
});

const utf16be = (text: string) => iconv.encode(text, "utf-16be");
test.each<[string, Uint8Array, Uint8Array]>([
  ["a line of CR", Buffer.from("a,b\r1,2\r3"), Buffer.from("a,b\r1,2\r")],
  ["a line of CR, with LF in a quoted value", Buffer.from('a,b\r1,"x\ny"\r3,4\r5'), Buffer.from('a,b\r1,"x\ny"\r3,4\r')],
  ["a line of UTF-16BE, whose characters have the byte of LF", utf16be("a,b\n上,2\n3,上,上"), utf16be("a,b\n上,2\n")],
  [
    "a line of UTF-16LE, whose characters have the byte of LF",
    Buffer.from("a,b\n上,2\n3,上Ċ", "utf16le"),
    Buffer.from("a,b\n上,2\n", "utf16le"),
  ],
  ["whole characters of one line", utf16be("a,b,c").subarray(0, 9), utf16be("a,b,")],
])("the beginning of a text is cut after %s", (_what, bytes, whole) => {
  expect(Buffer.from(wholeRecords(bytes))).toEqual(Buffer.from(whole));
});

test("the beginning of a long text with line ends of CR, and of UTF-16BE, has a preview", async () => {
  const row = "上下左右,2,3";
  for (const bytes of [Buffer.from(`a,b,c\r${`${row}\r`.repeat(20_000)}`), utf16be(`\ufeffa,b,c\n${`${row}\n`.repeat(20_000)}`)]) {
    const found = await preview(wholeRecords(bytes.subarray(0, HEAD_BYTES)));
    expect([found.problem, found.rows[0]]).toEqual([null, ["上下左右", 2, 3]]);
  }
});
