/** references/ocs.py computes the figures with scikit-learn. */
import { ALGORITHMS } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { deserializeSupportVectors } from "../../numeric/support-vectors/decision-function.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { encodeAllRows } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { ocs } from "./index.js";

interface Figures {
  file: string;
  label: string;
  odd: string;
  drop: string[];
  nu: number;
  auc: number;
  objective: number;
  vectors: number;
  first: number[];
  outside: number;
}

const { cases } = referenceFigures<{ cases: Figures[] }>("ocs");
const defaults = ALGORITHMS.OCS.params.parse({});

async function expectFigures(figures: Figures, path: string): Promise<void> {
  const { file, label, odd: name, drop, nu } = figures;
  // DuckDB reads the labels yes and no as true and false.
  const table = await readCsv(path, drop);
  const { x, odd } = encodeAllRows(table, { column: label, odd: file === "seattle-weather.csv" ? name : "true" }, ocs.encoding);
  const model = await ocs.fit(x, { kind: "none" }, { ...defaults, nu }, fitContext());
  const scores = model.predict(x).scores!;
  // Both solvers stop at a violation of 0.001. One decision in thousands may differ by more than the others.
  const exact = 0.01 + 1e-4 * Math.max(...figures.first.map(Math.abs));
  figures.first.forEach((score, i) => void expect(Math.abs(scores[i] - score)).toBeLessThan(exact));
  expect(rocAuc(scores, odd)).toBeCloseTo(figures.auc, 3);
  const { tiles, width, coefficients } = deserializeSupportVectors(model.save(), "OCS").machine;
  const vectors = coefficients.filter((value) => value !== 0).length;
  expect(tiles.length).toBe(Math.ceil(vectors / 16) * 16 * width);
  expect(Math.abs(vectors / figures.vectors - 1)).toBeLessThan(0.01);
  expect(Math.abs(scores.filter((score) => score > 0).length - figures.outside)).toBeLessThan(0.01 * x.nrow);
  // Equality constraint of the dual.
  expect(Math.abs(coefficients.reduce((sum, value) => sum + value, 0) / (nu * x.nrow) - 1)).toBeLessThan(1e-5);
}

describe("scores rows the same as scikit-learn", () => {
  for (const figures of cases) {
    const title = `${figures.file}, nu ${figures.nu}`;
    if (figures.file === "seattle-weather.csv") test(title, () => expectFigures(figures, vegaDatasetPath(figures.file)));
    else testWithDataFolder(title, () => expectFigures(figures, dataFolderPath(figures.file)));
  }
});

test("about a share nu of the rows lies outside, and so do the center of a ring and a point far away", async () => {
  const angle = Float64Array.from({ length: 400 }, (_, i) => i);
  const radius = angle.map((i) => 1 + 0.1 * Math.sin(i * i));
  const x = { nrow: 400, ncol: 2, columns: [angle.map((a, i) => radius[i] * Math.cos(a)), angle.map((a, i) => radius[i] * Math.sin(a))] };
  const model = await ocs.fit(x, { kind: "none" }, { ...defaults, kernelGamma: 5 }, fitContext());
  const outside = model.predict(x).scores!.filter((score) => score > 0).length;
  expect(outside / 400).toBeGreaterThan(0.03);
  expect(outside / 400).toBeLessThan(0.15);
  const [inMiddle, farAway] = model.predict({ nrow: 2, ncol: 2, columns: [Float64Array.of(0, 3), Float64Array.of(0, 0)] }).scores!;
  expect(inMiddle).toBeGreaterThan(0);
  expect(farAway).toBeGreaterThan(inMiddle);
});

test("the share outside is nu also for more rows than the kernel cache holds", async () => {
  const random = createRandom(3);
  const columns = Array.from({ length: 2 }, () => Float64Array.from({ length: 10_000 }, () => random.normal()));
  const x = { nrow: 10_000, ncol: 2, columns };
  const model = await ocs.fit(x, { kind: "none" }, { ...defaults, nu: 0.5 }, fitContext());
  const outside = model.predict(x).scores!.filter((score) => score > 0).length;
  expect(Math.abs(outside / 10_000 - 0.5)).toBeLessThan(0.01);
});
