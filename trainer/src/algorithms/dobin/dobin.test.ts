/** references/dobin.py computes the figures by the paper's formulas in numpy, with scikit-learn's neighbours. */
import { ALGORITHMS } from "@agatha/contracts";
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { MAX_ROWS } from "../../numeric/rotations/dobin-basis.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { matrix } from "../../testing/matrix.js";
import { encodeAllRows } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { dobin } from "./index.js";

interface Figures {
  outliers: { file: string; auc: number; mean: number; max: number }[];
}

const defaults = ALGORITHMS.Dobin.params.parse({});
const fit = (x: Matrix, overrides: Partial<typeof defaults> = {}) =>
  dobin.fit(x, { kind: "none" }, { ...defaults, ...overrides }, fitContext());

describe("finds outliers as well as the paper's formulas", () => {
  for (const { file, auc, mean, max } of referenceFigures<Figures>("dobin").outliers) {
    testWithDataFolder(file, async () => {
      const { x, odd } = encodeAllRows(await readCsv(dataFolderPath(file)), { column: "anomaly", odd: "true" }, dobin.encoding);
      const scores = (await fit(x)).predict(x).scores!;
      if (x.nrow > MAX_ROWS) {
        // The basis comes from a sample of the rows.
        expect(rocAuc(scores, odd)).toBeGreaterThan(auc - 0.01);
      } else {
        expect(rocAuc(scores, odd)).toBeCloseTo(auc, 3);
        expect(scores.reduce((sum, score) => sum + score, 0) / x.nrow).toBeCloseTo(mean, 3);
        expect(Math.max(...scores)).toBeCloseTo(max, 6);
      }
    });
  }
});

const random = createRandom(2);

test("the score for a single column is the distance to the k-th neighbour, as a share of the column's range", async () => {
  const model = await fit(matrix([0, 1, 2, 10]), { neighbours: 2 });
  expect([...model.predict(matrix([0, 1, 5])).scores!].map((score) => score.toFixed(6))).toEqual(["0.200000", "0.100000", "0.400000"]);
});

test("a row that is central in every column but apart from all others has the highest score", async () => {
  const first = Array.from({ length: 400 }, (_, i) => 0.3 * random.normal() + (i % 2 ? 5 : -5));
  const others = Array.from({ length: 2 }, () => Array.from({ length: 401 }, () => random.next()));
  const x = matrix([...first, 0], ...others);
  const scores = (await fit(x)).predict(x).scores!;
  expect(scores.filter((score) => score > scores[400]).length).toBe(0);
});

test("a greater share of the basis changes the scores", async () => {
  const x = matrix(...Array.from({ length: 4 }, () => Array.from({ length: 60 }, () => random.normal())));
  const [half, whole] = [await fit(x), await fit(x, { components: 1 })];
  expect(whole.predict(x).scores![0]).toBeGreaterThan(half.predict(x).scores![0]);
});

test("Dobin rejects a table of a single row, which has no neighbours", async () => {
  await expect(fit(matrix([1]))).rejects.toThrow("at least two rows");
});
