import { CFB, utils, type WorkSheet, write } from "@e965/xlsx";
import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";
import { inspectArchive } from "./inspect-archive.js";
import { createZip } from "./testing/create-zip.js";
import { plainWorkbook, SHEET, workbook, xls, xlsx } from "./testing/workbooks.js";

test("a sheet that cannot be read is damaged, not empty", async () => {
  for (const sheet of [undefined, "Data"]) {
    const refused = await ingestRefusal(plainWorkbook(), { source: { ...xlsx.source, ...(sheet && { sheet }) } });
    expect(refused).toMatchObject({ code: "010407", message: expect.stringContaining("Data") });
  }
});

test("a later sheet that cannot be read is damaged, not empty, unless another one has a table", async () => {
  const table = utils.aoa_to_sheet([
    ["a", "b"],
    [1, 2],
    [3, 4],
  ]);
  const withoutSecond = (sheets: Record<string, WorkSheet>) =>
    Buffer.from(workbook(sheets).toString("latin1").replaceAll("xl/worksheets/sheet2.xml", "xl/worksheets/gone.xml__"), "latin1");
  const cover = utils.aoa_to_sheet([["Readings of line 3"], ["2024"]]);
  const refused = await ingestRefusal(withoutSecond({ Cover: cover, Data: table }), xlsx);
  expect(refused).toMatchObject({ code: "010407", message: expect.stringContaining("Data") });
  expect((await ingestBytes(withoutSecond({ Cover: cover, Notes: cover, Data: table }), xlsx)).rows.total).toBe(2);
});

test.each(["<v></v>", "<v />", ""])(
  "refuses a workbook whose formulas were never calculated (%j), and reads one with a result",
  async (empty) => {
    const names = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>';
    const row = (number: number, result: string) =>
      `<row r="${number}"><c r="A${number}"><v>${number}</v></c><c r="B${number}"><f>A${number}*2</f>${result}</c></row>`;
    const refused = await ingestRefusal(plainWorkbook(names + row(2, empty) + row(3, empty)), xlsx);
    expect(refused).toMatchObject({ code: "010407", left: [] });
    expect(refused.message).toMatch(/cell B2 has a formula without a stored result/);
    const { rows } = await ingestBytes(plainWorkbook(names + row(2, empty) + row(3, "<v>6</v>")), xlsx);
    expect(rows.data).toEqual([
      [2, null],
      [3, 6],
    ]);
  },
);

/** Returns the .xls file of a library that stores an empty text as the result of each formula. The second cell of each row is a formula. */
function xlsWithFormulas(sheet: WorkSheet, result: Buffer): Buffer {
  const container = CFB.read(workbook({ Data: sheet }, "biff8"), { type: "buffer" });
  const stream = CFB.find(container, "/Workbook")!;
  const bytes = Buffer.from(stream.content as Uint8Array);
  const records: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt16LE(at + 2)) {
    const record = bytes.subarray(at, at + 4 + bytes.readUInt16LE(at + 2));
    // Number and Formula of [MS-XLS] 2.4.180 and 2.4.127: row, column and format, then the value. The formula is the integer 2.
    const isFormula = record.readUInt16LE(0) === 0x0203 && record.readUInt16LE(6) === 1;
    const end = Buffer.from("000000000000" + "03001e0200", "hex");
    records.push(isFormula ? Buffer.concat([Buffer.from([0x06, 0, 25, 0]), record.subarray(4, 10), result, end]) : record);
  }
  CFB.utils.cfb_add(container, "/Workbook", Buffer.concat(records));
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

test("refuses an .xls file in which all formulas have an empty text as result, and reads one with a result", async () => {
  const sheet = utils.aoa_to_sheet([
    ["a", "b"],
    [1.5, 2.5],
    [3.5, 4.5],
  ]);
  const refused = await ingestRefusal(xlsWithFormulas(sheet, Buffer.from("030000000000ffff", "hex")), xls);
  expect(refused).toMatchObject({ code: "010407", left: [] });
  expect(refused.message).toMatch(/cell B2 has a formula without a stored result/);
  const { rows } = await ingestBytes(xlsWithFormulas(sheet, Buffer.from("0000000000000040", "hex")), xls);
  expect(rows.data).toEqual([
    [1.5, 2],
    [3.5, 2],
  ]);
});

test.each<[string, { rows: number; columns: number }, string, RegExp]>([
  [
    "has a row with more text than a line may have",
    { rows: 1, columns: 62 },
    "010407",
    /the row has more than 2,000,000 characters of text: shorten/,
  ],
  ["shows more than a gibibyte of text", { rows: 820, columns: 40 }, "010413", /more than 1024 MiB: save the table as \.csv/],
])("refuses a small workbook whose cells share one text, and that %s", async (_what, { rows, columns }, code, message) => {
  const names = Array.from({ length: columns }, (_, i) => `c${i}`);
  const row = names.map(() => "x".repeat(32_767));
  const book = utils.book_new(utils.aoa_to_sheet([names, ...Array.from({ length: rows }, () => row)]), "Data");
  const bytes = write(book, { type: "buffer", bookSST: true, compression: true }) as Buffer;
  expect(bytes.length).toBeLessThan(300_000);
  const refused = await ingestRefusal(bytes, xlsx);
  expect(refused).toMatchObject({ code, left: [] });
  expect(refused.message).toMatch(message);
});

test("refuses a workbook whose two columns lie so far apart that its places without a cell take more than a gibibyte", async () => {
  const names = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="XFD1" t="str"><v>b</v></c></row>';
  const rows = Array.from({ length: 65_600 }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}"><v>1</v></c></row>`);
  const refused = await ingestRefusal(plainWorkbook(names + rows.join("")), xlsx);
  expect(refused).toMatchObject({ code: "010413", left: [] });
});

const types = { name: "[Content_Types].xml", content: Buffer.from("<Types/>") };
const farCell = (reference: string) => {
  const sheet = utils.aoa_to_sheet([["a"], [1]]);
  sheet[reference] = { t: "n", v: 1 };
  sheet["!ref"] = `A1:${reference}`;
  return workbook({ Data: sheet });
};
const flipped = () => {
  const bytes = workbook({ Data: SHEET });
  bytes[60] ^= 0xff;
  return bytes;
};

describe("a refused workbook leaves no files behind", () => {
  test.each<[string, () => Uint8Array, string, RegExp]>([
    ["an empty file", () => Buffer.alloc(0), "010406", /empty/],
    ["an empty sheet", () => workbook({ Data: utils.aoa_to_sheet([]) }), "010406", /empty/],
    ["a header without rows", () => workbook({ Data: utils.aoa_to_sheet([["a", "b"]]) }), "010406", /no rows/],
    [
      "a column without a name",
      () =>
        workbook({
          Data: utils.aoa_to_sheet([
            ["a", null, "c"],
            [1, 2, 3],
          ]),
        }),
      "010410",
      /column 2/,
    ],
    [
      "a name that stands twice",
      () =>
        workbook({
          Data: utils.aoa_to_sheet([
            ["a", "a"],
            [1, 2],
          ]),
        }),
      "010404",
      /columns 1 and 2/,
    ],
    ["text", () => Buffer.from("a,b\n1,2\n"), "010407", /not a workbook/],
    ["another ZIP archive", () => createZip([{ name: "a.txt", content: Buffer.from("hello") }]), "010407", /no workbook/],
    [
      "an archive within the archive",
      () => createZip([types, { name: "Index.zip", content: createZip([types]) }]),
      "010407",
      /another kind/,
    ],
    ["an OpenDocument sheet", () => workbook({ Data: SHEET }, "ods"), "010407", /another kind/],
    ["a binary workbook", () => workbook({ Data: SHEET }, "xlsb"), "010407", /another kind/],
    ["a changed byte", flipped, "010407", /damaged/],
    ["a checksum that does not fit", () => createZip([{ ...types, claimed: { crc32: 1 } }]), "010407", /not what it was/],
    ["a cell beyond the last row", () => farCell("A1048577"), "010407", /beyond row 1,048,576/],
    ["a cell beyond the last column", () => farCell("XFE1"), "010407", /column 16,384/],
  ])("refuses %s", async (_name, bytes, code, message) => {
    const refused = await ingestRefusal(bytes(), xlsx);
    expect(refused).toMatchObject({ code, left: [] });
    expect(refused.message).toMatch(message);
  });
});

describe("decompression bombs", () => {
  const BOMB_BYTES = 512 * 1024 * 1024;
  const MAX_GROWTH = 12 * 1024 * 1024;
  const zeros = Buffer.alloc(BOMB_BYTES);
  const sheet = "xl/worksheets/sheet1.xml";

  test.each<[string, () => Buffer, string]>([
    ["that say what they are", () => createZip([types, { name: sheet, content: zeros }]), "010413"],
    ["that claim to be small", () => createZip([types, { name: sheet, content: zeros, claimed: { unpacked: 1000 } }]), "010407"],
    [
      "in many parts",
      () =>
        createZip([types, ...Array.from({ length: 8 }, (_, i) => ({ name: `xl/${i}.xml`, content: zeros.subarray(0, BOMB_BYTES / 8) }))]),
      "010413",
    ],
  ])("refuses %s before unpacking them", async (_name, make, code) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(600 * 1024);
    const source = { size: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end + 1) };
    await expect(inspectArchive({ ...source, size: 4 })).rejects.toMatchObject({ code: "010407" });
    const before = process.memoryUsage().rss;
    await expect(inspectArchive(source)).rejects.toMatchObject({ code });
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
  });
});
