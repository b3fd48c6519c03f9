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

function importance(seed = 1) {
  return permutationImportance(table, names, worsening, { random: createRandom(seed), yieldToEventLoop: createYielder(fitContext()) });
}

// @contract top-10-of-importance-top-15-of
test("permutation importance ranks columns by the loss from shuffling: twice the variance times the squared weight", async () => {
  const ranked = await importance();
  expect(ranked).toHaveLength(10);
  expect(ranked.slice(0, 2).map(({ column }) => column)).toEqual(["x4", "x17"]);
  expect(ranked[0].importance).toBeGreaterThan(12);
  expect(ranked[0].importance).toBeLessThan(24);
  expect(ranked[0].spread).toBeGreaterThan(0);
  expect(ranked[2]).toEqual({ column: expect.any(String), importance: 0, spread: 0 });
});

test("the seed determines the permutation importance", async () => {
  expect(await importance(1)).toEqual(await importance(1));
  expect((await importance(1))[0].importance).not.toBe((await importance(2))[0].importance);
});

test("permutation importance leaves the table unchanged", async () => {
  const before = structuredClone(table);
  await importance();
  expect(table).toEqual(before);
});
