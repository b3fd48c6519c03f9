import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { findFormulaLeakage } from "./formula-leakage.js";
import { findTargetLeakage } from "./target-leakage.js";

const ROWS = 300;
const random = createRandom(11);
const rows = (cell: (row: number) => number): number[] => Array.from({ length: ROWS }, (_, row) => cell(row));
const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const a = rows(() => 50 + 10 * random.normal());
const b = rows(() => 20 + 5 * random.normal());
const start = rows((row) => Date.UTC(2024, 0, 1 + row) + 3600e3 * random.next());
const end = start.map((time, row) => time + 60e3 * a[row]);
const good = a.map((made, row) => made - Math.abs(b[row]) / 4);

async function formulasOf(response: readonly (number | null)[], columns: Record<string, (number | Date | null)[]>): Promise<string[]> {
  const table = createTable({ response: [...response], ...columns, other: rows(() => random.normal()) });
  const leaks = await findTargetLeakage(table, { response: "response", type: "REGRESSION" });
  return leaks.map(({ code, message }) => `${code}: ${message}`);
}

const together = (column: string, other: string, formula: string) =>
  `leaks_together: ${column} gives the target away together with ${other}: it follows from ${formula}`;

test.each<[string, (number | null)[], string]>([
  ["a sum", rows((i) => a[i] + b[i]), "a + b"],
  ["a mean", rows((i) => (a[i] + b[i]) / 2), "a + b"],
  ["a difference", rows((i) => b[i] - a[i]), "a − b"],
  ["a product", rows((i) => a[i] * b[i]), "a × b"],
  ["a ratio in percent, rounded", rows((i) => round((100 * a[i]) / b[i], 0)), "a ÷ b"],
  ["a loss of 1 − b ÷ a", rows((i) => round(1 - b[i] / a[i], 3)), "b ÷ a"],
  ["a difference in the rows that have it", rows((i) => a[i] - b[i]).map((value, i) => (i % 3 === 0 ? null : value)), "a − b"],
])("a target that is computed from two columns is told: %s", async (_what, response, formula) => {
  expect(await formulasOf(response, { a, b })).toEqual([together("a", "b", formula), together("b", "a", formula)]);
});

test("a sum is told of which one part is 0 in each row", async () => {
  const [planned, unplanned] = [0, 1].map((part) => rows((i) => (i % 4 === part ? 1 + (i % 9) : 0)));
  const downtime = rows((i) => planned[i] + unplanned[i]);
  expect(await formulasOf(downtime, { planned, unplanned })).toContain(together("planned", "unplanned", "planned + unplanned"));
});

test("a duration from start and end is told", async () => {
  const times = { start: start.map((time) => new Date(time)), end: end.map((time) => new Date(time)) };
  expect(await formulasOf(a, times)).toEqual([together("start", "end", "start − end"), together("end", "start", "start − end")]);
});

test("columns with gaps are judged by the rows that have both", async () => {
  const withGaps = { a: a.map((value, i) => (i % 2 ? value : null)), b };
  expect(
    await formulasOf(
      rows((i) => a[i] - b[i]),
      withGaps,
    ),
  ).toHaveLength(2);
});

test.each<[string, number[], Record<string, number[]>]>([
  ["a law with errors of measurement", rows((i) => a[i] * b[i] * (1 + 0.02 * random.normal())), { a, b }],
  ["two causes of different weight", rows((i) => a[i] + 3 * b[i]), { a, b }],
  [
    "a column that nearly gives it, and one that is nearly constant",
    rows((i) => a[i]),
    { a: a.map((value, i) => (i % 4 ? value : Number.NaN)), flag: rows((i) => (i % 100 === 1 ? 1 : 0)) },
  ],
  ["a ratio to a number that is mostly 0", rows((i) => a[i]), { a: rows((i) => (i % 5 ? b[i] : a[i])), b: rows((i) => (i % 5 ? 0 : 1)) }],
  [
    "events that a few rows happen to share",
    rows((i) => (i % 60 === 0 ? 1 : 0)),
    { a: rows((i) => (i % 12 ? 0 : 1)), b: rows((i) => (i % 5 ? 0 : 1)) },
  ],
  [
    "a few extreme rows among others that no column gives",
    rows((i) => random.normal() + (i % 50 === 0 ? 1e6 : 0)),
    { a: rows((i) => random.normal() + (i % 100 === 0 ? 1e6 : 0)), b: rows((i) => random.normal() + (i % 100 === 50 ? 1e6 : 0)) },
  ],
  ["counts of few values", rows((i) => (i % 7 === 0 ? 1 : 0)), { a: rows((i) => i % 2), b: rows((i) => i % 3) }],
])("no formula is found in %s", async (_what, response, columns) => {
  expect((await formulasOf(response, columns)).filter((told) => told.startsWith("leaks_together"))).toEqual([]);
});

test("a column that gives the target away by itself is not told as one of two", async () => {
  expect(await formulasOf(good, { twin: good.map((value) => 2 * value), a, b })).toEqual([expect.stringMatching(/^leakage: twin alone/)]);
});

test("a place that nearly all rows keep is no mean of the places before and after", () => {
  const placeOf = (row: number) => (row * 37) % 80;
  const moved = (row: number) => (row % 80 === 0 ? 18 : row % 80 === 40 ? -18 : 0);
  const columnOf = (name: string, later: number) =>
    ({ name, type: "n", values: Float64Array.from(rows((i) => placeOf(i) + moved(i + later))) }) as const;
  expect([...findFormulaLeakage([columnOf("before", 0), columnOf("after", 20)], Float64Array.from(rows(placeOf)))].flat()).toEqual([]);
});

test("columns of which each two nearly give the target do not keep others waiting", () => {
  const size = 20_000;
  const target = Float64Array.from({ length: size }, () => random.normal());
  const columns = Array.from({ length: 40 }, (_, i) => ({
    name: `thermocouple ${i}`,
    type: "n" as const,
    values: target.map((value) => value + 0.13 * random.normal()),
  }));
  let reads = 0;
  const counted = new Proxy(columns[0].values, {
    get(values, key) {
      if (typeof key === "string") reads++;
      const found = Reflect.get(values, key, values);
      return typeof found === "function" ? found.bind(values) : found;
    },
  });
  expect([...findFormulaLeakage([{ ...columns[0], values: counted }, ...columns.slice(1)], target)].flat()).toEqual([]);
  expect(reads).toBeLessThan(size);
});
