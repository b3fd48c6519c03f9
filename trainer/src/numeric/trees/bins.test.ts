import fc from "fast-check";
import { fitContext } from "../../testing/fit-context.js";
import { createYielder } from "../yield-to-event-loop.js";
import { type Bins, binColumns, maxBinCount, thresholdBetween } from "./bins.js";

function bin(columns: number[][], limit: number): Promise<Bins> {
  const x = { nrow: columns[0].length, ncol: columns.length, columns: columns.map((column) => Float64Array.from(column)) };
  return binColumns(x, limit, createYielder(fitContext()));
}

function codesOf({ codes, nrow }: Bins, j: number): number[] {
  return [...codes.subarray(j * nrow, (j + 1) * nrow)];
}

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -20, max: 20 }) },
  { weight: 2, arbitrary: fc.double({ noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);

test("every value is above the lower cut of its bin and at most the upper one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 60 }), fc.constantFrom(2, 3, 16, 256, 1024), async (column, limit) => {
      const bins = await bin([[1, ...column], column.concat(2)], limit);
      expect(maxBinCount(bins)).toBeLessThanOrEqual(limit);
      codesOf(bins, 1).forEach((code, i) => {
        const cell = column.concat(2)[i];
        const [below, own] = [code - 1, code].map((bin) => bins.cuts[bins.binOffsets[1] + bin]);
        if (Number.isNaN(cell)) expect(code).toBe(bins.valueBinCounts[1]);
        else expect(code < bins.valueBinCounts[1] && cell <= own && (code === 0 || cell > below)).toBe(true);
      });
      expect(bins.cuts[bins.binOffsets[1] + bins.valueBinCounts[1] - 1]).toBe(Number.POSITIVE_INFINITY);
    }),
    { seed: 3 },
  );
});

test("each value has a bin of its own if there are enough bins", async () => {
  const bins = await bin([[30, 10, 20, 10, 50, 40, 60, 70, 80, 90, 100]], 16);
  expect(codesOf(bins, 0)).toEqual([2, 0, 1, 0, 4, 3, 5, 6, 7, 8, 9]);
});

test("a cut is halfway between two values", async () => {
  const bins = await bin([[0, 1, 1, 0, 5]], 16);
  expect([...bins.cuts]).toEqual([0.5, 3, Number.POSITIVE_INFINITY]);
});

test("with more values than bins, bins have about as many values each", async () => {
  const bins = await bin([Array.from({ length: 1000 }, (_, i) => Math.sqrt(i))], 10);
  const sizes = new Array<number>(10).fill(0);
  for (const code of codesOf(bins, 0)) sizes[code]++;
  expect(sizes).toEqual(new Array(10).fill(100));
});

test("a value of half of the rows takes one bin, and the others share the rest", async () => {
  const bins = await bin([Array.from({ length: 1000 }, (_, i) => Math.max(0, i - 500))], 11);
  const sizes = new Array<number>(11).fill(0);
  for (const code of codesOf(bins, 0)) sizes[code]++;
  expect(sizes[0]).toBe(501);
  expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual(50);
});

test("a column without any value has one empty bin and one for missing values", async () => {
  const bins = await bin([[Number.NaN, Number.NaN]], 16);
  expect([...bins.binOffsets]).toEqual([0, 2]);
  expect(codesOf(bins, 0)).toEqual([1, 1]);
});

test.each([
  [1, 2, 1.5],
  [-Number.MAX_VALUE, Number.MAX_VALUE, 0],
  [5, Number.POSITIVE_INFINITY, 5],
  [Number.NEGATIVE_INFINITY, 5, Number.NEGATIVE_INFINITY],
  [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  [0, 5e-324, 0],
  [1, 1 + Number.EPSILON, 1],
])("the threshold between %p and %p is %p", (low, high, expected) => {
  expect(thresholdBetween(low, high)).toBe(expected);
});
