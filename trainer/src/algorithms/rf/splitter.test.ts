import fc from "fast-check";
import { createRandom } from "../../numeric/random.js";
import { type Bins, binColumns } from "../../numeric/trees/bins.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { fitContext } from "../../testing/fit-context.js";
import { type BootstrapSample, drawBootstrapSample, partitionSample, type RowRange } from "./bootstrap-sample.js";
import { GiniSplitter } from "./gini-splitter.js";
import { growTree } from "./grow.js";
import type { NodeSplitter } from "./splitter.js";
import { VarianceSplitter } from "./variance-splitter.js";

interface Row {
  cells: number[];
  y: number;
  weight: number;
}

const cell = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -3, max: 3 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
const rowsOf = (y: fc.Arbitrary<number>) =>
  fc.array(fc.record({ cells: fc.tuple(cell, cell, cell), y, weight: fc.integer({ min: 1, max: 3 }) }), { minLength: 2, maxLength: 40 });

async function bagOf(rows: Row[]): Promise<{ bins: Bins; sample: BootstrapSample; node: RowRange }> {
  const columns = [0, 1, 2].map((j) => Float64Array.from(rows, ({ cells }) => cells[j]));
  const bins = await binColumns({ nrow: rows.length, ncol: 3, columns }, 1024, createYielder(fitContext()));
  const space = () => ({ row: new Int32Array(rows.length), weight: new Float64Array(rows.length), y: new Float64Array(rows.length) });
  const sample = { ...space(), buffer: space() };
  rows.forEach(({ weight, y }, i) => {
    sample.row[i] = i;
    sample.weight[i] = weight;
    sample.y[i] = y;
  });
  return { bins, sample, node: { start: 0, end: rows.length } };
}

/** Impurity that a split leaves: weight times variance, or weight times Gini impurity. Less is better. */
type Impurity = (rows: Row[]) => number;

const variance: Impurity = (rows) => {
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const mean = rows.reduce((sum, row) => sum + row.weight * row.y, 0) / weight;
  return rows.reduce((sum, row) => sum + row.weight * (row.y - mean) ** 2, 0);
};

const gini: Impurity = (rows) => {
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const classes = new Map<number, number>();
  for (const row of rows) classes.set(row.y, (classes.get(row.y) ?? 0) + row.weight);
  return weight - [...classes.values()].reduce((sum, share) => sum + share ** 2 / weight, 0);
};

const weightOf = (rows: Row[]) => rows.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the least impurity over all splits of all columns, with missing values on either side; undefined if no split is allowed. */
function leastImpurity(rows: Row[], impurity: Impurity, minLeaf: number): number | undefined {
  let least: number | undefined;
  for (const j of [0, 1, 2]) {
    for (const cut of [...rows.map(({ cells }) => cells[j]), Number.POSITIVE_INFINITY].filter((value) => !Number.isNaN(value))) {
      for (const isLeft of [(value: number) => value <= cut, (value: number) => !(value > cut)]) {
        const left = rows.filter(({ cells }) => isLeft(cells[j]));
        const right = rows.filter(({ cells }) => !isLeft(cells[j]));
        if (left.length === 0 || right.length === 0 || weightOf(left) < minLeaf || weightOf(right) < minLeaf) continue;
        least = Math.min(least ?? Number.POSITIVE_INFINITY, impurity(left) + impurity(right));
      }
    }
  }
  return least;
}

async function expectBest(
  rows: Row[],
  impurity: Impurity,
  minLeaf: number,
  create: (bins: Bins, sample: BootstrapSample) => NodeSplitter,
): Promise<void> {
  const { bins, sample, node } = await bagOf(rows);
  const splitter = create(bins, sample);
  const alike = rows.every(({ y }) => y === rows[0].y);
  if (!splitter.startNode(node)) return expect(alike || weightOf(rows) < 2 * minLeaf).toBe(true);
  for (const column of [0, 1, 2]) {
    const varied = new Set(rows.map(({ cells }) => cells[column])).size > 1;
    expect(splitter.tryColumn(column)).toBe(varied);
  }
  const split = splitter.bestSplit();
  const expected = leastImpurity(rows, impurity, minLeaf);
  if (split === undefined || expected === undefined) return expect(split).toBe(expected);
  const { middle } = partitionSample(sample, node, bins, split);
  const [left, right] = [sample.row.subarray(0, middle), sample.row.subarray(middle)].map((side) => [...side].map((row) => rows[row]));
  expect(impurity(left) + impurity(right)).toBeCloseTo(expected, 8);
  expect(Math.min(weightOf(left), weightOf(right))).toBeGreaterThanOrEqual(minLeaf);
}

describe("the split found leaves the least impurity of all splits of all columns", () => {
  test.each([1, 4])("regression with at least %p draws in a leaf", async (minLeaf) => {
    const property = fc.asyncProperty(rowsOf(fc.integer({ min: -9, max: 9 })), (rows) =>
      expectBest(rows, variance, minLeaf, (bins, sample) => new VarianceSplitter(bins, sample, minLeaf)),
    );
    await fc.assert(property, { seed: 1 });
  });

  test.each([1, 4])("two classes as numbers with at least %p draws in a leaf", async (minLeaf) => {
    const property = fc.asyncProperty(rowsOf(fc.integer({ min: 0, max: 1 })), (rows) =>
      expectBest(rows, gini, minLeaf, (bins, sample) => new VarianceSplitter(bins, sample, minLeaf)),
    );
    await fc.assert(property, { seed: 2 });
  });

  test.each([1, 4])("five classes with at least %p draws in a leaf", async (minLeaf) => {
    const property = fc.asyncProperty(rowsOf(fc.integer({ min: 0, max: 4 })), (rows) =>
      expectBest(rows, gini, minLeaf, (bins, sample) => new GiniSplitter(bins, sample, minLeaf, 5)),
    );
    await fc.assert(property, { seed: 3 });
  });
});

describe("a tree", () => {
  const random = createRandom(2);
  const rows = Array.from({ length: 300 }, () => ({
    cells: [random.normal(), random.normal(), random.int(3)],
    y: random.int(4),
    weight: 1,
  }));

  async function grow(rule: { columnsPerSplit: number; maxDepth: number }, minLeaf: number) {
    const { bins, sample } = await bagOf(rows);
    const splitter = new GiniSplitter(bins, sample, minLeaf, 4);
    return { tree: growTree(bins, sample, splitter, { ...rule, random: createRandom(3) }), mixed: splitter.mixedLeaves };
  }

  test("a tree grows until each leaf has a single class", async () => {
    const { tree, mixed } = await grow({ columnsPerSplit: 1, maxDepth: 64 }, 1);
    expect(mixed.label).toHaveLength(0);
    expect(tree.column.length).toBeGreaterThan(300);
  });

  test("a tree has at most the allowed levels of splits", async () => {
    const { tree } = await grow({ columnsPerSplit: 3, maxDepth: 3 }, 1);
    expect(tree.column.length).toBe(15);
  });

  test("a tree tries more columns while the columns tried are constant", async () => {
    const flat = rows.map((row) => ({ ...row, cells: [1, 1, row.cells[0]] }));
    const { bins, sample } = await bagOf(flat);
    const tree = growTree(bins, sample, new VarianceSplitter(bins, sample, 1), {
      columnsPerSplit: 1,
      maxDepth: 64,
      random: createRandom(3),
    });
    expect(new Set(tree.column)).toEqual(new Set([2, -1]));
    expect(tree.column.length).toBeGreaterThan(300);
  });

  test("a tree's mixed leaves hold the shares of their classes", async () => {
    const { tree, mixed } = await grow({ columnsPerSplit: 3, maxDepth: 1 }, 1);
    const leaves = [...tree.threshold.subarray(1)].map((answer) => answer - 4);
    for (const leaf of leaves) {
      const shares = mixed.share.slice(mixed.start[leaf], mixed.start[leaf + 1]);
      expect(shares.length).toBeGreaterThan(1);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    }
  });
});

test("a bootstrap sample has as many draws as rows, of about 63 % of the rows", () => {
  const sample = drawBootstrapSample(
    Float64Array.from({ length: 2000 }, (_, i) => i),
    createRandom(1),
  );
  expect(sample.weight.reduce((sum, weight) => sum + weight, 0)).toBe(2000);
  expect(sample.row.length / 2000).toBeCloseTo(1 - Math.exp(-1), 1);
  expect([...sample.y]).toEqual([...sample.row]);
});
