import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { copyGroups, findCopies } from "./find-copies.js";
import { findRowStructure } from "./find-row-structure.js";

const random = createRandom(3);
const rows = Array.from({ length: 200 }, (_, i) => i);
const measured = ["a", "b", "c"].map((name) => [name, rows.map(() => random.normal())] as const);
/** Every row once more, with a little noise. */
const twice = (noise: number) =>
  createTable(
    Object.fromEntries(measured.map(([name, values]) => [name, [...values, ...values.map((value) => value + noise * random.normal())]])),
  );

test.each([
  ["equal", 0],
  ["nearly equal", 1e-5],
  ["apart by up to a thousandth of the range", 5e-4],
])("rows that are %s are of one group", (_what, noise) => {
  const groups = copyGroups(twice(noise))!;
  const together = rows.filter((row) => groups[row] === groups[row + rows.length]).length;
  expect(together).toBeGreaterThan(0.95 * rows.length);
  expect(new Set(groups.subarray(0, rows.length)).size).toBe(rows.length);
});

test("a few rows that are there twice are told, where their columns tell rows apart", () => {
  const again = (values: readonly (number | string)[]) => [...values, ...values.slice(0, 3)] as number[];
  const kinds = rows.map((row) => `k${row % 4}`);
  const fine = Object.fromEntries(measured.map(([name, values]) => [name, again(values)]));
  expect(findCopies(createTable({ ...fine, kind: again(kinds) }))).toMatchObject({ copies: 3, nearCopies: 0 });
  expect(findCopies(createTable({ ...fine, id: again(rows).map((_, row) => row) }))).toMatchObject({ copies: 3 });
  const coarse = Object.fromEntries(measured.map(([name, values]) => [name, again(values.map((value) => Math.round(2 * value)))]));
  expect(findCopies(createTable({ ...coarse, kind: again(kinds) }))).toBeUndefined();
});

test.each<[string, (row: number) => number | string | null]>([
  ["of which every value differs", (row) => row + 1],
  ["of which two are missing", (row) => (row === 20 || row === 230 ? null : row + 1)],
  ["of which some are there twice", (row) => `no ${row === 230 ? 20 : row}`],
])("a column that numbers the rows, %s, is passed over by the search for copies and for the rows that belong together", (_what, number) => {
  const twins = { ...Object.fromEntries(measured.map(([name, values]) => [name, [...values, ...values]])) };
  const table = createTable({ id: [...rows, ...rows].map((_, row) => number(row)) as Cells, ...twins });
  expect(findCopies(table)).toMatchObject({ copies: 200, nearCopies: 0 });
  expect(findRowStructure(table)).toMatchObject({ kind: "copies", groups: 200, sharing: 1 });
});

test("readings that change slowly are no copies of one another", () => {
  const slow = () => {
    let level = 0;
    return rows.map(() => {
      level += 0.5 + 0.1 * random.normal();
      return level;
    });
  };
  const far = { a: [...slow(), 1e3], b: [...slow(), 1e3], c: [...slow(), 1e3], d: [...slow(), 1e3] };
  expect(findCopies(createTable(far))).toBeUndefined();
});

test("ten thousand rows of fifty columns take well under a second", () => {
  const values = Array.from({ length: 50 }, (_, column) => [
    `c${column}`,
    Array.from({ length: 10_000 }, (_, row) => Math.sin((1 + (row % 5000)) * (column + 1.7)) + 1e-5 * random.normal()),
  ]);
  const table = createTable(Object.fromEntries(values));
  const start = performance.now();
  expect(findCopies(table)).toMatchObject({ copies: 0, nearCopies: 5000 });
  expect(performance.now() - start).toBeLessThan(5000);
});

test.each<[string, Parameters<typeof createTable>[0], boolean]>([
  ["measured twice", Object.fromEntries(measured.map(([name, values]) => [name, [...values, ...values]])), true],
  ["measured once", Object.fromEntries(measured), false],
  [
    "equal by chance, of few values",
    { a: rows.map((i) => i % 2), b: rows.map((i) => (i >> 1) % 2), c: rows.map((i) => (i >> 2) % 2) },
    false,
  ],
])("rows %s have copies: %j", (_what, columns, expected) => {
  expect(findCopies(createTable(columns)) !== undefined).toBe(expected);
});
