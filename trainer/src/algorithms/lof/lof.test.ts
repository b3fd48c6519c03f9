/** references/lof.py computes the figures with scikit-learn. */
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { testOnFile } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { matrix } from "../../testing/matrix.js";
import { encodeAllRows } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { type FigureBounds, referenceFigures } from "../../testing/reference-figures.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { lof } from "./index.js";

/** Scores of some rows: bounds of statistics over all of these rows, and the scores of the rows in `rows`. */
interface Figures {
  auc: FigureBounds;
  mean: FigureBounds;
  max: FigureBounds;
  rows: number[];
  scores: number[];
}

interface Contest {
  file: string;
  label: string;
  odd: string;
  drop: string[];
  learned: Figures;
  fresh: Figures;
}

const { neighbours, contests } = referenceFigures<{ neighbours: number; contests: Contest[] }>("lof");
const defaults = { neighbours, contamination: 0.1 };

function pick(x: Matrix, wanted: (row: number) => boolean): Matrix {
  const columns = x.columns.map((column) => column.filter((_, i) => wanted(i)));
  return { nrow: Array.from({ length: x.nrow }, (_, i) => i).filter(wanted).length, ncol: x.ncol, columns };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("scores rows the same as scikit-learn", () => {
  function expectFigures(scores: Float64Array, odd: (row: number) => boolean, figures: Figures): void {
    figures.rows.forEach((row, i) => void expect(scores[row]).toBeCloseTo(figures.scores[i], 6));
    for (const [found, { lowest, highest }] of [
      [rocAuc(scores, odd), figures.auc],
      [mean(scores), figures.mean],
      [Math.max(...scores), figures.max],
    ] as const) {
      // Ties in distance may be broken in another way than in any row order that the peer was run with. A new row that equals a
      // training row is compared with the other rows alone.
      const allowed = highest - lowest + 2e-3 * highest;
      expect(found).toBeGreaterThan(lowest - allowed);
      expect(found).toBeLessThan(highest + allowed);
    }
  }

  for (const { file, label, odd: name, drop, learned, fresh } of contests) {
    testOnFile(file, `${file}: ROC AUC ${learned.auc.lowest.toFixed(4)}, of new rows ${fresh.auc.lowest.toFixed(4)}`, async (path) => {
      // DuckDB reads yes and no as booleans.
      const { x, odd } = encodeAllRows(await readCsv(path, drop), { column: label, odd: name === "yes" ? "true" : name }, lof.encoding);
      expectFigures((await lof.fit(x, { kind: "none" }, defaults, fitContext())).predict(x).scores!, odd, learned);
      const others = pick(x, (row) => row % 5 !== 0);
      const model = await lof.fit(others, { kind: "none" }, defaults, fitContext());
      expectFigures(model.predict(pick(x, (row) => row % 5 === 0)).scores!, (row) => odd(5 * row), fresh);
    });
  }
});

const random = createRandom(8);
const cloud = Array.from({ length: 2 }, () => Array.from({ length: 200 }, () => random.normal()));

test("a row outside a dense cloud scores higher than a row of a sparse cloud at the same distance from its neighbours", async () => {
  const dense = cloud.map((column) => column.map((value) => value / 50));
  const x = matrix(
    [...cloud[0].map((value) => value * 5 + 100), ...dense[0], 0.5],
    [...cloud[1].map((value) => value * 5), ...dense[1], 0.5],
  );
  const scores = (await lof.fit(x, { kind: "none" }, defaults, fitContext())).predict(x).scores!;
  expect(scores.indexOf(Math.max(...scores))).toBe(400);
  expect(scores[400]).toBeGreaterThan(5);
});

test("identical rows score 1, and a row elsewhere scores more", async () => {
  const x = matrix(new Array(50).fill(3));
  const model = await lof.fit(x, { kind: "none" }, defaults, fitContext());
  expect(model.predict(x).scores).toEqual(new Float64Array(50).fill(1));
  expect(model.predict(matrix([4])).scores![0]).toBeGreaterThan(1000);
});

test("LOF rejects a table of a single row, which has no neighbours", async () => {
  await expect(lof.fit(matrix([1]), { kind: "none" }, defaults, fitContext())).rejects.toThrow("at least two rows");
});
