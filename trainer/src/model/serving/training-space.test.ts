import { createTable } from "../../testing/create-table.js";
import { createTrainingSpace } from "./training-space.js";

/** Grid of 10 × 10, twice as wide as high. Standardised, it is square with a spacing of 1/√8.25. */
const cells = Array.from({ length: 100 }, (_, i) => i);
const training = createTable({ x: cells.map((i) => 2 * (i % 10)), y: cells.map((i) => Math.floor(i / 10)), kind: cells.map(() => "same") });
const STEP = 1 / Math.sqrt(8.25);

test.each<[string, { x: number | null; y: number }, number, number, boolean]>([
  ["a training row", { x: 4, y: 7 }, 0, 0, false],
  ["the middle between four", { x: 5, y: 6.5 }, STEP * Math.SQRT1_2, 0, false],
  ["a place between columns that each row alone could have", { x: 19, y: 9 }, STEP / 2, 0, false],
  ["a little more than a step outside", { x: 20.2, y: 4 }, 1.1 * STEP, 1, true],
  ["far away", { x: 60, y: 4 }, 21 * STEP, 1, true],
])("measures the distance of %s from the training rows", async (_name, row, nearest, percentile, far) => {
  const [found] = createTrainingSpace(training).distances(createTable({ x: [row.x], y: [row.y] }));
  expect(found).toEqual({ nearest: expect.closeTo(nearest, 9), percentile, far });
});

test("a new combination of values is far even if each value is within its range", () => {
  const line = createTable({ a: cells, b: cells.map((i) => 100 - i) });
  const [on, off] = createTrainingSpace(line).distances(createTable({ a: [50.5, 95], b: [49.5, 95] }));
  expect([on.far, off.far]).toEqual([false, true]);
});

test("a missing value counts as the median, and an enormous number is far, not infinite", () => {
  const [missing, enormous] = createTrainingSpace(training).distances(createTable({ x: [null, 1e300], y: [5, 5] }));
  expect(missing.far).toBe(false);
  expect(enormous).toEqual({ nearest: Number.MAX_VALUE, percentile: 1, far: true });
});

test("where settings repeat, a known row is within the known data, and one between two of them is not far", () => {
  const settings = cells.map((i) => ({ a: [0.1, 0.2, 0.3, 0.7][i % 4]!, b: [1.15, 1.35, 1.55][i % 3]! }));
  const repeated = createTable({ a: settings.map(({ a }) => a), b: settings.map(({ b }) => b) });
  const { distances } = createTrainingSpace(repeated);
  expect(distances(repeated)).toEqual(cells.map(() => ({ nearest: 0, percentile: 0, far: false })));
  expect(distances(createTable({ a: [0.15, 0.7, 3], b: [1.35, 1.45, 1.35] })).map(({ far }) => far)).toEqual([false, false, true]);
  const rounded = createTable({ a: settings.map(({ a }) => Math.fround(a)), b: settings.map(({ b }) => Math.fround(b)) });
  expect(
    createTrainingSpace(rounded)
      .distances(repeated)
      .every(({ nearest }) => nearest === 0),
  ).toBe(true);
});
