import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ColumnAmbiguity } from "@agatha/contracts";
import { type IngestRequest, ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";
import { type Database, openDatabase } from "../../tables/database.js";
import { DECIMAL_COMMA, DECIMAL_POINT, UNGROUPED_POINT } from "../formats/format-flags.js";
import { findAmbiguities } from "./find-ambiguities.js";

type Expected = Record<string, Omit<ColumnAmbiguity, "kind"> | undefined>;

test.each<[string, string, IngestRequest["source"], Expected]>([
  [
    "a point before three digits in a column of decimal commas",
    "x;y\n12,5;1\n200.366;2\n",
    {},
    { x: { count: 1, rows: 2, example: "200.366", reading: "200366", other: "200.366" } },
  ],
  [
    "points before three digits in a file of decimal commas",
    "x;y\n200.366;1,5\n150.125;2,5\n;3,5\n",
    {},
    { x: { count: 2, rows: 2, example: "200.366", reading: "200366", other: "200.366" }, y: undefined },
  ],
  [
    "a comma before three digits in a file of decimal points",
    'x,y\n"1,234",1.5\n999,2.5\n',
    {},
    { x: { count: 1, rows: 2, example: "1,234", reading: "1234", other: "1.234" }, y: undefined },
  ],
  [
    "fractions of three digits in a file that shows its decimal mark nowhere else",
    "x\ty\n1.234\ta\n5.678\tb\n",
    {},
    { x: { count: 2, rows: 2, example: "1.234", reading: "1.234", other: "1234" } },
  ],
  ["fractions of three digits in a file that shows its decimal mark", "x\ty\n1.234\t0.5\n5.678\t1.5\n", {}, { x: undefined }],
  ["two groups, which prove the separator", "x;y\n1.234.567;1,5\n200.366;2,5\n", {}, { x: undefined }],
  ["a group before a fraction, which proves the separator", "x;y\n1.234,5;1\n200.366;2\n", {}, { x: undefined }],
  [
    "numbers below a thousand without a separator, which prove that others have thousands",
    'x,y\n"1,234",1.5\n999,2.5\n12,3.5\n"45,000",4.5\n7,5.5\n',
    {},
    { x: undefined },
  ],
  [
    "thousands without a separator, which prove nothing",
    'x,y\n"1,234",1.5\n999,2.5\n12,3.5\n4500,4.5\n7,5.5\n',
    {},
    { x: { count: 1, rows: 5, example: "1,234", reading: "1234", other: "1.234" } },
  ],
  [
    "a fraction that can only be one, in a file with decimal commas",
    "x;y\n200.366;1,5\n12.5;2,5\n",
    {},
    { x: { count: 1, rows: 2, example: "200.366", reading: "200.366", other: "200366" }, y: undefined },
  ],
  [
    "few and small numbers with three digits beside fractions that reach the hundreds",
    "x,y\n12.5,1\n1.234,2\n999,3\n",
    {},
    { x: { count: 1, rows: 3, example: "1.234", reading: "1.234", other: "1234" } },
  ],
  [
    "the same with decimal commas",
    "x;y\n12,5;1\n1,234;2\n999;3\n",
    {},
    { x: { count: 1, rows: 3, example: "1,234", reading: "1.234", other: "1234" } },
  ],
  [
    "zeros at the end of some fractions only",
    "x,y\n1.500,1.5\n12.5,2\n20,3\n2.250,4\n",
    {},
    { x: { count: 2, rows: 4, example: "1.500", reading: "1.5", other: "1500" }, y: undefined },
  ],
  [
    "numbers below a thousand without a fraction in a file that shows its decimal mark",
    "x,y\n1.234,1.5\n12.345,2\n999,3\n500,4\n20,5\n",
    {},
    { x: { count: 2, rows: 5, example: "12.345", reading: "12.345", other: "12345" }, y: undefined },
  ],
  ["fractions without zeros at their end", "x\n1.234\n5.6\n7.891\n12.34\n3.333\n150.125\n", {}, { x: undefined }],
  ["four significant digits", "x\n1.234\n56.78\n123.4\n99.91\n250.6\n", {}, { x: undefined }],
  ["a thousand without a separator, which shows that fractions are ones", "x\n12.5\n1.234\n999\n1500.5\n", {}, { x: undefined }],
  ["thousands beside fractions with a chosen decimal mark", "x,y\n12.5,1\n1.234,2\n999,3\n", { decimal: "." }, { x: undefined }],
  ["a leading zero, which proves the point", "x;y\n200.366;1,5\n0.366;2,5\n", {}, { x: undefined }],
  ["a chosen decimal mark", "x;y\n200.366;1,5\n150.125;2,5\n", { decimal: "," }, { x: undefined }],
  [
    "days and months that can be exchanged",
    "x,y\n03/03/2020,1\n01/02/2020,2\nNA,3\n",
    {},
    { x: { count: 1, rows: 3, example: "01/02/2020", reading: "2020-01-02", other: "2020-02-01" } },
  ],
  ["a day that can only be one", "x,y\n31/03/2020,1\n01/02/2020,2\n", {}, { x: undefined }],
  [
    "codes with an E between digits",
    "x,y\n10E0,1\n11E1,2\n12E5,3\n",
    {},
    { x: { count: 3, rows: 3, example: "10E0", reading: "10", other: "10E0" }, y: undefined },
  ],
  [
    "codes of which few have an E",
    "x\n1042\n10e5\n1043\n",
    {},
    { x: { count: 1, rows: 3, example: "10e5", reading: "1000000", other: "10e5" } },
  ],
  ["numbers with an exponent after one digit", "x\n1E5\n2E4\n3E7\n", {}, { x: undefined }],
  ["numbers with an exponent and a fraction", "x\n10E5\n11E4\n1.5E3\n", {}, { x: undefined }],
  ["numbers with a sign before their exponent", "x\n10E+05\n11E+04\n12E-03\n", {}, { x: undefined }],
  ["numbers with exponents of thousands", "x\n10E3\n470E3\n22E6\n100\n", {}, { x: undefined }],
  ["years first", "x,y\n2020/03/01,1\n2020/02/01,2\n", {}, { x: undefined }],
])("finds what can be read in two ways: %s", async (_what, file, source, expected) => {
  const { columns } = await ingestBytes(file, { source });
  const found = columns.map(({ name, ambiguity: { kind: _kind, ...ambiguity } = { kind: undefined } }) => [
    name,
    "count" in ambiguity ? ambiguity : undefined,
  ]);
  expect(Object.fromEntries(found)).toMatchObject(expected);
});

test.each<[string, string, Omit<ColumnAmbiguity, "kind"> | undefined]>([
  ["a comma before three digits", 'x,y\n"10,125",1\nn.d.,2\n', { count: 1, rows: 2, example: "10,125", reading: "10125", other: "10.125" }],
  [
    "a comma before three digits and a minus sign",
    'x,y\n"10,125-",1\nn.d.,2\n',
    { count: 1, rows: 2, example: "10,125-", reading: "-10125", other: "-10.125" },
  ],
  ["the same beside a decimal point", 'x,y\n"10,125",1\nn.d.,2\n10.5,3\n', undefined],
  ["the same beside a decimal point in brackets", 'x,y\n"10,125",1\nn.d.,2\n(10.5),3\n', undefined],
  ["the same beside numbers below a thousand", 'x,y\n"10,125",1\nn.d.,2\n10,3\n999,4\n7,5\n', undefined],
])("finds what can be read in two ways in a column that is declared to be numbers: %s", async (_what, file, expected) => {
  const { columns } = await ingestBytes(file, { columns: [{ name: "x", type: "n" }] });
  expect(columns[0].ambiguity).toEqual(expected && { kind: "numbers", ...expected });
});

/** First days of months from 2020 on, with the day first. */
const firstDays = (count: number) =>
  Array.from({ length: count }, (_, i) => `01/${String((i % 12) + 1).padStart(2, "0")}/${20 + Math.floor(i / 12)},${i}`).join("\n");

test.each<[string, string, string]>([
  ["several years of months", `x,y\n${firstDays(30)}\n`, "2020-02-01"],
  ["a long file, whose formats are those of its head", `x,y\n${Array(300).fill(firstDays(36)).join("\n")}\n`, "2020-02-01"],
  ["one year, which may be days of January", `x,y\n${firstDays(12)}\n`, "2020-01-02"],
])("the order of day and month follows the rhythm of months: %s", async (_what, file, second) => {
  const { rows, columns } = await ingestBytes(file);
  expect(String(rows.data[1]?.[0]).slice(0, 10)).toBe(second);
  expect(columns[0]?.ambiguity).toMatchObject({ kind: "dates", reading: second });
});

test("many columns of a short file are asked about in few statements, and each has its own answer", async () => {
  const names = Array.from({ length: 120 }, (_, i) => `x${i}`);
  const folder = await mkdtemp(join(tmpdir(), "ambiguities-"));
  const database = await openDatabase({ directories: [folder], memoryMiB: 128, threads: 1 });
  try {
    const path = join(folder, "wide.csv");
    await writeFile(path, `${names.join("\t")}\n${names.map((_, i) => `1.${100 + i}`).join("\t")}\n`);
    let statements = 0;
    const counted: Database = {
      ...database,
      rows: (...given) => {
        statements++;
        return database.rows(...given);
      },
    };
    const source = { path, dialect: { delimiter: "\t", quote: '"', escape: '"' }, headers: names, emptyLines: 0, meanLineLength: 500 };
    const found = await findAmbiguities(counted, source, {
      formats: names.map(() => ({ type: "n", decimal: ".", grouped: false })),
      surveys: names.map(() => ({ formats: DECIMAL_POINT | UNGROUPED_POINT | DECIMAL_COMMA, nonMissing: 1, nonEmpty: 1 })),
      decimal: undefined,
      dates: undefined,
      areNumbersTyped: false,
      isShort: true,
    });
    expect([...found.values()].map(({ example, other }) => [example, other])).toEqual(names.map((_, i) => [`1.${100 + i}`, `1${100 + i}`]));
    expect(statements).toBeLessThan(10);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});

test("a mix that fits one reading is read so", async () => {
  const { rows } = await ingestBytes("x;y;z\n200.366;1,5;1.234,5\n12.5;2,5;200.366\n");
  expect(rows.data).toEqual([
    [200.366, 1.5, 1234.5],
    [12.5, 2.5, 200366],
  ]);
});

test("the data check tells what can be read in two ways", async () => {
  const { check } = await ingestBytes("x;y\n200.366;1,5\n150.125;2,5\n", { check: true });
  expect(check?.findings).toEqual([
    {
      code: "ambiguous_numbers",
      column: "x",
      values: { count: 2, rows: 2, example: "200.366", reading: "200366", other: "200.366" },
      message: expect.stringMatching(/^x: 2 of 2 values can be read in two ways\. “200\.366” was read as 200366.*choose the decimal mark/),
    },
  ]);
});
