import { createTable } from "../../testing/create-table.js";
import { findZeroLevels } from "./zero-levels.js";

const levelsOf = (response: number[], columns: Record<string, number[]>) =>
  findZeroLevels(Float64Array.from(response), createTable(columns), Object.keys(columns));

/** `count` values by their place. */
const values = (count: number, at: (i: number) => number) => Array.from({ length: count }, (_, i) => at(i));

test("a value is a zero level if the response is 0 in five periods or more, and in all that are known", () => {
  const open = values(40, (i) => (i < 5 ? 0 : 1));
  expect(
    levelsOf(
      values(40, (i) => (i < 5 ? 0 : 7)),
      { open },
    ),
  ).toEqual([{ column: "open", value: 0 }]);
  expect(
    levelsOf(
      values(40, (i) => (i < 4 ? 0 : i === 4 ? Number.NaN : 7)),
      { open },
    ),
  ).toEqual([]);
  expect(
    levelsOf(
      values(40, (i) => (i < 4 ? 0 : 7)),
      { open },
    ),
  ).toEqual([]);
});

test("rare demand is not 0 because of a value by chance", () => {
  const demand = values(200, (i) => (i % 4 === 3 && i >= 12 ? 2 : 0));
  expect(levelsOf(demand, { promotion: values(200, (i) => (i < 10 ? 1 : 0)) })).toEqual([]);
  expect(
    levelsOf(
      values(200, (i) => (i >= 60 && i % 4 === 3 ? 2 : 0)),
      { closed: values(200, (i) => (i < 60 ? 1 : 0)) },
    ),
  ).toEqual([{ column: "closed", value: 1 }]);
});

test("a response that is always 0 has no levels, and neither have columns without values", () => {
  expect(
    levelsOf(
      values(50, () => 0),
      { open: values(50, (i) => i % 2) },
    ),
  ).toEqual([]);
  expect(
    levelsOf(
      values(50, (i) => i % 2),
      { open: values(50, () => Number.NaN) },
    ),
  ).toEqual([]);
});
