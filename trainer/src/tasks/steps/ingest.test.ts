import { readFile } from "node:fs/promises";
import { ObjectRefused } from "@agatha/contracts";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { ingestBytes, ingestRefusal } from "./testing/run-ingest.js";

const real = (name: string) => readFile(dataFolderPath(name));

describe("real files", () => {
  testWithDataFolder("semicolons, decimal commas and trailing blanks give nine numeric columns", async () => {
    const { types, table, rows } = await ingestBytes(await real("concrete-european-format.csv"));
    expect(types).toBe("nnnnnnnnn");
    expect(table).toMatchObject({ nrow: 1030, totalRows: 1030, delimiter: ";", decimal: ",", encoding: "utf-8" });
    expect(rows.columns.at(-1)).toBe("Concrete compressive strength(MPa, megapascals)");
    expect(rows.data[0]).toEqual([540, 0, 0, 162, 2.5, 1040, 676, 28, 79.99]);
    expect(rows.data.at(-1)).toEqual([260.9, 100.5, 78.3, 200.6, 8.6, 864.5, 761.5, 28, 32.4]);
  });

  testWithDataFolder("a table above the row limit is sampled to 10,000 rows", async () => {
    const { output, table } = await ingestBytes(await real("adult-income-32k.csv"));
    expect(output.summary).toEqual({ nrow: 10_000, totalRows: 32_561, columnCount: 15 });
    expect(table.columns[0].stats).toMatchObject({ missing: 0, integer: true });
    expect(table.columns[0].stats.mean).toBeGreaterThan(37);
    expect(table.columns[0].stats.mean).toBeLessThan(40);
  });

  // @contract of-more-than-10-000-rows-10
  testWithDataFolder("a time series above the row limit is used whole, with its times", async () => {
    const hourly = await real("beijing-pollution-hourly.csv");
    const { types, rows, output } = await ingestBytes(hourly, { productType: "timeseries", timezone: "Asia/Shanghai" });
    expect(types).toBe("dnnnnsnnn");
    expect(output.summary).toMatchObject({ nrow: 43_824, totalRows: 43_824 });
    expect(rows.data[0]).toEqual(["2009-12-31T16:00:00.000Z", null, -21, -11, 1021, "NW", 1.79, 0, 0]);
    expect((await ingestBytes(hourly)).output.summary).toMatchObject({ nrow: 10_000, totalRows: 43_824 });
  });

  testWithDataFolder("missing values are counted column by column", async () => {
    const { columns } = await ingestBytes(await real("horse-colic-missing-values.csv"));
    const missing = new Map(columns.map(({ name, stats }) => [name, stats.missing]));
    expect(missing.get("refluxph")).toBe(247);
    expect(missing.get("temp")).toBe(60);
    expect(missing.get("cp")).toBe(0);
  });

  test.each([
    ["seattle-weather.csv", "dnnnns", 1461],
    ["gapminder-health-income.csv", "snnns", 187],
    ["stocks.csv", "sdn", 560],
    ["airports.csv", "sssssnn", 3376],
    ["us-employment.csv", `d${"n".repeat(23)}`, 120],
    ["unemployment.tsv", "nn", 3218],
    ["github.csv", "dn", 955],
    ["zipcodes.csv", "snnsss", 42_049],
  ])("%s has columns of types %s", async (name, types, rows) => {
    const ingested = await ingestBytes(await readFile(vegaDatasetPath(name)));
    expect(ingested.types).toBe(types);
    expect(ingested.table.totalRows).toBe(rows);
    expect(ingested.rows.total).toBe(rows);
  });
});

describe("a refused file leaves nothing behind, and the message says what to do", () => {
  test.each<[string, Uint8Array | string, string, string, RegExp]>([
    ["an empty file", "", "010406", "file", /empty/],
    ["nothing but line ends", "\n\n\n", "010406", "file", /no header/],
    ["a header without rows", "a,b\n", "010406", "file", /no rows/],
    ["a header without a line end", "a,b", "010406", "file", /no rows/],
    ["a name that stands twice", "a,b,a\n1,2,3\n", "010404", "columns[2]", /columns 1 and 3 .*"a"/],
    ["names that differ in blanks only", "a, a\n1,2\n", "010404", "columns[1]", /columns 1 and 2/],
    ["an empty name in the middle", "a,,c\n1,2,3\n", "010410", "columns[1]", /column 2 has no name/],
    ["an empty name at the end over values", "a,b,\n1,2,3\n4,5,\n", "010410", "columns[2]", /column 3 has no name/],
    ["a reserved name", "a,__id__\n1,2\n", "010411", "columns[1]", /__id__/],
    ["the other reserved name", "__one__\n1\n", "010411", "columns[0]", /__one__/],
    ["a line that is too short", "a,b,c\n1,2,3\n4,5\n", "010407", "line 3", /ends after 2 of 3 columns: column 3 \(c\)/],
    ["a line that is too long", "a,b\n1,2\n3,4,5\n", "010407", "line 3", /3 values, but only 2 columns/],
    ["a quote that never ends", 'a,b\n1,2\n3,"4\n', "010407", "line 3", /quoted value/],
    ["JSON", '[{"a": 1, "b": 2},\n {"a": 2, "b": 3}]\n', "010407", "file", /JSON, HTML or XML instead of a table/],
    ["a JSON object", '{\n  "rows": [\n    [1, 2]\n  ]\n}\n', "010407", "file", /JSON, HTML or XML instead of a table/],
    ["a page", "<!DOCTYPE html>\n<table><tr><td>a</td></tr>\n</table>\n", "010407", "file", /JSON, HTML or XML instead of a table/],
    ["a Parquet file", Buffer.from("PAR1\u0015\u0000\u0015\u0004\u0015\n\u0000PAR1"), "010407", "file", /not text/],
    ["zeros", Buffer.alloc(5000), "010407", "file", /not text/],
    ["binary rubbish", Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff)), "010407", "file", /not text/],
    [
      "an encoding that is none of ours",
      Buffer.from("d2e5ecefe5f0e0f2f3f0e02cc2ebe0e6edeef1f2fc0a312c320a", "hex"),
      "010407",
      "encoding",
      /choose it/,
    ],
    [
      "UTF-8 with a damaged byte",
      Buffer.concat([Buffer.from(`a\n${"温度\n".repeat(30)}`), Buffer.of(0xff, 0x0a)]),
      "010407",
      "byte 213",
      /damaged/,
    ],
    // @contract each-layer-has-an-algorithm-and-each
    [
      "too many columns",
      `${Array.from({ length: 2001 }, (_, i) => `c${i}`).join()}\n${"1,".repeat(2000)}1\n`,
      "010406",
      "columns",
      /at most 2000/,
    ],
  ])("refuses %s with a message that says what to do", async (_name, bytes, code, path, message) => {
    const refused = await ingestRefusal(bytes);
    expect(refused).toMatchObject({ code, path, left: [] });
    expect(refused.message).toMatch(message);
  });

  test("refuses texts that are too long together with a message that says what to do", async () => {
    const rows = Array.from({ length: 80 }, (_, row) => `${row},${"word ".repeat(360_000)}${row}\n`);
    const refused = await ingestRefusal(`n,text\n${rows.join("")}`);
    expect(refused).toMatchObject({ code: "010407", path: "file", left: [] });
    expect(refused.message).toMatch(/leave out the column/);
  });

  test("ingestion refuses a chosen encoding that the bytes do not have", async () => {
    for (const encoding of ["big5", "gb18030", "shift_jis", "utf-8"] as const) {
      const refused = await ingestRefusal(Buffer.from("caf\xe9,x\n1,2\n", "latin1"), { source: { encoding } });
      expect(refused).toMatchObject({ code: "010407", path: "encoding", left: [] });
    }
  });

  test("ingestion refuses UTF-16 with UTF-8 as the chosen encoding", async () => {
    const refused = await ingestRefusal(Buffer.from("a,b\n1,2\n", "utf16le"), { source: { encoding: "utf-8" } });
    expect(refused).toMatchObject({ code: "010407", path: "encoding", left: [] });
  });

  test.each(['"', "\n", "\r"])("ingestion refuses the impossible delimiter %j", async (delimiter) => {
    expect(await ingestRefusal("a,b\n1,2\n", { source: { delimiter } })).toMatchObject({
      code: "010201",
      path: "source.delimiter",
      left: [],
    });
  });

  test("ingestion refuses an override of a column that does not exist", async () => {
    const refused = await ingestRefusal("a\n1\n", { columns: [{ name: "b", type: "s" }] });
    expect(refused).toMatchObject({ code: "010405", path: "columns[0].name", left: [] });
  });

  test("where columns may be missing, an override of one counts for nothing", async () => {
    const columns = [
      { name: "b", type: "s" as const, hidden: true },
      { name: "a", label: "A" },
    ];
    const read = await ingestBytes("a\n1\n", { columns, columnsMayLack: true });
    expect(read.columns).toMatchObject([{ name: "a", label: "A", type: "n" }]);
  });

  test("ingestion refuses a file that is gone from the object store, and names the object", async () => {
    const refused = await ingestRefusal("a\n1\n", { source: { key: "uploads/gone" } });
    expect(refused).toMatchObject({ code: "010419", path: "file", left: [] });
    expect(refused.message).toMatch(/the object store has no s3:\/\/agatha\/uploads\/gone\. Upload the file again/);
  });

  test("ingestion refuses a file that the object store does not give, and names both possible causes and what to do", async () => {
    const download = () => Promise.reject(new ObjectRefused("s3://agatha/uploads/a"));
    const refused = await ingestRefusal("a\n1\n", {}, { download });
    expect(refused).toMatchObject({ code: "010419", path: "file", left: [] });
    expect(refused.message).toMatch(
      /refuses access to s3:\/\/agatha\/uploads\/a: the uploaded file is gone, or may not be read\..*s3:GetObject/,
    );
  });

  test("ingestion refuses a time zone that does not exist", async () => {
    expect(await ingestRefusal("a\n1\n", { timezone: "Mars/Olympus" })).toMatchObject({ code: "010201", path: "timezone", left: [] });
  });
});

describe("headers are data, never keys", () => {
  test("any header comes back unchanged", async () => {
    const headers = [
      "__proto__",
      "constructor",
      "a'b",
      'q"t',
      "😀 emoji",
      "x;y",
      "line\nend",
      "file_row_number",
      "A",
      "a",
      "a_2",
      "select",
      "$1",
    ];
    const line = headers.map((header) => `"${header.replaceAll('"', '""')}"`).join();
    const { rows, columns, memory } = await ingestBytes(`${line}\n${headers.map((_, index) => index).join()}\n`);
    expect(rows.columns).toEqual(headers);
    expect(rows.data).toEqual([headers.map((_, index) => index)]);
    expect(columns.map(({ name }) => name)).toEqual(headers);
    expect(memory.columns.map(({ name }) => name)).toEqual(headers);
  });

  test("skips empty lines before the header and among the rows", async () => {
    const { rows } = await ingestBytes("\n\na,b\n1,2\n\n3,4\n\n");
    expect(rows).toMatchObject({
      columns: ["a", "b"],
      data: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  test("trims headers, and drops an unnamed column without values at the end of every line", async () => {
    const { rows } = await ingestBytes("\ufeff a , b ,\n1,2,\n3,4,\n");
    expect(rows).toMatchObject({
      columns: ["a", "b"],
      data: [
        [1, 2],
        [3, 4],
      ],
    });
  });
});

describe("the owner's choices", () => {
  test("values that do not fit a chosen type become missing, and labels and hidden columns are passed on", async () => {
    const { rows, columns, types } = await ingestBytes("a,b,c,year\n001,1,2020-01-02,2019\nx,2,no,2020\n", {
      columns: [
        { name: "a", type: "n" },
        { name: "b", type: "s", label: "Bee" },
        { name: "c", type: "d", hidden: true },
        { name: "year", type: "d" },
      ],
    });
    expect(types).toBe("nsdd");
    expect(rows.data).toEqual([
      [1, "1", "2020-01-02T00:00:00.000Z", "2019-01-01T00:00:00.000Z"],
      [null, "2", null, "2020-01-01T00:00:00.000Z"],
    ]);
    expect(columns.map(({ originalType, label, hidden }) => [originalType, label, hidden])).toEqual([
      ["s", "a", false],
      ["n", "Bee", false],
      ["s", "c", true],
      ["n", "year", false],
    ]);
  });

  test.each(["head", "middle", "tail", "random"] as const)("sampling by %s takes 10,000 rows in file order", async (sampling) => {
    const file = `n\n${Array.from({ length: 30_000 }, (_, i) => i).join("\n")}\n`;
    const { output, columns, rows } = await ingestBytes(file, { sampling });
    expect(output.summary).toMatchObject({ nrow: 10_000, totalRows: 30_000 });
    expect(rows.total).toBe(30_000);
    const [first, last] = { head: [0, 9999], middle: [10_000, 19_999], tail: [20_000, 29_999], random: [undefined, undefined] }[sampling];
    if (first !== undefined) expect(columns[0].stats).toMatchObject({ min: first, max: last, unique: 10_000 });
    else expect(columns[0].stats.unique).toBe(10_000);
  });
});

describe("the ingest step", () => {
  test("ingest describes the columns in use", async () => {
    const { columns, table, output } = await ingestBytes("x,t,d\n1,a,2020-01-01\n2,b,2020-01-03\n2,a,\n3,,2020-01-02\n,a,2020-01-01\n");
    expect(columns.map(({ uid, colIndex }) => [uid, colIndex])).toEqual([
      ["c0", 0],
      ["c1", 1],
      ["c2", 2],
    ]);
    expect(columns[0].stats).toEqual({
      missing: 1,
      unique: 3,
      min: 1,
      max: 3,
      mean: 2,
      std: expect.closeTo(Math.sqrt(2 / 3), 12),
      quantiles: [1, 1.75, 2, 2.25, 3],
      histogram: [1, 2, 1],
      top: [],
      integer: true,
    });
    expect(columns[1].stats).toMatchObject({
      missing: 1,
      unique: 2,
      top: [
        { value: "a", count: 3 },
        { value: "b", count: 1 },
      ],
    });
    expect(columns[2].stats).toMatchObject({ missing: 1, unique: 3, min: Date.UTC(2020, 0, 1), max: Date.UTC(2020, 0, 3) });
    expect(table).toMatchObject({ encoding: "utf-8", delimiter: ",", decimal: "." });
    expect(output).toMatchObject({ document: "task.a1", table: { key: "out/a1/table.parquet" } });
  });

  test("ingest reports progress that never decreases and ends at 1", async () => {
    const { harness } = await ingestBytes("a\n1\n2\n");
    const fractions = harness.steps.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });

  test("ingest stops in the middle of the file when aborted", async () => {
    const controller = new AbortController();
    const rows = Array.from({ length: 200_000 }, (_, i) => `${i},${Math.sin(i)},text ${i % 97},2020-01-01 00:00:${i % 60}\n`);
    const stopped = ingestBytes(`a,b,c,d\n${rows.join("")}`, { signal: controller.signal });
    setImmediate(() => controller.abort(new Error("told to stop")));
    await expect(stopped).rejects.toThrow("told to stop");
  });
});
