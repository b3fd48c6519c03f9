import type { NumberColumn, Table } from "../data/tables/table.js";
import { createRandom } from "../numeric/random.js";
import { createYielder } from "../numeric/yield-to-event-loop.js";
import { createTable } from "../testing/create-table.js";
import { fitContext } from "../testing/fit-context.js";
import { permutationImportance } from "./permutation-importance.js";

const random = createRandom(1);
const cells = () => Array.from({ length: 300 }, () => random.normal());
const columns = Object.fromEntries(Array.from({ length: 30 }, (_, j) => [`x${j}`, cells()]));
const table = createTable(columns);
const names = Object.keys(columns);

/** Returns the mean squared difference of 3 · x4 + x17 between the shuffled and the original table. */
function worsening(shuffled: Table): number {
  const values = (from: Table, name: string) => (from.columns.find((column) => column.name === name) as NumberColumn).values;
  const answer = (from: Table) => values(from, "x4").map((value, i) => 3 * value + values(from, "x17")[i]);
  const before = answer(table);
  return answer(shuffled).reduce((sum, value, i) => sum + (value - before[i]) ** 2, 0) / 300;
}

function importance(seed = 1, lossIncrease = worsening) {
  return permutationImportance(table, names, lossIncrease, { random: createRandom(seed), yieldToEventLoop: createYielder(fitContext()) });
}

// @contract top-10-of-importance-top-15-of
test("permutation importance ranks columns by the loss from shuffling: twice the variance times the squared weight", async () => {
  const { importance: ranked } = await importance();
  expect(ranked).toHaveLength(10);
  expect(ranked.slice(0, 2).map(({ column }) => column)).toEqual(["x4", "x17"]);
  expect(ranked[0].importance).toBeGreaterThan(12);
  expect(ranked[0].importance).toBeLessThan(24);
  expect(ranked[0].spread).toBeGreaterThan(0);
  expect(ranked[2]).toEqual({ column: expect.any(String), importance: 0, spread: 0 });
});

// @contract importance-of-all-columns-with-its-spread
test("every column has its importance and its spread over several shuffles, in descending order", async () => {
  const { importance: top, importance_all: all } = await importance();
  expect(all.map(({ column }) => column).toSorted()).toEqual(names.toSorted());
  expect(all.slice(0, 2)).toEqual(top.slice(0, 2));
  const firstRow = ({ columns }: Table) => columns.reduce((sum, column, j) => sum + (j + 1) * (column as NumberColumn).values[0], 0);
  const noise = await importance(1, (shuffled) => Math.sin(firstRow(shuffled)));
  expect(noise.importance_all.every(({ spread }) => spread > 0)).toBe(true);
  const values = noise.importance_all.map((one) => one.importance);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

// @contract importance-of-all-columns-with-its-spread
test("the cost is bounded: 65 columns are shuffled five times, of 300 columns 15 five times and the others twice", async () => {
  const shufflesOf = async (count: number) => {
    const many = Array.from({ length: count }, (_, j) => `x${j}`);
    let shuffles = 0;
    await permutationImportance(createTable(Object.fromEntries(many.map((name) => [name, [1, 2]]))), many, () => shuffles++, {
      random: createRandom(1),
      yieldToEventLoop: createYielder(fitContext()),
    });
    return shuffles;
  };
  expect([await shufflesOf(3), await shufflesOf(65), await shufflesOf(300)]).toEqual([15, 325, 2 * 285 + 5 * 15]);
});

test("the seed determines the permutation importance", async () => {
  expect(await importance(1)).toEqual(await importance(1));
  expect((await importance(1)).importance[0].importance).not.toBe((await importance(2)).importance[0].importance);
});

test("permutation importance leaves the table unchanged", async () => {
  const before = structuredClone(table);
  await importance();
  expect(table).toEqual(before);
});
