import { createRandom } from "../../numeric/random.js";
import { createDesignOperator } from "./design-operator.js";

test.each([
  ["few numbers", { rows: 7, width: 3, count: 2 }],
  ["many, in blocks of which the last is not full", { rows: 4001, width: 13, count: 3 }],
  ["many, in blocks that are full", { rows: 640, width: 64, count: 5 }],
  ["many of a single list", { rows: 20_000, width: 5, count: 1 }],
])("computes the same products as row by row: %s", async (_title, { rows, width, count }) => {
  const random = createRandom(2);
  const list = (length: number) => Float64Array.from({ length }, () => random.normal());
  const columns = Array.from({ length: width }, () => list(rows));
  const products = createDesignOperator(columns, count);
  // The second pass checks that nothing of the first remains.
  for (let time = 0; time < 2; time++) {
    const vectors = list(count * width);
    const into = Array.from({ length: count }, () => list(rows));
    products.multiply(vectors, into);
    for (const row of [0, 1, rows >> 1, rows - 1]) {
      into.forEach((found, a) => {
        expect(found[row]).toBeCloseTo(
          columns.reduce((sum, column, j) => sum + column[row] * vectors[a * width + j], 0),
          10,
        );
      });
    }
    const lists = Array.from({ length: count }, () => list(rows));
    const sums = products.multiplyTransposed(lists);
    expect(sums).toHaveLength(count * width);
    sums.forEach((found, at) => {
      const column = columns[at % width];
      expect(found).toBeCloseTo(
        lists[Math.floor(at / width)].reduce((sum, value, row) => sum + value * column[row], 0),
        9,
      );
    });
    const weight = list(rows);
    const gram = await products.weightedGram(weight, () => undefined);
    for (let j = 0; j < width; j++) {
      for (let k = 0; k <= j; k++) {
        expect(gram[j * width + k]).toBeCloseTo(
          weight.reduce((sum, value, row) => sum + value * columns[j][row] * columns[k][row], 0),
          9,
        );
      }
    }
  }
});
