import type { Table } from "../../data/tables/table.js";
import { createRandom } from "../../numeric/random.js";
import { principalAxes } from "../../numeric/rotations/principal-axes.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { matrix } from "../../testing/matrix.js";
import { encodeAllRows, toTrainingSet } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { rocAuc } from "../../testing/roc-auc.js";
import { pca } from "./index.js";

const defaults = { variance: 0.9, contamination: 0.1 };

/** references/pca.py computes the figures. */
describe("scores rows the same as scikit-learn", () => {
  interface Figures {
    file: string;
    components: number;
    auc: number;
    mean: number;
    max: number;
    first: number[];
  }

  async function expectFigures(table: Table, label: { column: string; odd: string }, { auc, mean, max, first }: Figures): Promise<void> {
    const { x, odd } = encodeAllRows(table, label, pca.encoding);
    const scores = (await pca.fit(x, { kind: "none" }, defaults, fitContext())).predict(x).scores!;
    expect(rocAuc(scores, odd)).toBeCloseTo(auc, 3);
    expect(scores.reduce((sum, score) => sum + score, 0) / x.nrow).toBeCloseTo(mean, 6);
    expect(Math.max(...scores)).toBeCloseTo(max, 6);
    first.forEach((score, i) => {
      expect(scores[i]).toBeCloseTo(score, 6);
    });
  }

  const [weather, ...anomalies] = referenceFigures<{ data: Figures[] }>("pca").data;
  test(`days of snow in ${weather.file}, ${weather.components} components`, async () => {
    await expectFigures(await readCsv(vegaDatasetPath(weather.file), ["date"]), { column: "weather", odd: "snow" }, weather);
  });
  for (const figures of anomalies) {
    testWithDataFolder(`${figures.file}, ${figures.components} components`, async () => {
      await expectFigures(await readCsv(dataFolderPath(figures.file)), { column: "anomaly", odd: "true" }, figures);
    });
  }
});

const diagonal = matrix([-2, -1, 0, 1, 2], [-2, -1, 0, 1, 2]);

test("rows along one line score their squared distance from the mean, and a row off the line that from the line too", async () => {
  const model = await pca.fit(diagonal, { kind: "none" }, defaults, fitContext());
  expect([...model.predict(diagonal).scores!]).toEqual([8, 2, 0, 2, 8]);
  expect([...model.predict(matrix([1, 1], [1, -1])).scores!]).toEqual([2, 2]);
});

test("days whose highest temperature, lowest one and their difference are columns are not ranked by rounding", async () => {
  const { x } = toTrainingSet(await readCsv(vegaDatasetPath("seattle-weather.csv"), ["precipitation", "wind", "weather"]), "date");
  const [highest, lowest] = x.columns;
  const dependent = { nrow: x.nrow, ncol: 3, columns: [highest, lowest, highest.map((value, i) => value - lowest[i])] };
  const model = await pca.fit(dependent, { kind: "none" }, { ...defaults, variance: 0.99 }, fitContext());
  const scores = model.predict(dependent).scores!;
  expect(Math.max(...scores)).toBeGreaterThan(1);
  expect(model.predict(matrix([20], [10], [60])).scores![0]).toBeGreaterThan(Math.max(...scores));
});

test("with one column, a row scores its squared distance from the mean", async () => {
  const model = await pca.fit(matrix([1, 2, 6]), { kind: "none" }, defaults, fitContext());
  expect([...model.predict(matrix([3, 5])).scores!]).toEqual([0, 4]);
});

test("PCA learns from the largest numbers allowed", async () => {
  const model = await pca.fit(matrix([-1e70, 0, 1e70], [1e70, 0, 1e70]), { kind: "none" }, defaults, fitContext());
  expect(model.predict(matrix([0], [1e70])).scores![0]).toBeGreaterThan(0);
});

describe("scores along the kept directions or along the others, whichever takes less work", () => {
  const random = createRandom(3);
  const x = matrix(...[5, 4, 3, 2, 0.1, 0.1].map((spread) => Array.from({ length: 70 }, () => spread * random.normal())));

  test.each([
    { variance: 0.3, kept: 1, saved: 1 },
    { variance: 0.97, kept: 4, saved: 2 },
  ])("of 6 directions $kept are kept and $saved saved", async ({ variance, kept, saved }) => {
    const { means, values, vectors } = await principalAxes(x, createYielder(fitContext()));
    const model = await pca.fit(x, { kind: "none" }, { ...defaults, variance }, fitContext());
    const left = vectors.slice(kept).map((vector) => x.columns.map((column, j) => ({ column, weight: vector[j], mean: means[j] })));
    const scores = Array.from({ length: x.nrow }, (_, i) =>
      left.reduce((sum, parts) => sum + parts.reduce((along, { column, weight, mean }) => along + weight * (column[i] - mean), 0) ** 2, 0),
    );
    const found = model.predict(x).scores!;
    scores.forEach((score, i) => {
      expect(found[i]).toBeCloseTo(score, 10);
    });
    expect(found.reduce((sum, score) => sum + score, 0)).toBeCloseTo(
      values.slice(kept).reduce((sum, value) => sum + value, 0),
      8,
    );
    const bytes = model.save();
    expect(unpackSections(bytes).arrays.directions).toHaveLength(saved * x.ncol);
    expect(pca.load(bytes).predict(x).scores).toEqual(found);
  });

  test("PCA loads a model that an earlier version saved with its components alone", () => {
    const arrays = { means: Float64Array.of(1, 1), components: Float64Array.of(1, 0) };
    const model = pca.load(packSections({ settings: { algorithm: "PCA" }, arrays }));
    expect([...model.predict(matrix([5, 1], [4, 1])).scores!]).toEqual([9, 0]);
  });
});

test("PCA rejects training numbers whose squares overflow, and gives infinite numbers a finite score", async () => {
  await expect(pca.fit(matrix([1, 1e200]), { kind: "none" }, defaults, fitContext())).rejects.toThrow("leave out the column");
  const model = await pca.fit(diagonal, { kind: "none" }, defaults, fitContext());
  expect(Number.isFinite(model.predict(matrix([Number.POSITIVE_INFINITY], [0])).scores![0])).toBe(true);
});
