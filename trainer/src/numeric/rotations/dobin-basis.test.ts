/** references/dobin.py computes the figures by the paper's formulas in numpy. */
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { matrix } from "../../testing/matrix.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { withThreads } from "../../testing/with-threads.js";
import type { Matrix } from "../matrix.js";
import { MAX_KD_TREE_COLUMNS } from "../neighbours/kd-tree.js";
import { createRandom } from "../random.js";
import { createYielder } from "../yield-to-event-loop.js";
import { rotationTo } from "./basis.js";
import { dobinBasis, MAX_ROWS } from "./dobin-basis.js";

interface Figures {
  basis: { file: string; columns: string[]; rows: number; vectors: number[][] }[];
}

const yieldToEventLoop = createYielder(fitContext());
const basisOf = (x: Matrix, most = x.ncol, seed = 1) => dobinBasis(x, most, createRandom(seed), yieldToEventLoop);

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, j) => sum + value * b[j], 0);

/** Returns the vectors on the scale of columns that span 0 … 1. */
function vectorsOf(x: Matrix, directions: Float64Array): number[][] {
  const spans = x.columns.map((column) => Math.max(...column) - Math.min(...column));
  return Array.from({ length: directions.length / x.ncol }, (_, c) => spans.map((span, j) => directions[c * x.ncol + j] * span));
}

describe.each(referenceFigures<Figures>("dobin").basis)("on $file", ({ file, columns, rows, vectors }) => {
  test("the vectors are those of the paper's formulas up to their sign", async () => {
    const table = await readCsv(vegaDatasetPath(file));
    const x = matrix(
      ...columns.map((name) => {
        const column = table.columns.find((one) => one.name === name);
        return column?.type === "n" ? [...column.values.subarray(0, rows)] : [];
      }),
    );
    const found = vectorsOf(x, (await basisOf(x)).directions);
    expect(found).toHaveLength(vectors.length);
    vectors.forEach((vector, c) => {
      expect(Math.abs(dot(vector, found[c]))).toBeCloseTo(1, 9);
    });
  });
});

const random = createRandom(9);
const normal = (count: number, deviation = 1) => Array.from({ length: count }, () => deviation * random.normal());

test("the first vector points to where a few rows are apart, even if another column varies more", async () => {
  const apart = normal(200, 0.1).map((value, i) => value + (i < 3 ? 10 + i : 0));
  const x = matrix(normal(200, 50), normal(200, 5), apart);
  const [first] = vectorsOf(x, (await basisOf(x)).directions);
  expect(Math.abs(first[2])).toBeGreaterThan(0.95);
});

test("the whole basis is orthonormal on the scale of columns that span 0 … 1", async () => {
  const x = matrix(...Array.from({ length: 7 }, () => normal(90)));
  const vectors = vectorsOf(x, (await basisOf(x)).directions);
  vectors.forEach((a, c) => {
    for (const [d, b] of vectors.entries()) expect(dot(a, b)).toBeCloseTo(c === d ? 1 : 0, 10);
  });
});

test("the first vectors do not depend on how many are requested", async () => {
  const x = matrix(...Array.from({ length: 5 }, () => normal(60)));
  const [two, all] = [await basisOf(x, 2), await basisOf(x)];
  expect([...two.directions]).toEqual([...all.directions.subarray(0, 10)]);
});

test("with fewer rows than columns there are as many vectors as directions in which the rows vary", async () => {
  const x = matrix(...Array.from({ length: 12 }, () => normal(5)));
  const { directions } = await basisOf(x);
  expect(directions.length / 12).toBe(4);
  expect(directions.every(Number.isFinite)).toBe(true);
});

test.each<[string, Matrix]>([
  ["rows that are all alike", matrix(new Array(20).fill(1), new Array(20).fill(2))],
  ["one row", matrix([1], [2])],
  ["two rows", matrix([1, 2], [2, 5])],
  ["a column that repeats another", matrix([1, 5, 2, 8, 4, 7], [1, 5, 2, 8, 4, 7])],
])("%s have finite coordinates", async (_name, x) => {
  const basis = await basisOf(x);
  const turned = rotationTo(basis)(x);
  expect(turned.ncol).toBeGreaterThan(0);
  expect(turned.columns.every((column) => column.every(Number.isFinite))).toBe(true);
});

test("a search in a tree and a search among all distances give the same vectors", async () => {
  const narrow = Array.from({ length: MAX_KD_TREE_COLUMNS }, () => normal(300));
  const tree = (await basisOf(matrix(...narrow))).directions;
  const table = (await basisOf(matrix(...narrow, new Array(300).fill(1)), MAX_KD_TREE_COLUMNS)).directions;
  const expected = Array.from({ length: MAX_KD_TREE_COLUMNS }, (_, c) => [
    ...table.subarray(c * (MAX_KD_TREE_COLUMNS + 1), c * (MAX_KD_TREE_COLUMNS + 1) + MAX_KD_TREE_COLUMNS),
  ]).flat();
  expect(tree).toHaveLength(MAX_KD_TREE_COLUMNS ** 2);
  tree.forEach((part, at) => {
    expect(part).toBeCloseTo(expected[at], 9);
  });
});

test("with many columns and more rows than MAX_ROWS, the seed decides which rows are drawn", async () => {
  const x = matrix(...Array.from({ length: MAX_KD_TREE_COLUMNS + 1 }, () => normal(MAX_ROWS + 500)));
  const [first, again, other] = [await basisOf(x, 1, 1), await basisOf(x, 1, 1), await basisOf(x, 1, 2)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("two threads find the same bytes among all distances as one", async () => {
  const x = matrix(...Array.from({ length: MAX_KD_TREE_COLUMNS + 5 }, () => normal(1201)));
  const alone = await basisOf(x);
  await withThreads(2, async () => {
    // A worker that has just been started helps from the next time on.
    for (let round = 0; round < 2; round++) expect(await basisOf(x)).toEqual(alone);
  });
});

test("with few columns all rows count, for any seed", async () => {
  const x = matrix(...Array.from({ length: 3 }, () => normal(MAX_ROWS + 500)));
  expect(await basisOf(x, 3, 2)).toEqual(await basisOf(x, 3, 1));
});
