import { benjaminiHochberg } from "@agatha/contracts";
import { type Table, takeRows } from "../../data/tables/table.js";
import { semilabelThresholds } from "../../evaluation/thresholds.js";
import { decodeArtifact } from "../../model/artifact/artifact.js";
import { type GraphNode, predictGraph } from "../../model/artifact/graph.js";
import { joinResults, sliceResult } from "../../model/serving/join-results.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { asked, recount, some } from "../../testing/semilabeled.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { heldOutNormalScores, inUnitOf, withHeldOutThresholds } from "../hold-out/outlier-thresholds.js";
import { predictHeldOut } from "../hold-out/predict-held-out.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";
import type { ModelRequest } from "./plan.js";

describe("a budget for false alarms", () => {
  const inputsOf = (table: Table) => ({ ...table, columns: table.columns.slice(0, 2) });
  const budget = { atMost: 5, outOf: 100, of: "rows" as const };

  test.each([
    ["with known anomalies", some(), asked({ falseAlarms: budget })],
    ["without labels", inputsOf(some()), modelRequest("OCC", "iForest", { falseAlarms: budget })],
  ])("%s, a row raises an alarm if its p-value is within it, and is then flagged", async (_what, table, request) => {
    const { artifact, info } = await trainOnTable(table, request);
    const result = loadServingModel(artifact).predictTable(inputsOf(table));
    expect(result.p_value?.every((p) => p !== null && p > 0 && p <= 1)).toBe(true);
    expect(result.alarm).toEqual(result.p_value?.map((p) => Number(p) <= 0.05 + 1e-12));
    expect(result.value).toEqual(result.alarm);
    expect(info.indicators.contamination).toBeLessThanOrEqual(0.08);
  });

  test("a limit on flagged rows below the budget holds for the alarms too", async () => {
    const table = inputsOf(some());
    const request = modelRequest("OCC", "iForest", { falseAlarms: { ...budget, atMost: 20 }, maxFpr: 0.02 });
    const result = loadServingModel((await trainOnTable(table, request)).artifact).predictTable(table);
    expect(result.value).toEqual(result.p_value?.map((p) => Number(p) <= 0.02 + 1e-12));
    expect(result.alarm).toEqual(result.value);
  });

  test("a limit on flagged rows beside a budget out of alarms is refused", async () => {
    const request = modelRequest("OCC", "iForest", { falseAlarms: { ...budget, of: "alarms" }, maxFpr: 0.02 });
    await expect(trainOnTable(inputsOf(some()), request)).rejects.toMatchObject({
      problems: [{ path: "falseAlarms", message: expect.stringContaining("leave one of the two out") }],
    });
  });

  test("rows that are predicted together are judged together, also in parts", async () => {
    const table = inputsOf(some());
    const { artifact } = await trainOnTable(table, modelRequest("OCC", "iForest", { falseAlarms: { atMost: 1, outOf: 10, of: "alarms" } }));
    const model = loadServingModel(artifact);
    const whole = model.predictTable(table);
    const half = (from: number) =>
      model.predictTable(
        takeRows(
          table,
          Int32Array.from({ length: 110 }, (_, i) => from + i),
        ),
      );
    expect(whole.alarm).toEqual(benjaminiHochberg((whole.p_value ?? []).map(Number), 0.1));
    expect(whole.value).toEqual(whole.alarm);
    expect(whole).not.toHaveProperty("threshold");
    const alone = model.predictTable(takeRows(table, Int32Array.of(0)));
    expect(alone.value).toEqual([Number(alone.score?.[0]) > Number(alone.threshold)]);
    expect(joinResults([half(0), half(110)])).toEqual(whole);
    expect(sliceResult(whole, 110, 220).alarm).toEqual(whole.alarm?.slice(110));
  });

  test("the figures of rows that are judged together are those of their alarms", async () => {
    const falseAlarms = { atMost: 1, outOf: 10, of: "alarms" as const };
    const table = some({ usual: 400, odd: 60, known: 60 });
    const [together, alone] = await Promise.all([
      trainOnTable(table, asked({ falseAlarms })),
      trainOnTable(table, asked({ falseAlarms: { ...falseAlarms, of: "rows" } })),
    ]);
    expect(together.info.indicators).toMatchObject(recount(together));
    const { true_positive: found, contamination } = together.info.indicators;
    expect(found).toBeGreaterThan(0.5);
    // A tenth of the normal rows would be many more than a tenth of the alarms.
    expect(contamination).toBeLessThan(0.04);
    expect(alone.info.indicators.contamination).toBeGreaterThan(0.07);
    expect(together.info.outlier?.choices).toEqual(alone.info.outlier?.choices);
  });

  test("a budget for false alarms is refused where the held-out normal rows are too few to tell such a small share", async () => {
    const request = asked({ falseAlarms: { atMost: 1, outOf: 1_000, of: "rows" } });
    const error = await trainOnTable(some(), request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      problems: [{ path: "falseAlarms", message: expect.stringContaining("need 999 held-out normal rows, and there are 210") }],
    });
  });
});

describe("scores of folds", () => {
  /**
   * Returns fitted detectors, and a fold whose models have ten times their scores on all rows, as another number of rows can do, and
   * longer tails.
   */
  async function tenfoldScores(table: Table, request: ModelRequest) {
    const { graph } = decodeArtifact((await trainOnTable(table, request)).artifact);
    const [layer] = graph.layers;
    const scaled = layer.map((node): GraphNode => {
      const tenfold = (x: Matrix) => ({ scores: node.model.predict(x).scores?.map((score) => 10 * score) });
      const scores = { center: 100, scale: 1_000 };
      return { ...node, scores, scoreQuartiles: { lower: 10, median: 20, upper: 40 }, model: { ...node.model, predict: tenfold } };
    });
    const final = { ...graph, layers: [layer.map((node) => ({ ...node, scoreQuartiles: { lower: 1, median: 2, upper: 4 } }))] };
    const rows = Int32Array.from(Array(table.nrow).keys());
    const { trainingSet } = prepareTrainingSet(request, table);
    const folded = { ...graph, layers: [scaled] };
    const fold = { graph: folded, fitted: folded, plan: trainingSet.plan, train: rows, heldOut: rows, positions: rows };
    const crossValidation = inUnitOf(final, { method: "holdout", folds: [fold], heldOutRows: rows });
    const heldOut = predictHeldOut(crossValidation, trainingSet.table);
    return { trainingSet, crossValidation, heldOut, scores: predictGraph(graph, table).scores ?? new Float64Array(0) };
  }

  test.each([[["PCA"]], [["PCA", "iForest"]]])("give p-values in the unit of the final model's scores: %p", async (algorithms) => {
    const table = { ...some(), columns: some().columns.slice(0, 2) };
    const layers = [{ nodes: algorithms.map((algorithm) => ({ algorithm })) }];
    const { trainingSet, crossValidation, heldOut, scores } = await tenfoldScores(table, modelRequest("OCC", "PCA", { layers }));
    const found = heldOutNormalScores(trainingSet, crossValidation.heldOutRows, heldOut, createRandom(1)).scores;
    const expected = scores.slice().sort();
    found.forEach((score, i) => {
      expect(score).toBeCloseTo(expected[i], 9);
    });
    expect(found).toHaveLength(table.nrow);
  });

  test("give the thresholds of known anomalies in the unit of the final model's scores", async () => {
    const table = some();
    const request = asked({ layers: [{ nodes: [{ algorithm: "PCA" }] }] });
    const { trainingSet, crossValidation, heldOut, scores } = await tenfoldScores(table, request);
    const found = withHeldOutThresholds(trainingSet, crossValidation, heldOut).thresholdSteps;
    const expected = semilabelThresholds(
      scores,
      Int32Array.from(scores, (_, row) => Number(row < 10)),
    );
    expect(found).toEqual(expected.map(({ maxFpr, threshold }) => ({ maxFpr, threshold: expect.closeTo(threshold, 9) })));
  });
});
