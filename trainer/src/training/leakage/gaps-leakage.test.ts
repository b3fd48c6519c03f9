import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { findTargetLeakage } from "./target-leakage.js";

const ROWS = 400;
const random = createRandom(13);
const rows = <T>(cell: (row: number) => T): T[] => Array.from({ length: ROWS }, (_, row) => cell(row));
const everyThird = <T>(cells: readonly T[]) => cells.map((cell, row) => (row % 3 === 0 ? cell : null));
const cause = rows(() => random.normal());
const strength = cause.map((value) => value + random.normal());
const verdict = strength.map((value) => (value > 1.5 ? "NG" : "OK"));
/** Minutes of rework that every third bad part had. */
const rework = rows((row) => (verdict[row] === "NG" && row % 3 === 0 ? 5 + random.next() : null));

async function leaksOf(type: "REGRESSION" | "CLASSIFICATION", result: Cells, column: Cells): Promise<string[]> {
  const leaks = await findTargetLeakage(createTable({ result, column, cause }), { response: "result", type });
  return leaks.map(({ message }) => message);
}

test.each<[string, "REGRESSION" | "CLASSIFICATION", Cells, Cells, RegExp]>([
  [
    "a second measurement",
    "REGRESSION",
    strength,
    everyThird(strength.map((value) => 10 * value)),
    /^column alone explains 100.0 % .* in the rows that have it$/,
  ],
  ["a second verdict", "CLASSIFICATION", verdict, everyThird(verdict), /^column alone explains 100.0 % .* in the rows that have it$/],
  ["a repair of bad parts", "CLASSIFICATION", verdict, rework, /^all \d+ rows that have a value of column are of the rare class NG$/],
])("a column with gaps leaks the target: %s", async (_what, type, result, column, message) => {
  expect(await leaksOf(type, result, column)).toEqual([expect.stringMatching(message)]);
});

test.each<[string, "REGRESSION" | "CLASSIFICATION", Cells, Cells]>([
  ["another measurement", "REGRESSION", strength, everyThird(cause)],
  ["a second measurement of few parts", "REGRESSION", strength, strength.map((value, row) => (row % 12 === 0 ? value : null))],
  [
    "a second verdict of hardly any bad part",
    "CLASSIFICATION",
    verdict,
    verdict
      .map((value, row) => (value === "OK" || row % 9 === 0 ? value : null))
      .map((value, row) => (row % 4 === 0 || value === null ? value : null)),
  ],
  ["a measurement of which the gaps are by chance", "CLASSIFICATION", verdict, everyThird(cause)],
])("a column with gaps leaks nothing: %s", async (_what, type, result, column) => {
  expect(await leaksOf(type, result, column)).toEqual([]);
});
