import { createRandom, randomPermutation } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { takeRows } from "../tables/table.js";
import { findConsecutiveBlocks } from "./find-consecutive-blocks.js";

const random = createRandom(3);
const RUNS = 25;
const ROWS = 15;
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const runOf = (row: number) => Math.floor(row / ROWS);
/** Values around a level of each run. */
const byRun = (noise: number) => {
  const levels = range(RUNS).map(() => random.normal());
  return range(RUNS * ROWS).map((row) => levels[runOf(row)] + noise * random.normal());
};
const independent = () => range(RUNS * ROWS).map(() => random.normal());

test("rows that share a run without a name are of one block", () => {
  const table = createTable({
    a: byRun(0.2),
    b: byRun(0.2),
    c: independent(),
    y: byRun(0.2),
    serial: range(RUNS * ROWS).map((row) => 3 * row + (row % 2)),
  });
  const blocks = findConsecutiveBlocks(table, "y")!;
  const begins = range(RUNS * ROWS).filter((row) => row > 0 && blocks[row] !== blocks[row - 1]);
  expect(begins.filter((row) => row % ROWS === 0).length).toBeGreaterThanOrEqual(0.9 * (RUNS - 1));
  expect(begins.filter((row) => row % ROWS !== 0).length).toBeLessThanOrEqual(2);
  const shuffled = takeRows(table, randomPermutation(table.nrow, createRandom(1)));
  expect(findConsecutiveBlocks(shuffled, "y")).toBeUndefined();
});

test.each([
  ["Depth", 0.5],
  ["temperature", 0.1],
  ["load_number", 1],
  ["position", 1],
])("blocks are found beside a column %s that rises by %d from row to row", (name, step) => {
  const columns = { [name]: range(RUNS * ROWS).map((row) => 1000 + step * row), a: byRun(0.2), b: byRun(0.2), y: byRun(0.2) };
  expect(findConsecutiveBlocks(createTable(columns), "y")).toBeDefined();
});

test.each<[string, Parameters<typeof createTable>[0]]>([
  ["a response that no other column follows", { a: independent(), b: independent(), y: byRun(0.2) }],
  ["a response that does not depend on the order", { a: byRun(0.2), b: byRun(0.2), y: independent() }],
  ["rows sorted by a category", { kind: range(375).map((row) => `k${Math.floor(row / 75)}`), a: independent(), y: independent() }],
  [
    "rows sorted by two categories",
    {
      sex: range(360).map((row) => (row < 180 ? "f" : "m")),
      sport: range(360).map((row) => `s${Math.floor((row % 180) / 20)}`),
      a: range(360).map((row) => Math.floor(row / 20) ** 2 + 9 * random.normal()),
      y: range(360).map((row) => (Math.floor(row / 20) % 7) + random.normal()),
    },
  ],
  [
    "rows sorted by a number",
    { age: range(375).map((row) => Math.sqrt(row)), a: range(375).map((row) => row + 9 * random.normal()), y: byRun(0.2) },
  ],
  [
    "settings that rise by one",
    {
      temperature: range(240),
      a: range(240).map((row) => row + 3 * random.normal()),
      y: range(240).map((row) => row + 3 * random.normal()),
    },
  ],
  [
    "settings that rise by two, up to rounding",
    {
      temperature: range(240).map((row) => Number((0.3 + 2 * row).toFixed(1))),
      a: range(240).map((row) => row + 3 * random.normal()),
      y: range(240).map((row) => row + 3 * random.normal()),
    },
  ],
  [
    "settings that rise by one, for each of another factor",
    {
      material: range(120).map((row) => `m${Math.floor(row / 40)}`),
      temperature: range(120).map((row) => row % 40),
      y: range(120).map((row) => (row % 40) + random.normal()),
    },
  ],
])("no blocks in %s", (_what, columns) => {
  expect(findConsecutiveBlocks(createTable(columns), "y")).toBeUndefined();
});

testWithDataFolder("no blocks in iris, whose rows are sorted by species", async () => {
  const table = await readCsv(dataFolderPath("iris.csv"));
  for (const { name } of table.columns) expect(findConsecutiveBlocks(table, name)).toBeUndefined();
});
