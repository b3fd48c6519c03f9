import { setTimeout } from "node:timers/promises";
import { withThreads } from "../../testing/with-threads.js";
import type { Matrix } from "../matrix.js";
import { createRandom } from "../random.js";
import { type Basis, rotationTo } from "./basis.js";

const random = createRandom(5);
const normal = (length: number) => Float64Array.from({ length }, () => random.normal());

function cloud(nrow: number, ncol: number): Matrix {
  return { nrow, ncol, columns: Array.from({ length: ncol }, () => normal(nrow)) };
}

function basisOf(width: number, count: number): Basis {
  return { center: normal(width), directions: normal(width * count) };
}

test.each([
  ["one row", cloud(1, 3), basisOf(3, 2)],
  ["rows that fill no group of eight, and an odd number of directions", cloud(29, 5), basisOf(5, 3)],
  ["one column and one direction", cloud(70, 1), basisOf(1, 1)],
  ["more rows than a block holds", cloud(5003, 11), basisOf(11, 7)],
])("coordinate c of a row is direction c · (row − center): %s", (_title, x, basis) => {
  const { center, directions } = basis;
  const rotate = rotationTo(basis);
  for (const rows of [x, { ...x, nrow: 1, columns: x.columns.map((column) => column.subarray(0, 1)) }]) {
    const { ncol, columns } = rotate(rows);
    expect(columns).toHaveLength(ncol);
    columns.forEach((column, c) => {
      expect(column).toHaveLength(rows.nrow);
      column.forEach((coordinate, i) => {
        const sum = rows.columns.reduce((total, of, j) => total + directions[c * x.ncol + j] * (of[i] - center[j]), 0);
        expect(coordinate).toBeCloseTo(sum, 10);
      });
    });
  }
});

test("infinite numbers are clipped to 1e70", () => {
  const rotate = rotationTo({ center: Float64Array.of(0), directions: Float64Array.of(2) });
  const columns = [Float64Array.of(Number.POSITIVE_INFINITY, -1e90, 3, Number.NaN)];
  expect([...rotate({ nrow: 4, ncol: 1, columns }).columns[0]]).toEqual([2e70, -2e70, 6, Number.NaN]);
});

test("two threads compute the same bytes as one", async () => {
  const x = cloud(4000, 60);
  const basis = basisOf(60, 50);
  const alone = rotationTo(basis)(x);
  await withThreads(2, async () => {
    for (let round = 0; round < 3; round++) {
      expect(rotationTo(basis)(x)).toEqual(alone);
      // A worker that has just been started helps from the next rotation on.
      await setTimeout(30);
    }
  });
});
