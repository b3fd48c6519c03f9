import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidInput, type SourceFormat } from "@agatha/contracts";
import * as XLSX from "@e965/xlsx";
import iconv from "iconv-lite";
import { readTableFile, type TableFile } from "./table-file.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-list-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: string | Uint8Array, format: SourceFormat = "csv"): Promise<TableFile> {
  const path = join(folder, "upload");
  await writeFile(path, bytes);
  return await readTableFile(path, { format, folder, maxRows: 3 });
}

const workbook = (...sheets: unknown[][][]): Uint8Array => {
  const book = XLSX.utils.book_new();
  for (const rows of sheets) XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows));
  return XLSX.write(book, { type: "buffer", bookType: "xlsx" });
};

test.each<[string, string | Uint8Array, SourceFormat]>([
  ["with commas", 'name,note\na,"x, ""y"""\nb,\n', "csv"],
  ["with semicolons and a mark, from Windows", '\ufeffname;note\r\na;"x, ""y"""\r\nb;\r\n', "csv"],
  ["with a delimiter at the end of each line", 'name,note,\na,"x, ""y""",\nb,,\n', "csv"],
  ["in UTF-16", iconv.encode('name\tnote\na\t"x, ""y"""\nb\t\n', "utf-16le", { addBOM: true }), "csv"],
  ["of a workbook", workbook([["name", "note"], ["a", 'x, "y"'], ["b"]]), "xlsx"],
])("reads a table %s as text, in its order", async (_case, bytes, format) => {
  expect(await read(bytes, format)).toEqual({
    columns: ["name", "note"],
    rows: [
      ["a", 'x, "y"'],
      ["b", null],
    ],
  });
});

test("values that look like numbers, times or booleans stay unchanged text", async () => {
  const { rows } = await read("a,b,c\n007,2024-01-01,TRUE\n");
  expect(rows).toEqual([["007", "2024-01-01", "TRUE"]]);
});

test.each([
  ["more rows than allowed", "a,b\n1,2\n1,2\n1,2\n1,2\n", "010406"],
  ["no byte", "", "010406"],
  ["a column twice", "a,a\n1,2\n", "010404"],
  ["a column without a name that has values", "a,\n1,2\n", "010410"],
  ["a row with too many values", "a,b\n1,2\n1,2,3\n", "010407"],
  ["bytes that are no text", Uint8Array.from([97, 44, 98, 10, 0, 0, 0, 1, 44, 2]), "010407"],
])("refuses a table with %s", async (_case, bytes, code) => {
  const error = await read(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidInput);
  expect((error as InvalidInput).code).toBe(code);
});

test("the error of a workbook says in which of its sheets it is", async () => {
  const bytes = workbook(
    [
      ["name", ""],
      ["a", "b"],
      ["c", "d"],
    ],
    [["x"]],
  );
  await expect(read(bytes, "xlsx")).rejects.toThrow('Sheet "Sheet1": column 2 has no name');
});
