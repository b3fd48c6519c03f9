import type { StepColumn } from "../../../step-columns/step-columns.js";
import { mostCorrelated } from "./most-correlated.js";

const column = (name: string): StepColumn => ({ name, label: name, type: "n", frequentValues: [], range: null });
const columns = ["constant", "loose", "opposite", "yield"].map(column);
const rows = [
  [1, 3, 9, 1],
  [1, 1, 8, 2],
  [1, 2, 7, 3],
  [1, 4, 6, 4],
];

test("the chosen column comes first, then those that rise or fall with it most closely", () => {
  const found = mostCorrelated({ rows, columns, total: rows.length }, columns, column("yield"));
  expect(found.map(({ name }) => name)).toEqual(["yield", "opposite", "loose", "constant"]);
});

test("a column of few values comes behind one of many values that goes with the chosen one nearly as closely", () => {
  const columns = ["two", "four", "full", "yield"].map(column);
  const rows = Array.from({ length: 40 }, (_, i) => [i < 2 ? i : null, i < 4 ? i : null, i + (i % 3) * 8, i]);
  const found = mostCorrelated({ rows, columns, total: rows.length }, columns, column("yield"));
  expect(found.map(({ name }) => name)).toEqual(["yield", "full", "four", "two"]);
});
