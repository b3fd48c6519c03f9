/** references/iforest.py computes the figures with scikit-learn. */
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { testOnFile } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { matrix } from "../../testing/matrix.js";
import { toTrainingSet } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { type MeanAndSpread, referenceFigures } from "../../testing/reference-figures.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { averagePathLength } from "./grow.js";
import { iforest } from "./index.js";

const figures = referenceFigures<{ outliers: { file: string; label: string; odd: string; drop: string[]; auc: MeanAndSpread }[] }>(
  "iforest",
);
const defaults = { trees: 100, sampleSize: 256, contamination: 0.1 };

async function scores(x: Matrix, params = defaults, of = x): Promise<Float64Array> {
  return (await iforest.fit(x, { kind: "none" }, params, fitContext())).predict(of).scores!;
}

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  // 2 (H(255) − 255/256), where H(255) is the 255th harmonic number, 6.1243….
  [256, 10.2448],
])("the mean path length among %p rows is %p", (rows, expected) => {
  expect(averagePathLength(rows)).toBeCloseTo(expected, 3);
});

/** Means over five seeds may be lower by the peer's standard deviation. */
describe("ranks anomalies as well as scikit-learn", () => {
  for (const { file, label, odd, drop, auc } of figures.outliers) {
    testOnFile(file, `${file}: ROC AUC ${auc.mean.toFixed(4)} ± ${auc.spread.toFixed(4)}`, async (path) => {
      const { x, target } = toTrainingSet(await readCsv(path, drop), label);
      if (target.kind !== "class") throw new Error(`${label} has no classes`);
      // DuckDB reads yes and no as booleans.
      const anomaly = odd === "yes" ? "true" : odd;
      let sum = 0;
      for (const seed of [1, 2, 3, 4, 5]) {
        const model = await iforest.fit(x, { kind: "none" }, defaults, fitContext({ random: createRandom(seed) }));
        sum += rocAuc(model.predict(x).scores!, (row) => target.labels[target.codes[row]] === anomaly);
      }
      expect(sum / 5).toBeGreaterThan(auc.mean - auc.spread);
    });
  }
});

const random = createRandom(9);
const cloud = Array.from({ length: 2 }, () => Array.from({ length: 300 }, () => random.normal()));

test("a row far from all others has the highest score, above 0.7", async () => {
  const x = matrix([...cloud[0], 9], [...cloud[1], -9]);
  const found = await scores(x);
  expect(found.indexOf(Math.max(...found))).toBe(300);
  expect(found[300]).toBeGreaterThan(0.7);
  expect(Math.min(...found)).toBeGreaterThan(0);
});

test("infinite values have the highest scores", async () => {
  const x = matrix([...cloud[0], Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], [...cloud[1], 0, 0]);
  const found = await scores(x, { ...defaults, sampleSize: 302 });
  const [first, second] = [...found.keys()].sort((a, b) => found[b] - found[a]);
  expect(new Set([first, second])).toEqual(new Set([300, 301]));
});

test("identical rows have the same score", async () => {
  expect(new Set(await scores(matrix(new Array(50).fill(3), new Array(50).fill(Number.NaN)))).size).toBe(1);
});

test("a row without any value scores below the median of the others", async () => {
  const x = matrix(...cloud);
  const found = await scores(x, defaults, matrix([...cloud[0], Number.NaN], [...cloud[1], Number.NaN]));
  const below = found.subarray(0, 300).filter((score) => score < found[300]).length;
  expect(below).toBeLessThan(150);
});

test("a sample of all rows draws each row once: in a tree of two rows each has its own leaf", async () => {
  // Scores of 2^(−1 / c(2)) = 1/2 need both rows in the sample of every tree.
  expect([...(await scores(matrix([1, 2]), { ...defaults, sampleSize: 2 }))]).toEqual([0.5, 0.5]);
});

test("iForest rejects a table without columns and asks for one", async () => {
  await expect(scores({ nrow: 3, ncol: 0, columns: [] })).rejects.toThrow("Choose at least one column");
});
