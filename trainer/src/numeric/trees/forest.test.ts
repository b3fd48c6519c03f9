import fc from "fast-check";
import { withThreads } from "../../testing/with-threads.js";
import { createRandom, type Random } from "../random.js";
import { createForest, type Forest, LEAF, type Tree, TreeBuilder } from "./forest.js";
import { deserializeForest, serializeForest } from "./serialize-forest.js";
import { addLeafValues, visitLeafValues } from "./traverse.js";

const CUTS = [-1, 0, 0.5, 2, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const CELLS = [...CUTS, Number.NaN, 0.25, -7];

/** Returns a tree of random splits. The value of a leaf is its index, or of either sign. */
function randomTree(random: Random, ncol: number, whole: boolean): Tree {
  const writer = new TreeBuilder();
  let open = 1;
  for (let node = 0; open > 0; node++) {
    open--;
    if (node > 60 || random.next() < 0.3) writer.addLeaf(whole ? node : (20 - node) / 3);
    else {
      writer.addSplit(random.int(ncol), CUTS[random.int(CUTS.length)], random.next() < 0.5);
      open += 2;
    }
  }
  return writer.build();
}

/** Follows a row down a tree by the definition of `Tree`. */
function answerOf(tree: Tree, row: number[]): number {
  let node = 0;
  while (tree.column[node] !== LEAF) {
    const value = row[tree.column[node]];
    const right = Number.isNaN(value) ? tree.missingRight[node] === 1 : value > tree.threshold[node];
    const splitsBefore = tree.column.subarray(0, node).filter((column) => column !== LEAF).length;
    node = 2 * splitsBefore + (right ? 2 : 1);
  }
  return tree.threshold[node];
}

function walkAll(forest: Forest, rows: number[][]): number[][] {
  const columns = Array.from({ length: forest.ncol }, (_, j) => Float64Array.from(rows, (row) => row[j]));
  const answers = rows.map((): number[] => []);
  visitLeafValues(forest, { nrow: rows.length, ncol: forest.ncol, columns }, ({ start, count }, found, at) => {
    for (let i = 0; i < count; i++) answers[start + i].push(found[at + i]);
  });
  return answers;
}

const grove = fc.record({
  seed: fc.integer(),
  ncol: fc.constantFrom(1, 3, 40, 1200),
  trees: fc.integer({ min: 1, max: 4 }),
  nrow: fc.constantFrom(0, 1, 3, 4, 17, 300),
  missing: fc.boolean(),
  whole: fc.boolean(),
});

function plant({
  seed,
  ncol,
  trees,
  nrow,
  missing,
  whole,
}: {
  seed: number;
  ncol: number;
  trees: number;
  nrow: number;
  missing: boolean;
  whole: boolean;
}) {
  const random = createRandom(seed);
  const cells = missing ? CELLS : CELLS.filter((cell) => !Number.isNaN(cell));
  return {
    trees: Array.from({ length: trees }, () => randomTree(random, ncol, whole)),
    rows: Array.from({ length: nrow }, () => Array.from({ length: ncol }, () => cells[random.int(cells.length)])),
  };
}

test("a traversal brings each row to the leaf of each tree, in the order of the trees", () => {
  fc.assert(
    fc.property(grove, (size) => {
      const { trees, rows } = plant(size);
      const expected = rows.map((row) => trees.map((tree) => answerOf(tree, row)));
      expect(walkAll(createForest(trees, size.ncol), rows)).toEqual(expected);
    }),
    { seed: 11, numRuns: 60 },
  );
});

test("sums leaf values by output, with the trees dealt to the outputs in turn", () => {
  fc.assert(
    fc.property(grove, fc.integer({ min: 1, max: 3 }), (size, outputs) => {
      const { trees, rows } = plant(size);
      const columns = Array.from({ length: size.ncol }, (_, j) => Float64Array.from(rows, (row) => row[j]));
      const sums = new Float64Array(rows.length * outputs).fill(0.5);
      addLeafValues(createForest(trees, size.ncol), { nrow: rows.length, ncol: size.ncol, columns }, sums, outputs);
      const expected = rows.flatMap((row) =>
        Array.from({ length: outputs }, (_, k) =>
          trees.filter((_tree, t) => t % outputs === k).reduce((sum, tree) => sum + answerOf(tree, row), 0.5),
        ),
      );
      expect([...sums]).toEqual(expected);
    }),
    { seed: 13, numRuns: 60 },
  );
});

test("traversals of more rows than a block, by turns of two forests and with any number of threads, bring each row to its leaves", async () => {
  const random = createRandom(14);
  const nrow = 20_000;
  const ncol = 5;
  // Stretches of rows with and without missing values alternate.
  const present = CELLS.filter((value) => !Number.isNaN(value));
  const cell = (row: number) => (row % 3000 < 1500 ? CELLS[random.int(CELLS.length)] : present[random.int(present.length)]);
  const columns = Array.from({ length: ncol }, () => Float64Array.from({ length: nrow }, (_, row) => cell(row)));
  const rows = Array.from({ length: nrow }, (_, i) => columns.map((column) => column[i]));
  const forests = [3, 70].map((trees) => {
    const grown = Array.from({ length: trees }, () => randomTree(random, ncol, false));
    const expected = Float64Array.from(rows, (row) => grown.reduce((sum, tree) => sum + answerOf(tree, row), 0));
    return { forest: createForest(grown, ncol), expected };
  });
  for (const threads of [1, 3, 2]) {
    await withThreads(threads, () => {
      for (const { forest, expected } of [...forests, ...forests]) {
        const sums = new Float64Array(nrow);
        addLeafValues(forest, { nrow, ncol, columns }, sums);
        expect(Buffer.compare(Buffer.from(sums.buffer), Buffer.from(expected.buffer))).toBe(0);
      }
    });
  }
});

test("a forest survives serialisation", () => {
  fc.assert(
    fc.property(grove, (size) => {
      const forest = createForest(plant(size).trees, size.ncol);
      expect(deserializeForest(serializeForest(forest))).toEqual(forest);
    }),
    { seed: 12, numRuns: 60 },
  );
});

test("a serialised forest takes less than 6 bytes a node", () => {
  const random = createRandom(1);
  const forest = createForest(
    Array.from({ length: 200 }, () => randomTree(random, 8, true)),
    8,
  );
  const bytes = Object.values(serializeForest(forest)).reduce((sum, section) => sum + section.byteLength, 0);
  expect(bytes / forest.column.length).toBeLessThan(6);
});
