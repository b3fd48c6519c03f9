import { withThreads } from "../../testing/with-threads.js";
import { createRandom } from "../random.js";
import { centeredGram, gramOfRows, weightedGram } from "./gram.js";

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

  test("products of centered columns are those of the definition", async () => {
    const means = numbers(width);
    const gram = await centeredGram(columns, means, () => undefined);
    for (let j = 0; j < width; j++) {
      for (let k = 0; k <= j; k++) {
        const expected = columns[j].reduce((sum, value, i) => sum + (value - means[j]) * (columns[k][i] - means[k]), 0);
        expect(Math.abs(gram[j * width + k] - expected)).toBeLessThan(1e-10);
      }
    }
  });
});

test.each([
  ["few", 40, 3],
  ["many", 1300, 30],
])("products over the rows of some numbers are those of the rows alone, %s rows", async (_title, count, width) => {
  const columns = Array.from({ length: width }, () => numbers(2 * count + 1));
  const rows = Int32Array.from({ length: count }, (_, i) => 2 * i + 1);
  const alone = columns.map((column) => Float64Array.from(rows, (row) => column[row]));
  expect(await gramOfRows(columns, rows, () => undefined)).toEqual(await weightedGram(alone, undefined, () => undefined));
});

test("two threads compute the same bytes as one", async () => {
  const columns = Array.from({ length: 150 }, () => numbers(4000));
  const weight = numbers(4000);
  const grams = (threads: number) =>
    withThreads(threads, async () => [
      await weightedGram(columns, weight, () => undefined),
      await centeredGram(columns, new Float64Array(150).fill(0.2), () => undefined),
    ]);
  const one = await grams(1);
  // A worker that has just started may take no part.
  for (let time = 0; time < 3; time++) expect(await grams(2)).toEqual(one);
});

test("yields during the computation and not only at the end", async () => {
  let rests = 0;
  await weightedGram(
    Array.from({ length: 200 }, () => numbers(6000)),
    undefined,
    () => {
      rests++;
      return undefined;
    },
  );
  expect(rests).toBeGreaterThan(4);
});
