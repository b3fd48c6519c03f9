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

  test("ingestion reads the first sheet, or the named one", async () => {
    const bytes = workbook({ First: utils.aoa_to_sheet([["a"], [1]]), Second: utils.aoa_to_sheet([["b"], [2], [3]]) }, bookType);
    expect((await ingestBytes(bytes, request)).rows).toMatchObject({ columns: ["a"], data: [[1]] });
    expect((await ingestBytes(bytes, { source: { ...request.source, sheet: "Second" } })).rows).toMatchObject({ columns: ["b"], total: 2 });
    const refused = await ingestRefusal(bytes, { source: { ...request.source, sheet: "Third" } });
    expect(refused).toMatchObject({ code: "010406", path: "source.sheet", left: [] });
    expect(refused.message).toContain("First, Second");
  });

  test("ingestion reads the first visible sheet that has a value", async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([["old"], [1]]), "Hidden");
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), "Empty");
    utils.book_append_sheet(book, utils.aoa_to_sheet([["a"], [2]]), "Data");
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 0 }] };
    const bytes = write(book, { type: "buffer", bookType }) as Buffer;
    expect((await ingestBytes(bytes, request)).rows).toMatchObject({ columns: ["a"], data: [[2]] });
    expect((await ingestBytes(bytes, { source: { ...request.source, sheet: "Hidden" } })).rows).toMatchObject({ columns: ["old"] });
  });

  test("ingestion reads the first sheet with a table, not a cover before it", async () => {
    const sheets = {
      Cover: utils.aoa_to_sheet([["Readings of line 3"], ["2024"]]),
      Data: utils.aoa_to_sheet([
        ["heat", "speed"],
        [1, 2],
        [3, 4],
      ]),
    };
    expect((await ingestBytes(workbook(sheets, bookType), request)).rows).toMatchObject({ columns: ["heat", "speed"], total: 2 });
  });

  test("durations are numbers of their largest unit, also those that look like times of day and those beyond February 1900", async () => {
    const sheet = utils.aoa_to_sheet([["run", "cycle", "at"]]);
    const columns: [number, string][][] = [
      [
        [0.34375, "h:mm"],
        [1.520833333333333, "[h]:mm:ss"],
        [100.5, "[hh]:mm"],
      ],
      [
        [0.125, "[s]"],
        [0.0625, "[mm]:ss"],
        [0, "[mm]:ss"],
      ],
      [
        [0.5, "h:mm"],
        [0.75, "h:mm"],
        [0.25, "h:mm"],
      ],
    ];
    columns.forEach((cells, c) => {
      for (const [r, [v, z]] of cells.entries()) sheet[utils.encode_cell({ r: r + 1, c })] = { t: "n", v, z };
    });
    sheet["!ref"] = "A1:C4";
    const { rows } = await ingestBytes(workbook({ Data: sheet }, bookType), request);
    expect(rows.data).toEqual([
      [8.25, 180, "12:00:00"],
      [36.5, 90, "18:00:00"],
      [2412, 0, "06:00:00"],
    ]);
  });

  test("numbers of any size are numbers, not digits of an identifier", async () => {
    const numbers = [1.5, 1.5e17, -(2 ** 53), 9_007_000_000_000_001, 9_006_999_999_999_999, 2 ** 70, 1e21, 1e-9];
    const sheet = utils.aoa_to_sheet([["energy"], ...numbers.map((number) => [number])]);
    const { types, rows } = await ingestBytes(workbook({ Data: sheet }, bookType), request);
    expect(types).toBe("n");
    expect(rows.data.map(([number]) => number)).toEqual(numbers);
  });

  test("all rows of a merged cell have its value", async () => {
    const sheet = utils.aoa_to_sheet([
      ["machine", "shift", "y"],
      ["M1", "early", 1],
      [null, "late", 2],
      ["M2", null, 3],
      [null, null, 4],
    ]);
    sheet["!merges"] = ["A2:A3", "A4:A9", "A4:B4"].map(utils.decode_range);
    const { rows } = await ingestBytes(workbook({ Data: sheet }, bookType), request);
    expect(rows.data).toEqual([
      ["M1", "early", 1],
      ["M1", "late", 2],
      ["M2", null, 3],
      ["M2", null, 4],
    ]);
  });

  test("ingestion refuses a damaged workbook", async () => {
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

test("each minute of a day is a whole minute", async () => {
  const minutes = Array.from({ length: 1440 }, (_, minute) => ({ t: "n", v: 45_292 + minute / 1440, z: "yyyy-mm-dd hh:mm" }));
  const { rows } = await ingestBytes(workbook({ Data: utils.aoa_to_sheet([["at"], ...minutes.map((cell) => [cell])]) }), xlsx);
  const expected = minutes.map((_, minute) => new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString());
  expect(rows.data.map(([at]) => at)).toEqual(expected);
});

test("days before 1900, as programs other than Excel write them, are days", async () => {
  // They count from 1899-12-30.
  const days = [-18_260, -1, 45_292].map((v) => [{ t: "n", v, z: "yyyy-mm-dd" }]);
  const { rows } = await ingestBytes(workbook({ Data: utils.aoa_to_sheet([["day"], ...days]) }), xlsx);
  expect(rows.data.map(([day]) => String(day).slice(0, 10))).toEqual(["1850-01-01", "1899-12-29", "2024-01-01"]);
});

test("times of day of a calendar that begins in 1904", async () => {
  const book = utils.book_new();
  const times = { A1: { t: "s", v: "at" }, A2: { t: "n", v: 0.5, z: "h:mm" }, A3: { t: "n", v: 0.75, z: "h:mm" }, "!ref": "A1:A3" };
  utils.book_append_sheet(book, times, "Data");
  book.Workbook = { WBProps: { date1904: true } };
  const { rows } = await ingestBytes(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer, xlsx);
  expect(rows.data).toEqual([["12:00:00"], ["18:00:00"]]);
});

test("durations of a calendar that begins in 1904", async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    { A1: { t: "s", v: "run" }, A2: { t: "n", v: 1.25, z: "[h]:mm" }, A3: { t: "n", v: 0.5, z: "h:mm" }, "!ref": "A1:A3" },
    "Data",
  );
  book.Workbook = { WBProps: { date1904: true } };
  const { rows } = await ingestBytes(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer, xlsx);
  expect(rows.data).toEqual([[30], [12]]);
});

/** Returns a workbook as a program writes it that stores formulas without a type. The styles have these built-in formats. Without rows, the sheet's part is missing. */
function plainWorkbook(rows?: string, formats: readonly number[] = []): Buffer {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs>${formats.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`,
    ...(rows !== undefined && { "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>` }),
  };
  return createZip(Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) })));
}

/** Built-in formats that a workbook uses by number alone. */
const BUILT_IN_TIMES = [27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];
const BUILT_IN_NUMBERS = [5, 41, 59, 82, 99];

test.each<[string, number[], string | number]>([
  ["times", BUILT_IN_TIMES, "2024-01-15T06:00:00.000Z"],
  ["numbers", BUILT_IN_NUMBERS, 45_306.25],
])("cells with built-in formats of %s", async (_name, formats, expected) => {
  const names = '<row r="1"><c r="A1" t="str"><v>日付</v></c></row>';
  const row = (_id: number, index: number) => `<row r="${index + 2}"><c r="A${index + 2}" s="${index}"><v>45306.25</v></c></row>`;
  const { rows } = await ingestBytes(plainWorkbook(names + formats.map(row).join(""), formats), xlsx);
  expect(rows.data).toEqual(formats.map(() => [expected]));
});

test("cells of an old workbook with built-in formats of times", async () => {
  const sheet = utils.aoa_to_sheet([["日付"], [{ t: "n", v: 45_306.25, z: "m/d/yy" }]]);
  const bytes = workbook({ Data: sheet }, "biff8");
  const XF_RECORD = Buffer.from([0xe0, 0x00, 0x14, 0x00]);
  const formatAt = [...bytes.keys()].find((at) => bytes.subarray(at, at + 4).equals(XF_RECORD) && bytes.readUInt16LE(at + 6) === 14);
  for (const id of [27, 36, 50, 58]) {
    bytes.writeUInt16LE(id, formatAt! + 6);
    expect((await ingestBytes(bytes, xls)).rows.data).toEqual([["2024-01-15T06:00:00.000Z"]]);
  }
});

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
