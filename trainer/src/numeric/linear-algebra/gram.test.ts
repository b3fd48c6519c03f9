import { createRandom } from "../random.js";
import { centredGram, weightedGram } from "./gram.js";

const random = createRandom(2);
const numbers = (length: number) => Float64Array.from({ length }, () => random.next() - 0.3);

describe.each([
  ["few rows and columns", 40, 3],
  ["one block of rows and a bit", 513, 30],
  ["several blocks, columns not by fours", 1700, 33],
  ["more columns than rows", 100, 77],
])("%s", (_title, nrow, width) => {
  const columns = Array.from({ length: width }, () => numbers(nrow));
  const weight = numbers(nrow);

  test.each([
    ["weighted", weight],
    ["all alike", undefined],
  ])("products of columns are those of the definition, rows %s", async (_rows, weights) => {
    const gram = await weightedGram(columns, weights, () => undefined);
    for (let j = 0; j < width; j++) {
      for (let k = 0; k <= j; k++) {
        const expected = columns[j].reduce((sum, value, i) => sum + (weights?.[i] ?? 1) * value * columns[k][i], 0);
        expect(Math.abs(gram[j * width + k] - expected)).toBeLessThan(1e-10);
      }
    }
  });

  test("products of centred columns are those of the definition", async () => {
    const means = numbers(width);
    const gram = await centredGram(columns, means, () => undefined);
    for (let j = 0; j < width; j++) {
      for (let k = 0; k <= j; k++) {
        const expected = columns[j].reduce((sum, value, i) => sum + (value - means[j]) * (columns[k][i] - means[k]), 0);
        expect(Math.abs(gram[j * width + k] - expected)).toBeLessThan(1e-10);
      }
    }
  });
});

test("yields during the computation and not only at the end", async () => {
  let rests = 0;
  await weightedGram(
    Array.from({ length: 40 }, () => numbers(2000)),
    undefined,
    () => {
      rests++;
      return undefined;
    },
  );
  expect(rests).toBeGreaterThan(20);
});
