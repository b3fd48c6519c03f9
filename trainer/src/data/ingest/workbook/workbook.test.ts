import { utils, type WorkSheet, write } from "@e965/xlsx";
import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";
import { inspectArchive } from "./inspect-archive.js";
import { createZip } from "./testing/create-zip.js";

type Bookish = Parameters<typeof write>[1]["bookType"];

function workbook(sheets: Record<string, WorkSheet>, bookType: Bookish = "xlsx"): Buffer {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  return write(book, { type: "buffer", bookType, compression: true }) as Buffer;
}

const xlsx = { source: { format: "xlsx", fileName: "table.xlsx" } } as const;
const xls = { source: { format: "xls", fileName: "table.xls" } } as const;
const at = (...parts: [number, number, number, number?, number?]) => new Date(Date.UTC(...parts));

const SHEET = utils.aoa_to_sheet(
  [
    [],
    [null, "n", "溫度", "formula", "flag", "text", "gap", "id"],
    [null, 1.5, at(2020, 0, 2), { t: "n", v: 3, f: "1+2" }, true, 'say "hello"\nthere', { t: "e", v: 7 }, "00123"],
    [],
    [null, -2, at(2020, 0, 3, 13, 5), { t: "n", v: 4, f: "B3+2" }, false, "'=1", 5, "00124"],
  ],
  { cellDates: true, UTC: true },
);

describe.each([
  ["xlsx", xlsx],
  ["biff8", xls],
] as const)("a workbook written as %s", (bookType, request) => {
  test("a sheet gives formula values, times and unchanged text, without errors, empty rows and empty columns on the left", async () => {
    const { types, rows, table } = await ingestBytes(workbook({ Data: SHEET }, bookType), request);
    expect(types).toBe("ndnssns");
    expect(rows).toEqual({
      columns: ["n", "溫度", "formula", "flag", "text", "gap", "id"],
      data: [
        [1.5, "2020-01-02T00:00:00.000Z", 3, "TRUE", 'say "hello"\nthere', null, "00123"],
        [-2, "2020-01-03T13:05:00.000Z", 4, "FALSE", "'=1", 5, "00124"],
      ],
      total: 2,
    });
    expect(table).toMatchObject({ encoding: null, delimiter: null, decimal: null });
  });

  test("reads the first sheet, or the named one", async () => {
    const bytes = workbook({ First: utils.aoa_to_sheet([["a"], [1]]), Second: utils.aoa_to_sheet([["b"], [2], [3]]) }, bookType);
    expect((await ingestBytes(bytes, request)).rows).toMatchObject({ columns: ["a"], data: [[1]] });
    expect((await ingestBytes(bytes, { source: { ...request.source, sheet: "Second" } })).rows).toMatchObject({ columns: ["b"], total: 2 });
    const refused = await ingestRefusal(bytes, { source: { ...request.source, sheet: "Third" } });
    expect(refused).toMatchObject({ code: "010406", path: "source.sheet", left: [] });
    expect(refused.message).toContain("First, Second");
  });

  test("reads the first visible sheet that has a value", async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([["old"], [1]]), "Hidden");
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), "Empty");
    utils.book_append_sheet(book, utils.aoa_to_sheet([["a"], [2]]), "Data");
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 0 }] };
    const bytes = write(book, { type: "buffer", bookType }) as Buffer;
    expect((await ingestBytes(bytes, request)).rows).toMatchObject({ columns: ["a"], data: [[2]] });
    expect((await ingestBytes(bytes, { source: { ...request.source, sheet: "Hidden" } })).rows).toMatchObject({ columns: ["old"] });
  });

  test("refuses a damaged workbook", async () => {
    const bytes = workbook({ Data: SHEET }, bookType);
    expect(await ingestRefusal(bytes.subarray(0, bytes.length / 2), request)).toMatchObject({ code: "010407", left: [] });
  });
});

describe.each(["UTC", "America/New_York", "Asia/Taipei"])("on a machine in the zone %s", (zone) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test("times of a sheet are in the dataset's time zone, whatever the machine's zone", async () => {
    const { rows } = await ingestBytes(workbook({ Data: SHEET }), { ...xlsx, timezone: "Asia/Taipei" });
    expect(rows.data.map((row) => row[1])).toEqual(["2020-01-01T16:00:00.000Z", "2020-01-03T05:05:00.000Z"]);
  });
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
    ["text", () => Buffer.from("a,b\n1,2\n"), "010407", /no workbook/],
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
