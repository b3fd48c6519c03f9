import { readFile } from "node:fs/promises";
import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { type Table, takeRows } from "../tables/table.js";
import { findFindings } from "./find-findings.js";

const ROWS = 200;
const random = createRandom(5);
const rows = <T>(cell: (row: number) => T): T[] => Array.from({ length: ROWS }, (_, row) => cell(row));
const around = (mean: number, deviation = 1) => rows(() => mean + deviation * random.normal());
const celsius = around(20, 2);
const patients = rows((row) => 500 + Math.floor(row / 5));

const findingsOf = (table: Table) => findFindings(table).findings;
const found = (columns: Record<string, Cells>) =>
  findingsOf(createTable({ ...columns, other: around(0) })).map(({ code, column, values }) => ({ code, column, values }));

test.each<[string, Record<string, Cells>, { code: string; column?: string; values: Record<string, unknown> }[]]>([
  [
    "text of which most values occur once",
    { x: rows((row) => `part ${row % 150}`) },
    [{ code: "near_unique_text", column: "x", values: { distinct: 150, rows: ROWS } }],
  ],
  [
    "text of more values than training learns from",
    { x: rows((row) => `lot ${row % 51}`) },
    [{ code: "near_unique_text", column: "x", values: { distinct: 51, rows: ROWS } }],
  ],
  ["nothing in text of as many values as training learns from", { x: rows((row) => `lot ${row % 50}`) }, []],
  [
    "a number that is there or is not, as a box to tick",
    { x: rows((row) => (row % 3 ? null : 1)) },
    [{ code: "one_value_or_none", column: "x", values: { share: expect.closeTo(0.665, 10) } }],
  ],
  [
    "text that is there or is not, from which training learns",
    { x: rows((row) => (row % 3 ? null : "yes")) },
    [{ code: "missing_values", column: "x", values: { share: expect.closeTo(0.665, 10) } }],
  ],
  [
    "numbers of which one is written otherwise",
    { x: rows((row) => (row === 7 ? "n.d." : `${row}.5`)) },
    [{ code: "numbers_as_text", column: "x", values: { numbers: ROWS - 1, rows: ROWS, readable: ROWS - 1, example: "n.d." } }],
  ],
  [
    "numbers with two units of one quantity",
    { x: rows((row) => (row % 2 === 0 ? `${row + 800} g` : `${row % 150}.25 kg`)) },
    [
      {
        code: "mixed_units_as_text",
        column: "x",
        values: { numbers: ROWS, rows: ROWS, units: "g", last: "kg", example: "800 g, 1.25 kg" },
      },
    ],
  ],
  [
    "numbers with two decimal marks",
    { x: rows((row) => (row % 2 === 0 ? `${row % 150},25` : `${row % 150}.25`)) },
    [{ code: "numbers_as_text", column: "x", values: { numbers: ROWS, rows: ROWS, readable: ROWS / 2, example: "0,25" } }],
  ],
  [
    "numbers with two decimal marks of which few are different",
    { x: rows((row) => (row % 2 ? `${row % 12},5` : `${row % 12}.5`)) },
    [{ code: "numbers_as_text", column: "x", values: { numbers: ROWS, rows: ROWS, readable: ROWS / 2, example: "1,5" } }],
  ],
  [
    "a column with many gaps",
    { x: around(5).map((value, row) => (row % 5 === 0 ? null : value)) },
    [{ code: "missing_values", column: "x", values: { share: expect.closeTo(0.2, 10) } }],
  ],
  [
    "zeros far from all other values",
    { x: around(100, 5).map((value, row) => (row % 20 === 0 ? 0 : value)) },
    [{ code: "zeros_for_missing", column: "x", values: { count: 10, least: expect.any(Number) } }],
  ],
  [
    "a number written for a missing value",
    { x: around(5).map((value, row) => (row % 20 === 0 ? -999 : value)) },
    [{ code: "sentinel", column: "x", values: { value: -999, count: 10, least: expect.any(Number), greatest: expect.any(Number) } }],
  ],
  [
    "numbers for missing values at both ends",
    { x: around(5).map((value, row) => (row % 20 === 0 ? -99.9 : row % 20 === 1 ? 9999 : value)) },
    [9999, -99.9].map((value) => ({ code: "sentinel", column: "x", values: expect.objectContaining({ value, count: 10 }) })),
  ],
  [
    "millimetres among metres",
    { x: around(2, 0.2).map((value, row) => (row % 10 === 0 ? 1000 * value : value)) },
    [{ code: "mixed_units", column: "x", values: { count: 20, factor: 1000 } }],
  ],
  [
    "centimetres among millimetres",
    { x: around(200, 20).map((value, row) => (row % 10 === 0 ? value / 10 : value)) },
    [{ code: "mixed_units", column: "x", values: { count: 20, factor: 0.1 } }],
  ],
  [
    "degrees Fahrenheit among degrees Celsius",
    { x: celsius.map((value, row) => (row % 10 === 0 ? 1.8 * value + 32 : value)) },
    [{ code: "mixed_temperatures", column: "x", values: { count: 20 } }],
  ],
  [
    "a column that is constant within each group",
    { patient: patients, visit: rows((row) => row % 5), dose: patients.map((patient) => (patient * 7) % 11) },
    [{ code: "constant_in_group", column: "dose", values: { groupColumns: "patient", groups: 40, rows: ROWS } }],
  ],
  [
    "a drift along the order of the rows",
    { x: around(0).map((value, row) => value + row / 40) },
    [{ code: "drift", column: "x", values: { correlation: expect.any(Number) } }],
  ],
  [
    "a drift along the years, which do not drift themselves",
    { year: rows((row) => 1600 + row), x: around(0).map((value, row) => value + row / 40) },
    [
      { code: "times_as_numbers", column: "year", values: { example: "1600" } },
      { code: "drift", column: "x", values: { correlation: expect.any(Number) } },
    ],
  ],
  [
    "years once that number the rows, too",
    { rownames: rows((row) => 1900 + row), Year: rows((row) => 1900 + row) },
    [{ code: "times_as_numbers", column: "Year", values: { example: "1900" } }],
  ],
  [
    "years once that number the rows, too, though one is missing",
    { rownames: rows((row) => 1900 + row), Year: rows((row) => (row === 5 ? null : 1900 + row)) },
    [{ code: "times_as_numbers", column: "Year", values: { example: "1900" } }],
  ],
  [
    "years once that number the rows, too, beside a month",
    { rownames: rows((row) => 1900 + row), Year: rows((row) => 1900 + row), Month: rows((row) => 1 + ((5 * row) % 12)) },
    [{ code: "times_in_parts", column: "Year", values: { parts: "Month", formula: expect.any(String) } }],
  ],
  [
    "no drift of years, one of which is missing",
    { year: rows((row) => (row === 70 ? null : 1800 + row)) },
    [{ code: "times_as_numbers", column: "year", values: { example: "1800" } }],
  ],
  [
    "a drift of durations that are no years",
    { cycle_time: rows((row) => 800 + row + random.int(100)) },
    [{ code: "drift", column: "cycle_time", values: { correlation: expect.any(Number) } }],
  ],
  [
    "no drift from block to block of a sorted table",
    { kind: rows((row) => `k${Math.floor(row / 70)}`), x: around(0).map((value, row) => value + 5 * Math.floor(row / 70)) },
    [],
  ],
  [
    "no drift in many series one after another",
    {
      place: rows((row) => `p${Math.floor(row / 8)}`),
      step: rows((row) => row % 8),
      x: around(0, 5).map((value, row) => value + 3 * Math.floor(row / 8)),
    },
    [],
  ],
  ["no drift along with a sorted number", { sorted: rows((row) => row ** 1.5), x: rows((row) => row ** 1.5 + 9 * random.normal()) }, []],
  ["nothing in measurements", { x: around(5), y: around(100, 30), c: rows(() => `c${random.int(4)}`) }, []],
  [
    "degrees Fahrenheit among degrees Celsius of a furnace",
    { x: around(180, 2).map((value, row) => (row % 10 === 0 ? 1.8 * value + 32 : value)) },
    [{ code: "mixed_temperatures", column: "x", values: { count: 20 } }],
  ],
  ["nothing in counts that begin with 0", { x: rows((row) => (row < 5 ? 0 : row < 15 ? row - 4 : 10 + random.int(5))) }, []],
  [
    "nothing in shares of which some are near 0",
    { x: around(9, 0.3).map((value, row) => (row < 5 ? 0 : row < 30 ? row / 4 + 0.002 : value)) },
    [],
  ],
  ["nothing in amounts that are mostly 0", { x: around(100, 5).map((value, row) => (row % 4 === 0 ? value : 0)) }, []],
  ["nothing in a number that ends with 99", { x: rows((row) => (row < 3 ? 99 : random.int(99))) }, []],
  ["nothing in a column that only names the row", { id: rows((row) => row + 1) }, []],
])("finds %s", (_what, columns, expected) => {
  expect(found(columns)).toEqual(expected.map((finding) => ({ column: undefined, ...finding })));
});

test.each<[string, string[], string | undefined]>([
  ["numbers of a row without names", ["5.1", "3.5", "1.4"], "5.1, 3.5, 1.4"],
  ["whole numbers of a row without names", ["7", "3", "12"], "7, 3, 12"],
  ["years", ["2019", "2020", "2021"], undefined],
  ["places from 0", ["0", "1", "2"], undefined],
  ["a text among numbers", ["5.1", "width", "1.4"], undefined],
])("names are told where the first row may be no names: %s", (_what, names, expected) => {
  const findings = findingsOf(createTable(Object.fromEntries(names.map((name) => [` ${name}`, around(0)]))));
  expect(findings.map(({ code, values }) => [code, String(values.names).replaceAll(" ", "")])).toEqual(
    expected === undefined ? [] : [["numeric_names", expected.replaceAll(" ", "")]],
  );
});

test("random numbers of one unit are not told to have two", () => {
  const draws = Array.from({ length: 300 }, (_, seed) => {
    const { next, normal } = createRandom(seed);
    const cell = seed % 2 ? next : () => normal() ** 2;
    return findingsOf(createTable({ x: Array.from({ length: 60 }, cell) }));
  });
  expect(draws.flat().filter(({ code }) => code === "mixed_units")).toEqual([]);
});

const [a, b, c] = [around(0), around(0), rows(() => `c${random.int(4)}`)];
const repeated = (column: readonly (number | string)[]): (number | string)[] => [...column, ...column.slice(0, 20)];
const slightly = (column: readonly number[]) => [...column, ...column.slice(0, 20).map((value) => value + 1e-5)];

test.each<[string, Record<string, Cells>, string[]]>([
  ["rows that are there twice", { a: repeated(a) as number[], b: repeated(b) as number[], c: repeated(c) as string[] }, ["copied_rows"]],
  ["rows that are nearly there twice", { a: slightly(a), b: repeated(b) as number[], c: repeated(c) as string[] }, ["near_copies"]],
  ["no copies among few kinds of rows", { a: rows(() => `a${random.int(3)}`), b: rows(() => `b${random.int(3)}`), c }, []],
])("finds %s", (_what, columns, codes) => {
  const findings = findingsOf(createTable(columns));
  expect(findings.map(({ code }) => code)).toEqual(codes);
  for (const { values } of findings) expect(values).toEqual({ count: 20, share: 20 / 220 });
});

test("a sample of the rows does not tell how many of all are copies", () => {
  const size = 12_000;
  const measured = Array.from({ length: 3 }, () => Array.from({ length: size / 2 }, () => random.normal()));
  const twice = createTable(Object.fromEntries(measured.map((column, i) => [`x${i}`, [...column, ...column]])));
  const codes = (found: ReturnType<typeof findFindings>) => found.findings.map(({ code }) => code);
  expect(codes(findFindings(twice, { totalRows: size }))).toEqual([]);
  const half = takeRows(
    twice,
    Array.from({ length: size / 2 }, (_, row) => 2 * row),
  );
  expect(codes(findFindings(half, { totalRows: size, rowsInUse: size }))).toEqual([]);
  expect(codes(findFindings(half, { totalRows: size }))).toEqual(["copied_rows"]);
});

test("a finding tells what was found and what training does about it", () => {
  const [finding] = findingsOf(createTable({ x: around(5).map((value, row) => (row % 20 === 0 ? -999 : value)), y: around(1) }));
  expect(finding.message).toMatch(
    /^x is -999 in 10 of the rows looked at, and from .* may stand for a missing value\. Training takes it as the number/,
  );
});

test("names of which most occur once are told of the cars", async () => {
  const names = JSON.parse(await readFile(vegaDatasetPath("cars.json"), "utf8")) as { Name: string; Horsepower: number }[];
  const table = createTable({ Name: names.map(({ Name }) => Name), Horsepower: names.map(({ Horsepower }) => Horsepower) });
  expect(findingsOf(table)).toMatchObject([{ code: "near_unique_text", column: "Name", values: { distinct: 311, rows: 406 } }]);
});

for (const [file, codes] of [
  ["iris.csv", []],
  ["banknote.csv", ["copied_rows", "near_copies"]],
  ["abalone.csv", []],
  ["machine-failure-ai4i.csv", []],
  ["wine-quality-red.csv", ["copied_rows"]],
] as const) {
  testWithDataFolder(`finds ${codes.join(", ") || "nothing"} in ${file}`, async () => {
    expect(findingsOf(await readCsv(dataFolderPath(file))).map(({ code }) => code)).toEqual(codes);
  });
}
