/** Compares with brute force: the definition of Shapley values over all subsets of the columns. */
import fc from "fast-check";
import { rf } from "../../algorithms/rf/index.js";
import { xgb } from "../../algorithms/xgb/index.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { peerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { shapleyByDefinition } from "../../testing/shapley-reference.js";
import type { Matrix } from "../matrix.js";
import { createRandom, type Random } from "../random.js";
import { createForest, type Forest, type Tree, TreeBuilder } from "./forest.js";
import { ForestExplainer } from "./tree-shap.js";

/** Returns a tree of random splits that uses the same columns repeatedly on a path. */
function randomTree(random: Random, ncol: number): Tree {
  const writer = new TreeBuilder();
  let open = 1;
  for (let node = 0; open > 0; node++) {
    open--;
    if (node > 90 || random.next() < 0.2) writer.addLeaf(random.normal(), 1 + random.int(30));
    else {
      writer.addSplit(random.int(ncol), random.normal(), random.next() < 0.5);
      open += 2;
    }
  }
  return writer.build();
}

/** Returns the trees' expected output when only the columns of the subset are known (Lundberg et al. 2020, algorithm 1). */
function worthOf({ roots, column, threshold, missingRight, left, cover, ncol }: Forest, row: readonly number[], subset: number): number {
  const rows = (node: number): number => (column[node] === ncol ? cover[node] : rows(left[node]) + rows(left[node] + 1));
  const mean = (node: number): number => {
    if (column[node] === ncol) return threshold[node];
    const [below, above] = [left[node], left[node] + 1];
    if ((subset & (1 << column[node])) === 0) return (rows(below) * mean(below) + rows(above) * mean(above)) / rows(node);
    const value = row[column[node]];
    return mean((Number.isNaN(value) ? missingRight[node] === 1 : value > threshold[node]) ? above : below);
  };
  return Array.from(roots.subarray(0, -1), mean).reduce((sum, value) => sum + value, 0);
}

function matrixOf(rows: readonly number[][], ncol: number): Matrix {
  return { nrow: rows.length, ncol, columns: Array.from({ length: ncol }, (_, j) => Float64Array.from(rows, (row) => row[j])) };
}

test("explains random forests on up to 10 columns, with missing values, as all 1,024 subsets do", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(1, 2, 10), (seed, ncol) => {
      const random = createRandom(seed);
      const forest = createForest([randomTree(random, ncol), randomTree(random, ncol)], ncol);
      const row = Array.from({ length: ncol }, () => (random.next() < 0.1 ? Number.NaN : random.normal()));
      const contributions = new Float64Array(ncol);
      const base = new ForestExplainer(forest).explain(matrixOf([row], ncol), 0, (answer) => answer, contributions);
      expect(base).toBeCloseTo(worthOf(forest, row, 0), 10);
      const expected = shapleyByDefinition(ncol, (subset) => worthOf(forest, row, subset));
      expect([...contributions]).toEqual(expected.map((value) => expect.closeTo(value, 10)));
    }),
    { seed: 21, numRuns: 25 },
  );
});

test("one explainer explains several rows, and each output by its own leaf values", () => {
  const random = createRandom(4);
  const forest = createForest([randomTree(random, 4), randomTree(random, 4)], 4);
  const rows = Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => random.normal()));
  const explainer = new ForestExplainer(forest);
  const explain = (row: number, tree: number) => {
    const contributions = new Float64Array(4);
    explainer.explain(matrixOf(rows, 4), row, (answer, t) => (t === tree ? answer : 0), contributions);
    return [...contributions];
  };
  const together = rows.map((_, i) => {
    const contributions = new Float64Array(4);
    explainer.explain(matrixOf(rows, 4), i, (answer) => answer, contributions);
    return [...contributions];
  });
  rows.forEach((_, i) => {
    const [first, second] = [explain(i, 0), explain(i, 1)];
    expect(first.map((value, j) => value + second[j])).toEqual(together[i].map((value) => expect.closeTo(value, 12)));
  });
});

describe("on concrete-strength the contributions of a row sum to the prediction less the base, and the base is the mean prediction", () => {
  testWithDataFolder("of XGB: over the training rows", async () => {
    const { train, test: held } = peerSplit(await readCsv(dataFolderPath("concrete-strength.csv")), "strength");
    const params = {
      rounds: 100,
      maxDepth: 6,
      learningRate: 0.3,
      lambda: 1,
      gamma: 0,
      minChildWeight: 1,
      subsample: 1,
      columnSample: 1,
      bins: 256,
    };
    const model = xgb.load((await xgb.fit(train.x, train.target, params, fitContext())).save());
    const { base, contributions, of, method } = model.explain!(held.x, new Int32Array(held.x.nrow))!;
    expect([of, method]).toEqual(["value", "tree"]);
    expectSums(base, contributions, model.predict(held.x).values!);
    const onTrain = model.predict(train.x).values!;
    expect(base[0]).toBeCloseTo(onTrain.reduce((sum, value) => sum + value, 0) / onTrain.length, 9);
  });

  testWithDataFolder("of RF", async () => {
    const { train, test: held } = peerSplit(await readCsv(dataFolderPath("concrete-strength.csv")), "strength");
    const model = rf.load(
      (await rf.fit(train.x, train.target, { trees: 50, columnsPerSplit: 0, minLeaf: 0, maxDepth: 0 }, fitContext())).save(),
    );
    const { base, contributions } = model.explain!(held.x, new Int32Array(held.x.nrow))!;
    expectSums(base, contributions, model.predict(held.x).values!);
    expect(base[0]).toBeCloseTo(35.8, 0);
  });
});

function expectSums(base: Float64Array, contributions: Float64Array, predictions: Float64Array): void {
  const width = contributions.length / base.length;
  predictions.forEach((prediction, i) => {
    const sum = contributions.subarray(i * width, (i + 1) * width).reduce((total, value) => total + value, base[i]);
    expect(Math.abs(sum - prediction)).toBeLessThan(1e-9);
  });
}
