import type { Cell } from "./cell-text.js";
import { fillMergedCells } from "./fill-merged-cells.js";

/** A header and rows of which the first has a value in both columns, and the others in a third one. */
function sheet(rows: number): (Cell | undefined)[][] {
  const cell = (v: number): Cell => ({ t: "n", v });
  return [
    [cell(0), cell(0), cell(0)],
    ...Array.from({ length: rows }, (_, i) => (i === 0 ? [cell(1), cell(2), cell(3)] : [undefined, undefined, cell(3)])),
  ];
}
const merged = (column: number, rows: number) => ({ s: { r: 1, c: column }, e: { r: rows, c: column } });

test("rows of a merged cell get its value", () => {
  const data = sheet(5_000);
  fillMergedCells(data, [merged(0, 5_000), merged(1, 2)]);
  expect(data.map((row) => row[0]?.v)).toEqual([0, ...Array(5_000).fill(1)]);
  expect(data.map((row) => row[1]?.v)).toEqual([0, 2, 2, ...Array(4_998).fill(undefined)]);
});

test("merged cells that overlap many times over are not followed to the end", () => {
  const data = sheet(5_000);
  fillMergedCells(data, [...Array(100_000).fill(merged(0, 5_000)), merged(1, 5_000)]);
  expect(data[5_000]?.[0]?.v).toBe(1);
  expect(data[5_000]?.[1]).toBeUndefined();
});
