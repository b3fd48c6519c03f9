/**
 * Compares the held-out quality of whole models with other libraries on the same rows (row i is a test row when i % 5 == 0). The
 * tolerance is the peers' own spread; references/{glm,rf,xgb}.py compute the figures. RF on seattle-weather may be worse by half
 * a percent of the figure, since its leaves count draws instead of distinct rows.
 */
import type { MetricName } from "@agatha/contracts";
import { type Table, takeRows } from "../data/tables/table.js";
import { computeMetrics } from "../evaluation/metrics/compute-metrics.js";
import { predictGraph } from "../model/artifact/graph.js";
import { createRandom } from "../numeric/random.js";
import { testOnFile } from "../testing/dataset-files.js";
import { fitContext } from "../testing/fit-context.js";
import type { PeerFigures } from "../testing/peer-comparison.js";
import { readCsv } from "../testing/read-csv.js";
import { referenceFigures } from "../testing/reference-figures.js";
import { modelRequest } from "../testing/train-on-table.js";
import { fitGraph } from "./fit/fit-graph.js";
import type { ModelRequest } from "./plan/plan.js";
import { takeTarget } from "./plan/target.js";
import { prepareTrainingSet } from "./preparation/prepare-training-set.js";

async function heldOut(table: Table, asked: ModelRequest, name: MetricName): Promise<number> {
  const { trainingSet } = prepareTrainingSet(asked, table);
  const [train, test] = [(row: number) => row % 5 !== 0, (row: number) => row % 5 === 0].map((side) =>
    Int32Array.from(trainingSet.datasetRows.keys()).filter(side),
  );
  const context = fitContext({ random: createRandom(asked.seed) });
  const { graph } = await fitGraph(
    { table: takeRows(trainingSet.table, train), target: takeTarget(trainingSet.target, train) },
    trainingSet.plan,
    context,
  );
  const prediction = predictGraph(graph, takeRows(trainingSet.table, test));
  return computeMetrics(asked.type, { prediction, target: takeTarget(trainingSet.target, test) }, createRandom(1))[name] ?? Number.NaN;
}

async function meanOverSeeds(table: Table, asked: ModelRequest, name: MetricName): Promise<number> {
  let sum = 0;
  for (const seed of [1, 2, 3]) sum += await heldOut(table, { ...asked, seed }, name);
  return sum / 3;
}

interface Peer {
  algorithm: string;
  mean: number;
  allowed: number;
}

/** Returns each peer's figure on a file. */
function peersOn(file: string, target: string, name: "RMSE" | "Accuracy"): Peer[] {
  return ["GLM", "RF", "XGB"].map((algorithm) => {
    const { held_out } = referenceFigures<{ held_out: PeerFigures }>(algorithm.toLowerCase());
    const figure = held_out[name].find((one) => one.file === file && one.target === target);
    if (!figure) throw new Error(`There is no figure of ${algorithm} for ${file}`);
    const smoothed = algorithm === "RF" && file === "seattle-weather.csv" && name === "RMSE";
    return { algorithm, mean: figure.mean, allowed: smoothed ? 0.005 * figure.mean : figure.spread + ROUNDING * figure.mean };
  });
}

/** Tolerance for figures that agree up to rounding. */
const ROUNDING = 1e-4;

for (const { file, target, drop } of [
  { file: "seattle-weather.csv", target: "temp_max", drop: ["date", "weather"] },
  { file: "concrete-strength.csv", target: "strength", drop: [] },
]) {
  for (const { algorithm, mean, allowed } of peersOn(file, target, "RMSE")) {
    testOnFile(file, `${algorithm} predicts ${target} of ${file} with the peer's RMSE of ${mean.toFixed(4)}`, async (path) => {
      const asked = modelRequest("REGRESSION", algorithm, { response: target });
      expect(await meanOverSeeds(await readCsv(path, drop), asked, "RMSE")).toBeLessThan(mean + allowed);
    });
  }
}

const FAILURE = "machine-failure-ai4i.csv";
for (const { algorithm, mean, allowed } of peersOn(FAILURE, "Machine failure", "Accuracy")) {
  testOnFile(FAILURE, `${algorithm} predicts failures with the peer's accuracy of ${mean.toFixed(4)}`, async (path) => {
    const table = await readCsv(path, ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"]);
    const asked = modelRequest("CLASSIFICATION", algorithm, { response: "Machine failure" });
    expect(await meanOverSeeds(table, asked, "Accuracy")).toBeGreaterThan(mean - allowed);
  });
}
