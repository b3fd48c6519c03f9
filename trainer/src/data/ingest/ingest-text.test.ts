import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../tables/database.js";
import { openCsv } from "./csv/open-csv.js";
import { prepareText } from "./csv/text-file.js";
import { HEAD_ROWS } from "./formats/query-formats.js";
import { ingestText } from "./ingest-text.js";

let scratch: string;
let database: Database;
/** Number of statements that read the whole file. */
let readings: number;

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), "agatha-text-"));
  const opened = await openDatabase({ directories: [scratch], scratch, memoryMiB: 100, threads: 1 });
  readings = 0;
  database = {
    ...opened,
    rowsWithProgress: (sql, ...rest) => {
      if (sql.includes("read_csv") && !sql.includes(`LIMIT ${HEAD_ROWS}`)) readings++;
      return opened.rowsWithProgress(sql, ...rest);
    },
  };
});
afterEach(async () => {
  await database.close();
  rmSync(scratch, { recursive: true });
});

/** Ingests one column of these values from a tab-separated file, and returns its type and cells. */
async function ingestColumn(values: readonly string[], timezone = "UTC") {
  const path = join(scratch, "source");
  const target = join(scratch, "table.parquet");
  writeFileSync(path, `v\tw\n${values.map((value) => `"${value}"\tx\n`).join("")}`);
  const source = openCsv(await prepareText(path, { scratch, signal: new AbortController().signal }));
  const { inferredFormats, totalRows } = await ingestText(database, source, { timezone, overrides: [], target, progress() {} });
  const rows = await database.rows("SELECT v::VARCHAR FROM read_parquet($1)", [target]);
  return { type: inferredFormats[0].type, totalRows, cells: rows.map(([cell]) => cell) };
}

const LONG = HEAD_ROWS + 2000;
const long = (value: string, ...last: string[]) => [...Array<string>(LONG).fill(value), ...last];

test.each<[string, string[], string, (string | null)[]]>([
  ["whole numbers", long("7", "0", "-12", "+3", " 4 ", "", "NA"), "n", ["0.0", "-12.0", "3.0", "4.0", null, null]],
  ["long whole numbers", long("7", "9006999999999999", "-123456789012345"), "n", ["9006999999999999.0", "-123456789012345.0"]],
  ["fractions", long("1.50", "-0.25", ".5", "5.", "1e3", "7", "nan", "-Inf"), "n", ["-0.25", "0.5", "5.0", "1000.0", "7.0", null, null]],
  ["fractions of three digits", long("20.125", "-1.500", "7", " 2.250 ", ""), "n", ["-1.5", "7.0", "2.25", null]],
  ["decimal commas", long("1,5", "-0,25", "1e3", "7"), "n", ["-0.25", "1000.0", "7.0"]],
  ["days", long("2020-01-02", "2020-12-31", "2020-1-3", "-"), "d", ["2020-12-31 00:00:00", "2020-01-03 00:00:00", null]],
  [
    "times",
    long("2020-01-02 03:04:05", "2020-01-02T03:04:06", "2020/1/2 3:04", "2020-01-02 03:04:05.250"),
    "d",
    ["2020-01-02 03:04:06", "2020-01-02 03:04:00", "2020-01-02 03:04:05.25"],
  ],
  ["days before the month", long("31.12.2020", "1.2.2020"), "d", ["2020-02-01 00:00:00"]],
  ["text", long("a", "7", " "), "s", ["7", null]],
  ["nothing at all", long(""), "s", [null]],
  ["marks of missing values", long("NA", "?", ""), "n", [null, null]],
])("reads a long column of %s in one pass", async (_what, values, type, last) => {
  const { cells, ...table } = await ingestColumn(values);
  expect(table).toEqual({ type, totalRows: values.length });
  expect(cells.slice(-last.length)).toEqual(last);
  expect(readings).toBe(1);
});

test.each<[string, string[], string, (string | null)[]]>([
  ["a word after numbers", long("7", "word"), "s", ["7", "word"]],
  ["a leading zero after numbers", long("7", "007"), "s", ["7", "007"]],
  ["digits that a number would lose", long("7", "9007199254740993"), "s", ["7", "9007199254740993"]],
  ["an underscore among digits", long("1.5", "1_000"), "s", ["1.5", "1_000"]],
  ["an exponent that overflows", long("1.5", "12e305"), "s", ["1.5", "12e305"]],
  ["a line end after a number", long("1.5", "2.5\n"), "s", ["1.5", "2.5\n"]],
  ["fractions after whole numbers", long("7", "1.5"), "n", ["7.0", "1.5"]],
  ["groups of thousands after plain numbers", long("1,5", "1.234,5"), "n", ["1.5", "1234.5"]],
  ["what shows that the mark is a comma", long("1.234", "1,5"), "n", ["1234.0", "1.5"]],
  ["what shows that the month comes first", long("01/02/2020", "12/31/2020"), "d", ["2020-01-02 00:00:00", "2020-12-31 00:00:00"]],
  ["what shows that the day comes first", long("01/02/2020", "31/12/2020"), "d", ["2020-02-01 00:00:00", "2020-12-31 00:00:00"]],
  ["a day that there is not", long("2020-01-02", "2020-02-30"), "s", ["2020-01-02", "2020-02-30"]],
  [
    "a time of day with an offset",
    long("2020-01-02 03:04:05", "2020-01-02 03:04:05+01"),
    "d",
    ["2020-01-02 03:04:05", "2020-01-02 02:04:05"],
  ],
  ["a value after nothing", long("", "5"), "n", [null, "5.0"]],
])("reads the whole of a long column before it decides the type, for %s", async (_what, values, type, last) => {
  const { cells, ...table } = await ingestColumn(values);
  expect(table).toEqual({ type, totalRows: values.length });
  expect(cells.slice(-last.length)).toEqual(last);
  expect(readings).toBeGreaterThan(1);
});

test("times of a long column are in the file's time zone", async () => {
  const { cells } = await ingestColumn(long("2020-07-15 12:00:00", "2020-01-15 12:00"), "Europe/Berlin");
  expect(cells.slice(-2)).toEqual(["2020-07-15 10:00:00", "2020-01-15 11:00:00"]);
  expect(readings).toBe(1);
});

test("a table of long texts can be read with the memory that it was written with", async () => {
  const text = "long ".repeat(600);
  const path = join(scratch, "source");
  const target = join(scratch, "table.parquet");
  writeFileSync(path, `v,w\n${`${text},1\n`.repeat(30_000)}`);
  const source = openCsv(await prepareText(path, { scratch, signal: new AbortController().signal }));
  await ingestText(database, source, { timezone: "UTC", overrides: [], target, progress() {} });
  expect(await database.rows("SELECT count(*)::INTEGER, min(length(v))::INTEGER FROM read_parquet($1)", [target])).toEqual([
    [30_000, text.length],
  ]);
});

test.each([
  ["numbers that are called months", "month", []],
  ["numbers", "batch", []],
  ["numbers that are declared to be dates", "batch", [{ name: "batch", type: "d" as const }]],
])("ingestion names the malformed line after many rows of %s", async (_what, name, overrides) => {
  const path = join(scratch, "source");
  writeFileSync(path, `${name},v\n${"202001,2\n".repeat(LONG)}202001,2,3\n`);
  const source = openCsv(await prepareText(path, { scratch, signal: new AbortController().signal }));
  const ingesting = ingestText(database, source, { timezone: "UTC", overrides, target: join(scratch, "table.parquet"), progress() {} });
  await expect(ingesting).rejects.toMatchObject({ code: "010407", message: expect.stringContaining(`${LONG + 2}`) });
});

test("ingestion reads a short column in one pass, too", async () => {
  expect(await ingestColumn(["7", "1.5"])).toEqual({ type: "n", totalRows: 2, cells: ["7.0", "1.5"] });
  expect(readings).toBe(1);
});

test("ingestion refuses an unnamed column that has a value further down", async () => {
  const path = join(scratch, "source");
  writeFileSync(path, `a,b,\n${"1,2,\n".repeat(LONG)}3,4,5\n`);
  const source = openCsv(await prepareText(path, { scratch, signal: new AbortController().signal }));
  const ingesting = ingestText(database, source, { timezone: "UTC", overrides: [], target: join(scratch, "table.parquet"), progress() {} });
  await expect(ingesting).rejects.toMatchObject({ code: "010410", problems: [{ path: "columns[2]" }] });
});
