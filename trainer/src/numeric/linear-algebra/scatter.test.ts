import { createRandom } from "../random.js";
import { scatterOf } from "./scatter.js";

const random = createRandom(4);

test.each([
  ["few rows, far from zero", 20, () => 1e6 + random.normal()],
  ["more rows than the first", 3000, () => random.normal()],
  ["a column that rises", 3000, (i: number) => i + random.normal()],
])("means and scatter are those of the definition: %s", async (_title, nrow, number) => {
  const columns = Array.from({ length: 13 }, () => Float64Array.from({ length: nrow }, (_, i) => number(i)));
  const { means, scatter } = await scatterOf(columns, () => undefined);
  const exact = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / nrow);
  for (let j = 0; j < columns.length; j++) {
    expect(means[j] / exact[j]).toBeCloseTo(1, 12);
    for (let k = 0; k <= j; k++) {
      const expected = columns[j].reduce((sum, value, i) => sum + (value - exact[j]) * (columns[k][i] - exact[k]), 0);
      const size = columns[j].reduce((sum, value) => sum + (value - exact[j]) ** 2, 0);
      expect(Math.abs(scatter[j * columns.length + k] - expected) / size).toBeLessThan(1e-11);
    }
  }
});

test("the scatter of a constant column is 0", async () => {
  const { scatter } = await scatterOf(
    [new Float64Array(700).fill(4), Float64Array.from({ length: 700 }, () => random.normal())],
    () => undefined,
  );
  expect(scatter.subarray(0, 3)).toEqual(Float64Array.of(0, 0, 0));
});
