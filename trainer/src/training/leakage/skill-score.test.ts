import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { skillScore } from "./skill-score.js";

const ROWS = 100;
const random = createRandom(3);
const rows = (cell: (row: number) => number): number[] => Array.from({ length: ROWS }, (_, row) => cell(row));
const skill = (x: number[], y: number[]) => skillScore(createTable({ x }).columns[0], { kind: "number", values: Float64Array.from(y) });

test("a column that the target follows has skill, and noise has none", () => {
  const x = rows(() => random.next());
  expect(
    skill(
      x,
      x.map((value) => 2 * value + 0.001 * random.normal()),
    ),
  ).toBeGreaterThan(0.98);
  expect(
    skill(
      x,
      rows(() => random.normal()),
    ),
  ).toBeLessThan(0.5);
});

test("a single extreme target gives skill to no column of noise", () => {
  const y = rows((row) => (row === 50 ? 10_000 : random.next()));
  const skills = Array.from({ length: 50 }, () =>
    skill(
      rows(() => random.next()),
      y,
    ),
  );
  expect(Math.max(...skills)).toBeLessThan(0.5);
});
