import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { copyGroups, hasCopies } from "./find-copies.js";

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
])("rows that are %s are of one group", (_what, noise) => {
  const groups = copyGroups(twice(noise))!;
  const together = rows.filter((row) => groups[row] === groups[row + rows.length]).length;
  expect(together).toBeGreaterThan(0.95 * rows.length);
  expect(new Set(groups.subarray(0, rows.length)).size).toBe(rows.length);
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
  expect(hasCopies(createTable(columns))).toBe(expected);
  expect(copyGroups(createTable(columns)) !== undefined).toBe(expected);
});
