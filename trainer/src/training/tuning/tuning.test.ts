import { searchSpaceOf } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { trainModel } from "../train-model.js";

/** Returns a wave. Five neighbours blur it and one follows it; with much noise it is the other way round. */
function wave(nrow: number, noise: number): Table {
  const random = createRandom(5);
  const x = Array.from({ length: nrow }, () => 20 * random.next());
  const y = x.map((value) => Math.sin(3 * value) + noise * random.normal());
  return createTable({ x, y, sign: y.map((value) => (value > 0 ? "above" : "below")) });
}

const knn = modelRequest("REGRESSION", "KNN", { response: "y", columns: ["x"], tuning: { seconds: 60, candidates: 12 } });

test("tuning finds settings that suit the data, and the held-out metric confirms it", async () => {
  const noisy = wave(2000, 1);
  const { info } = await trainOnTable(noisy, knn);
  const asked = await trainOnTable(noisy, { ...knn, tuning: undefined });
  expect(info.tuning).toMatchObject({ measure: "RMSE", candidates: 12, out_of_time: false });
  const [{ node, algorithm, params }] = info.tuning?.settings ?? [];
  expect([node, algorithm]).toEqual(["1.1", "KNN"]);
  expect(params.neighbours).toBeGreaterThan(5);
  expect(info.tuning?.score).toBeLessThan(info.tuning?.default_score ?? 0);
  expect(info.indicators.RMSE).toBeLessThan(asked.info.indicators.RMSE ?? 0);
  expect(asked.info.tuning).toBeUndefined();
});

test("the same table, request and seed give the same settings and bytes, and so does a training with those settings", async () => {
  const table = wave(1_000, 0.5);
  const [first, second] = [await trainOnTable(table, knn), await trainOnTable(table, knn)];
  expect(second.info.tuning).toEqual(first.info.tuning);
  expect(Buffer.compare(first.artifact, second.artifact)).toBe(0);
  const [{ params }] = first.info.tuning?.settings ?? [];
  const replayed = await trainOnTable(table, { ...knn, tuning: undefined, layers: [{ nodes: [{ algorithm: "KNN", params }] }] });
  expect(Buffer.compare(first.artifact, replayed.artifact)).toBe(0);
  expect(replayed.info.indicators).toEqual(first.info.indicators);
});

test("tuning never uses the held-out rows: other targets there change neither the settings nor their score", async () => {
  const table = wave(1_000, 0.5);
  const { info, predictions } = await trainOnTable(table, knn);
  const y = table.columns[1].type === "n" ? table.columns[1].values.slice() : new Float64Array(0);
  for (const row of predictions.rows) y[row] += 100;
  const shifted = await trainOnTable({ ...table, columns: [table.columns[0], { name: "y", type: "n", values: y }] }, knn);
  expect(shifted.info.tuning).toEqual(info.tuning);
  expect(shifted.info.indicators.RMSE).toBeGreaterThan(50);
});

test("tuning keeps parameters that the request names", async () => {
  const layers = [{ nodes: [{ algorithm: "KNN", params: { neighbours: 3 } }] }];
  const { info } = await trainOnTable(wave(300, 0.5), { ...knn, layers });
  expect(Object.keys(info.tuning?.settings[0].params ?? {})).toEqual(["distancePower"]);
});

test("every candidate lies in the algorithm's range, in each layer", async () => {
  const first = [{ algorithm: "XGB", params: { rounds: 5 } }, { algorithm: "KNN" }, { algorithm: "LOF" }, { algorithm: "k-means" }];
  const layers = [{ nodes: first }, { nodes: [{ algorithm: "DNN", params: { epochs: 5 } }] }];
  const { info } = await trainOnTable(wave(120, 0.2), { ...knn, layers, tuning: { seconds: 60, candidates: 4 } });
  expect(info.tuning?.settings.map(({ node }) => node)).toEqual(["1.1", "1.2", "1.3", "1.4", "2.1"]);
  for (const { algorithm, params } of info.tuning?.settings ?? []) {
    const space = searchSpaceOf(algorithm as "XGB");
    for (const [param, value] of Object.entries(params)) {
      expect(value).toBeGreaterThanOrEqual(Math.min(space[param].from, 0.000001));
      expect(value).toBeLessThanOrEqual(space[param].to);
    }
  }
});

test("tuning compares classifications by accuracy", async () => {
  const { info } = await trainOnTable(wave(250, 0.3), { ...knn, type: "CLASSIFICATION", response: "sign" });
  expect(info.tuning?.measure).toBe("Accuracy");
  expect(info.tuning?.score).toBeGreaterThanOrEqual(info.tuning?.default_score ?? 1);
  expect(info.tuning?.score).toBeLessThanOrEqual(1);
});

test("a search follows the figure that it is asked for, and the cost where wrong answers have costs", async () => {
  const rare = wave(300, 0.3);
  const asked = { ...knn, type: "CLASSIFICATION", response: "sign" } as const;
  for (const measure of ["macroF1", "log_loss", "kappa"] as const) {
    const { info } = await trainOnTable(rare, { ...asked, tuning: { ...asked.tuning!, measure } });
    const { score, default_score } = info.tuning!;
    expect(info.tuning?.measure).toBe(measure === "kappa" ? "Kappa" : measure);
    expect(measure === "log_loss" ? -score! : score).toBeGreaterThanOrEqual((measure === "log_loss" ? -default_score! : default_score)!);
  }
  const { info } = await trainOnTable(rare, { ...asked, errorCosts: { weights: { above: 9 } } });
  expect(info.tuning?.measure).toBe("cost");
  await expect(trainOnTable(rare, { ...asked, tuning: { ...asked.tuning!, measure: "cost" } })).rejects.toMatchObject({
    message: expect.stringContaining("needs the costs of wrong answers"),
  });
});

test("a search that runs out of time ends with its best setting, and the model is trained", async () => {
  const slow = modelRequest("REGRESSION", "XGB", { response: "y", columns: ["x"], tuning: { seconds: 0.2, candidates: 500 } });
  const { info } = await trainOnTable(wave(1000, 0.5), slow);
  expect(info.tuning?.out_of_time).toBe(true);
  expect(info.tuning?.candidates).toBeLessThan(500);
  expect(info.indicators.RMSE).toBeGreaterThan(0);
});

test("a cancelled search stops", async () => {
  const controller = new AbortController();
  const training = trainModel({ ...knn, tuning: { seconds: 60, candidates: 500 } }, wave(2000, 0.5), {
    random: createRandom(1),
    timezone: "UTC",
    signal: controller.signal,
    progress: (fraction) => (fraction > 0.01 ? controller.abort(new Error("cancelled")) : undefined),
  });
  await expect(training).rejects.toThrow("cancelled");
});

test("progress increases during a search", async () => {
  const seen: number[] = [];
  await trainModel(knn, wave(120, 0.5), {
    random: createRandom(1),
    timezone: "UTC",
    signal: new AbortController().signal,
    progress: (fraction) => seen.push(fraction),
  });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test.each([
  ["an outlier detection", modelRequest("OCC", "iForest", { columns: ["x"], tuning: { seconds: 1, candidates: 3 } }), "a response only"],
  ["an algorithm without parameters to search", { ...knn, layers: [{ nodes: [{ algorithm: "enet" }] }] }, "leave tuning out"],
])("refuses tuning for %s", async (_case, asked, message) => {
  await expect(trainOnTable(wave(60, 0.5), asked)).rejects.toMatchObject({ code: "010515", message: expect.stringContaining(message) });
});

test("very few rows are not tuned, with a warning", async () => {
  const { info } = await trainOnTable(wave(20, 0.1), knn);
  expect(info.tuning).toBeUndefined();
  expect(info.warnings.map(({ message }) => message).join()).toContain("too few to search for settings");
});

testWithDataFolder("tuned boosting is better on held-out real rows (concrete-strength)", async () => {
  const table = await readCsv(dataFolderPath("concrete-strength.csv"));
  const asked = modelRequest("REGRESSION", "XGB", { response: "strength" });
  const plain = await trainOnTable(table, asked);
  const tuned = await trainOnTable(table, { ...asked, tuning: { seconds: 60, candidates: 18 } });
  expect(tuned.info.indicators.RMSE).toBeLessThan(plain.info.indicators.RMSE ?? 0);
});
