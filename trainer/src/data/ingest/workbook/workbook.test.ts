import { utils, write } from "@e965/xlsx";
import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";
import { plainWorkbook, SHEET, workbook, xls, xlsx } from "./testing/workbooks.js";

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

  test("the table names the sheet that was read and the others that are not hidden, and an error names its sheet", async () => {
    const book = utils.book_new();
    for (const [name, rows] of Object.entries({
      Cover: [
        ["Line", ""],
        ["Author", "M"],
        ["Day", "2"],
      ],
      Data: [
        ["a", "b"],
        [1, 2],
      ],
      Lists: [["x"]],
    }))
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 0 }, { Hidden: 1 }] };
    const bytes = write(book, { type: "buffer", bookType }) as Buffer;
    const { table } = await ingestBytes(bytes, { source: { ...request.source, sheet: "Data" } });
    expect(table.workbook).toEqual({ sheet: "Data", sheets: ["Cover", "Data"] });
    expect((await ingestRefusal(bytes, request)).message).toContain('Sheet "Cover": column 2 has no name');
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

  test("rows above the names are no part of the table, nor are their merged cells and empty rows", async () => {
    const sheet = utils.aoa_to_sheet([["", "Report of line 3"], [], ["heat", "speed"], [1, 2], [3, 4]]);
    sheet["!merges"] = ["A1:B2"].map(utils.decode_range);
    const { rows } = await ingestBytes(workbook({ Data: sheet }, bookType), { source: { ...request.source, skipRows: 2 } });
    expect(rows).toMatchObject({ columns: ["heat", "speed"], total: 2 });
  });

  test("the sheet that is read stays the same when rows are left out", async () => {
    const sheets = {
      Data: utils.aoa_to_sheet([["Report"], ["a", "b"], [1, 2]]),
      Notes: utils.aoa_to_sheet([
        ["k", "v"],
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    };
    const { rows } = await ingestBytes(workbook(sheets, bookType), { source: { ...request.source, skipRows: 1 } });
    expect(rows).toMatchObject({ columns: ["a", "b"], data: [[1, 2]] });
    const refused = await ingestRefusal(workbook(sheets, bookType), { source: { ...request.source, skipRows: 3 } });
    expect(refused).toMatchObject({ code: "010406", path: "source.skipRows" });
  });

  test("names of two rows are read from the lower one, with those that are merged across both", async () => {
    const sheet = utils.aoa_to_sheet([
      ["Name", 2024],
      [null, "x", "y"],
      ["a", 1, 2],
    ]);
    sheet["!merges"] = ["A1:A2", "B1:C1"].map(utils.decode_range);
    const { rows } = await ingestBytes(workbook({ Data: sheet }, bookType), { source: { ...request.source, skipRows: 1 } });
    expect(rows).toMatchObject({ columns: ["Name", "x", "y"], data: [["a", 1, 2]] });
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

test("zero characters, which fill up a text, are dropped", async () => {
  const rows = ["code", "A1_x0000__x0000_", "B2", "_x0000_"].map(
    (text, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="str"><v>${text}</v></c><c r="B${index + 1}"><v>1</v></c></row>`,
  );
  const { rows: read } = await ingestBytes(plainWorkbook(rows.join("")), xlsx);
  expect(read.data.map(([code]) => code)).toEqual(["A1", "B2", null]);
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
