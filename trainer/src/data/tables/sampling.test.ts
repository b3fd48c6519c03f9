import { type SamplingMethod, samplingMethod } from "@agatha/contracts";
import fc from "fast-check";
import { type RowSelection, selectionSize, selectRows, sliceSelection } from "./sampling.js";

function rowsOf(selection: RowSelection): number[] {
  if (selection.kind === "rows") return [...selection.rows];
  return Array.from({ length: selection.count }, (_, i) => selection.start + i);
}

const methods = fc.constantFrom<SamplingMethod>(...samplingMethod.options);

test("every sampling method takes min(10,000, all) distinct rows in file order, and raw takes all", () => {
  fc.assert(
    fc.property(methods, fc.integer({ min: 0, max: 60_000 }), (method, total) => {
      const rows = rowsOf(selectRows(method, total));
      expect(rows).toHaveLength(method === "raw" ? total : Math.min(10_000, total));
      for (let i = 0; i < rows.length; i++)
        if (rows[i] >= total || rows[i] <= (rows[i - 1] ?? -1)) throw new Error(`row ${i} is ${rows[i]}`);
    }),
    { numRuns: 30 },
  );
});

test("the pages of a selection together equal the selection", () => {
  fc.assert(
    fc.property(methods, fc.integer({ min: 0, max: 25_000 }), fc.integer({ min: 1, max: 7000 }), (method, total, limit) => {
      const selection = selectRows(method, total);
      const pages: number[] = [];
      for (let start = 0; start < selectionSize(selection) + limit; start += limit)
        pages.push(...rowsOf(sliceSelection(selection, start, limit)));
      expect(pages).toEqual(rowsOf(selection));
    }),
    { numRuns: 30 },
  );
});

test("a random sample is uniform over the file", () => {
  const rows = rowsOf(selectRows("random", 1_000_000));
  const tenths = new Array<number>(10).fill(0);
  for (const row of rows) tenths[Math.floor(row / 100_000)]++;
  // The tolerance is five standard deviations of a binomial count of 10,000 with probability 0.1.
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test("a random sample of a long file costs the sample's size, not the file's", () => {
  const rows = rowsOf(selectRows("random", 2 ** 40));
  expect(rows).toHaveLength(10_000);
  expect(Math.max(...rows)).toBeLessThan(2 ** 40);
});
