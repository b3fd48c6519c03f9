import type { ModelInput } from "@agatha/contracts";
import { type RowColumns, rowColumnsOf } from "./row-columns.js";

const input = (name: string, type: ModelInput["type"] = "n"): ModelInput => ({
  name,
  type,
  min: 0,
  max: 1,
  typical: 0,
  integer: false,
  levels: type === "s" ? ["a", "b"] : [],
});
const INPUTS = [input("x"), input("kind", "s"), input("when", "d")];
const create = rowColumnsOf(INPUTS, { timezone: "Asia/Taipei" });

function addRow(columns: RowColumns, row: object): boolean {
  for (const [name, cell] of Object.entries(row) as [string, number | string | null][]) {
    const match = columns.find(name);
    if (match) columns.set(match, cell);
  }
  return columns.endRow();
}

test("rows become typed columns; cells that a row lacks are missing", () => {
  const columns = create();
  const rows = Array.from({ length: 100 }, (_, i) => (i % 2 ? { x: i, kind: "b" } : { kind: "new", when: "2024-01-01 08:00" }));
  for (const row of rows) expect(addRow(columns, row)).toBe(true);
  const { nrow, columns: taken } = columns.take();
  expect([nrow, taken.map(({ name, type }) => `${name} ${type}`)]).toEqual([100, ["x n", "kind s", "when d"]]);
  const [x, kind, when] = taken;
  expect(x.type === "n" && [...x.values.subarray(0, 4)]).toEqual([Number.NaN, 1, Number.NaN, 3]);
  expect(kind.type === "s" && [...kind.codes.subarray(0, 4)]).toEqual([2, 1, 2, 1]);
  expect(when.type === "d" && [...when.values.subarray(0, 2)]).toEqual([Date.UTC(2024, 0, 1), Number.NaN]);
  addRow(columns, { x: 5 });
  expect(columns.take()).toMatchObject({ nrow: 1, columns: [{ values: Float64Array.of(5) }, { codes: Int32Array.of(-1) }, {}] });
});

test("dropped rows leave nothing behind", () => {
  const columns = create();
  addRow(columns, { x: 1 });
  addRow(columns, { x: 2, kind: "a" });
  columns.set(columns.find("kind")!, "b");
  columns.truncate(1);
  expect([columns.rows, addRow(columns, { x: 3 })]).toEqual([1, true]);
  expect(columns.take().columns.slice(0, 2)).toMatchObject([{ values: Float64Array.of(1, 3) }, { codes: Int32Array.of(-1, -1) }]);
});

test.each([
  ["no cell", {}, false],
  ["only missing cells", { x: null, kind: "", when: "NA" }, false],
  ["a column that the model lacks", { z: 1 }, false],
  ["a cell that cannot be read", { x: "hot" }, true],
  ["one value", { kind: "new" }, true],
])("a row with %s has a value: %s", (_case, row, has) => {
  expect(addRow(create(), row)).toBe(has);
});

test("a number is no time where it can only count seconds or days, unless the training had such early times", () => {
  const early = rowColumnsOf([{ ...input("when", "d"), min: Date.UTC(1960, 0) }], { timezone: "UTC" })();
  const late = rowColumnsOf([{ ...input("when", "d"), min: Date.UTC(2020, 0) }], { timezone: "UTC" })();
  const when = early.find("when")!;
  for (const seconds of [1_690_000_000, 45_000, 0, -5]) expect([early.set(when, seconds), late.set(when, seconds)]).toEqual([true, false]);
  expect(late.set(when, 1_690_000_000_000)).toBe(true);
});

test("microseconds and nanoseconds since 1970 are no times, whatever the training had", () => {
  const columns = rowColumnsOf([{ ...input("when", "d"), min: Date.UTC(1960, 0) }], { timezone: "UTC" })();
  const when = columns.find("when")!;
  const milliseconds = 1_690_000_000_000;
  const times = [1, 1e3, 1e6].map((unit) => columns.set(when, milliseconds * unit));
  expect([...times, columns.set(when, Date.UTC(9999, 11, 31))]).toEqual([true, false, false, true]);
});

test("numbers and times are read as the dataset's file writes them", () => {
  const written = new Map([
    ["x", ["grouped"]],
    ["when", ["dayFirst"]],
  ]);
  const comma = rowColumnsOf(INPUTS, { timezone: "Asia/Taipei", decimal: ",", written })();
  const point = rowColumnsOf(INPUTS, { timezone: "Asia/Taipei", written })();
  const rows = [
    { x: "1.037,25", when: "31.12.2024 08:00" },
    { x: "1.037" },
    { x: "2.5" },
    { x: "12,5" },
    { x: 1.037, when: "2024-12-31T08:00" },
  ];
  for (const row of rows) addRow(comma, row);
  addRow(point, { x: "1,037,000.5" });
  const [x, , when] = comma.take().columns;
  expect(x).toMatchObject({ values: Float64Array.of(1037.25, 1037, 2.5, 12.5, 1.037) });
  expect(when.type === "d" && [when.values[0], when.values[4]]).toEqual([Date.UTC(2024, 11, 31), Date.UTC(2024, 11, 31)]);
  expect(point.take().columns[0]).toMatchObject({ values: Float64Array.of(1_037_000.5) });
  expect(comma.set(comma.find("when")!, "12/31/2024")).toBe(false);
});

test("a number in text may have a decimal comma if the formats say so", () => {
  const [point, comma] = [create(), rowColumnsOf(INPUTS, { timezone: "UTC", decimal: "," })()];
  const x = point.find("x")!;
  expect([point.set(x, "1,5"), comma.set(x, "1,5"), comma.set(x, "1.5"), comma.set(x, "1,5,0")]).toEqual([false, true, true, false]);
  expect(comma.expected(0)).toContain("12,5");
});

test("a duration is read as the hours that it was in the dataset's file", () => {
  const hours = rowColumnsOf(INPUTS, { timezone: "UTC", written: new Map([["x", ["durations"]]]) })();
  const x = hours.find("x")!;
  for (const cell of ["36:30:00", " 0:06:00 ", 2.5, "2.5"]) addRow(hours, { x: cell });
  expect([hours.set(x, "36:90:00"), create().set(x, "36:30:00"), hours.expected(0)]).toEqual([
    false,
    false,
    expect.stringContaining("36:30:00"),
  ]);
  expect(hours.take().columns[0]).toMatchObject({ values: Float64Array.of(36.5, 0.1, 2.5, 2.5) });
});

test("true and false are no numbers", () => {
  const columns = create();
  const [x, kind] = ["x", "kind"].map((name) => columns.find(name)!);
  expect([columns.set(x!, true), columns.set(x!, false), columns.set(x!, "true"), columns.set(kind!, true)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
