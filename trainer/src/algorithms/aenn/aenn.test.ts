/** references/aenn.py computes the figures with scikit-learn. */
import { ALGORITHMS } from "@agatha/contracts";
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { testOnFile } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { encodeAllRows } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { type MeanAndSpread, referenceFigures } from "../../testing/reference-figures.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { aenn } from "./index.js";

const { outliers } = referenceFigures<{ outliers: { file: string; label: string; odd: string; drop: string[]; auc: MeanAndSpread }[] }>(
  "aenn",
);
const defaults = ALGORITHMS.AENN.params.parse({});
const SEEDS = [1, 2, 3, 4, 5];

async function scores(x: Matrix, params = defaults, seed = 1): Promise<Float64Array> {
  return (await aenn.fit(x, { kind: "none" }, params, fitContext({ random: createRandom(seed) }))).predict(x).scores!;
}

describe("ranks anomalies as well as scikit-learn's network", () => {
  for (const { file, label, odd, drop, auc } of outliers) {
    testOnFile(file, `${file}: ROC AUC ${auc.mean.toFixed(3)} ± ${auc.spread.toFixed(3)}`, async (path) => {
      // DuckDB reads yes and no as booleans.
      const column = { column: label, odd: odd === "yes" ? "true" : odd };
      const rows = encodeAllRows(await readCsv(path, drop), column, aenn.encoding);
      let sum = 0;
      for (const seed of SEEDS) sum += rocAuc(await scores(rows.x, defaults, seed), rows.odd);
      expect(sum / SEEDS.length).toBeGreaterThan(auc.mean);
    });
  }
});

// A tenth of the rows are anomalies. A network that learns from all rows reconstructs them as well as the others.
testOnFile("anomaly-cardio.csv", "rows that are given back worst do not teach the network", async (path) => {
  const { x, odd } = encodeAllRows(await readCsv(path), { column: "anomaly", odd: "true" }, aenn.encoding);
  const [half, all] = await Promise.all([0.5, 1].map(async (trusted) => rocAuc(await scores(x, { ...defaults, trusted }), odd)));
  expect(half).toBeGreaterThan(all + 0.1);
});

const random = createRandom(5);

test("a score is the squared reconstruction error of the row", async () => {
  // With this penalty on the weights the network reconstructs every row as about the means, which are 0.
  const column = Float64Array.from({ length: 300 }, () => random.normal());
  const x: Matrix = { nrow: 300, ncol: 2, columns: [column, column.map((value) => -value)] };
  const found = await scores(x, { ...defaults, l2: 10_000, trusted: 1 });
  found.forEach((score, i) => void expect(Math.abs(score - 2 * column[i] ** 2)).toBeLessThan(0.1 + 0.2 * score));
});
