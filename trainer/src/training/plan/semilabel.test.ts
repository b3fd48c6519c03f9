/** Tests of outlier detection with known anomalies, on ODDS tables whose rows are all known to be anomalies or not. */
import {
  benjaminiHochberg,
  choiceAmongModels,
  type FigureIntervals,
  type Indicators,
  InvalidInput,
  modelInfo,
  thresholdChoiceFor,
} from "@agatha/contracts";
import { type Table, type TextColumn, takeRows } from "../../data/tables/table.js";
import { contaminationMetrics } from "../../evaluation/metrics/outlier-metrics.js";
import { semilabelThresholds } from "../../evaluation/thresholds.js";
import { decodeArtifact } from "../../model/artifact/artifact.js";
import { type GraphNode, predictGraph } from "../../model/artifact/graph.js";
import { joinResults, sliceResult } from "../../model/serving/join-results.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { heldOutNormalScores, withHeldOutThresholds } from "../hold-out/outlier-thresholds.js";
import { prepareTrainingSet } from "../prepare-training-set.js";
import type { TrainingResult } from "../train-model.js";
import type { ModelRequest } from "./plan.js";

/**
 * Returns the table with its last column (yes or no, read as true or false) as a semi-label: `yes` for anomalies, empty for all
 * others.
 */
function semilabeled(table: Table): Table {
  const column = table.columns[table.columns.length - 1] as TextColumn;
  const yes = column.levels.indexOf("true");
  const known: TextColumn = { ...column, codes: column.codes.map((code) => (code === yes ? 0 : -1)), levels: ["yes"] };
  return { ...table, columns: [...table.columns.slice(0, -1), known] };
}

const asked = (overrides: Partial<ModelRequest> = {}) => modelRequest("OCC", "iForest", { semilabel: "anomaly", ...overrides });

/** Returns usual rows around 0 and some distant ones, of which the first `known` are labelled. */
function some({ usual = 200, odd = 20, known = 10 } = {}): Table {
  const random = createRandom(4);
  const rows = Array.from({ length: usual + odd }, (_, i) => i);
  const place = rows.map((i) => (i < odd ? 4 : 0) + random.normal());
  return createTable({
    x: place,
    y: rows.map((i) => (i < odd ? -4 : 0) + random.normal()),
    anomaly: rows.map((i) => (i < known ? "yes" : null)),
  });
}

/** Recomputes the metrics from the held-out predictions. */
function recount({ predictions }: TrainingResult) {
  const flagged = Int32Array.from(predictions.prediction.value, (value) => Number(value === true));
  const anomalous = Int32Array.from(predictions.actual ?? [], (label) => Number(label !== ""));
  return contaminationMetrics(flagged, anomalous);
}

describe("a detector with known anomalies", () => {
  test("the information of a semi-labeled detector matches the contract, and its held-out predictions reproduce the metrics", async () => {
    const result = await trainOnTable(some(), asked());
    expect(modelInfo.parse(result.info)).toEqual(result.info);
    expect(result.info.validation).toEqual({ method: "cross_validation", folds: 5, trainRows: 176, heldOutRows: 220, rows: "random" });
    expect(result.info.indicators).toMatchObject(recount(result));
    expect(result.info.indicators.true_positive).toBeGreaterThan(0.8);
    expect(result.info.spread.true_positive).toEqual(expect.any(Number));
    expect(result.info.outlier?.labels).toMatchObject({ anomalies: 10, unlabeled: 210, learned: false });
  });

  test("the label is never an input", async () => {
    const { info } = await trainOnTable(some(), asked());
    expect(info.inputs.map(({ name }) => name)).toEqual(["x", "y"]);
  });

  test("known anomalies are not training rows: different ones change only the threshold", async () => {
    const table = some();
    const values = (name: "x" | "y") => {
      const column = table.columns[name === "x" ? 0 : 1];
      return column.type === "s" ? new Float64Array(0) : column.values;
    };
    const moved: Table = {
      ...table,
      columns: [{ name: "x", type: "n", values: values("x").map((value, i) => (i < 10 ? value + 50 : value)) }, ...table.columns.slice(1)],
    };
    const usual = takeRows(
      table,
      Int32Array.from({ length: 200 }, (_, i) => 20 + i),
    );
    const scoresOf = async (learned: Table) =>
      predictGraph(decodeArtifact((await trainOnTable(learned, asked())).artifact).graph, usual).scores;
    expect(await scoresOf(moved)).toEqual(await scoresOf(table));
  });

  test("known anomalies become training rows when too few other rows are left", async () => {
    const { info } = await trainOnTable(some({ usual: 20, odd: 8, known: 8 }), asked());
    expect(info.outlier?.labels).toMatchObject({ anomalies: 8, unlabeled: 20, learned: true });
  });

  test.each([
    ["text", "nok", (odd: boolean) => (odd ? "nok" : "ok")],
    ["numbers", "0", (odd: boolean) => (odd ? 0 : 1)],
  ])("one of two values of %s marks the anomalies as text in else empty rows does", async (_what, anomalyValue, mark) => {
    const marks = Array.from({ length: 220 }, (_, i) => mark(i < 10));
    const { columns, nrow } = some();
    const told: Table = { nrow, columns: [...columns.slice(0, 2), ...createTable({ anomaly: marks }).columns] };
    const [marked, rare, expected] = [
      await trainOnTable(told, asked({ anomalyValue, otherRows: "normal" })),
      await trainOnTable(told, asked()),
      await trainOnTable(some(), asked()),
    ];
    expect(marked.artifact).toEqual(expected.artifact);
    expect(rare.artifact).toEqual(expected.artifact);
    expect(marked.info.indicators).toEqual(expected.info.indicators);
    expect(marked.info.outlier?.labels).toMatchObject({ anomalies: 10, unlabeled: 210, value: anomalyValue, normal: true });
    expect(marked.predictions.actual?.filter((label) => label !== "")).toEqual(Array(10).fill(anomalyValue));
  });

  test("a listed choice equals a training with that limit", async () => {
    const { info } = await trainOnTable(some(), asked());
    for (const maxFpr of [0, 0.02, 0.1]) {
      const limited = await trainOnTable(some(), asked({ maxFpr }));
      const choice = thresholdChoiceFor(info.outlier?.choices ?? [], maxFpr);
      expect(choice?.threshold).toBe(limited.info.outlier?.threshold);
      const { silhouette_score: _, ...figures } = limited.info.indicators;
      expect(choice?.indicators).toMatchObject(figures);
    }
  });

  test.each<[string, Table, Partial<ModelRequest>, string, string]>([
    ["has no such column", some(), { semilabel: "label" }, "010521", "semilabel"],
    ["has more than two numbers", some(), { semilabel: "x" }, "010521", "semilabel"],
    ["lacks the value", some(), { anomalyValue: "no" }, "010521", "semilabel"],
    ["marks four rows", some({ known: 4 }), {}, "010521", "semilabel"],
    ["marks all but four rows", some({ usual: 4, odd: 20, known: 20 }), {}, "010521", "semilabel"],
    ["is to be learned from", some(), { columns: ["x", "anomaly"] }, "010506", "columns[1]"],
    [
      "comes with another type of model",
      some(),
      { type: "CLUSTERING", layers: [{ nodes: [{ algorithm: "k-means" }] }] },
      "010521",
      "semilabel",
    ],
  ])("refuses a semi-label when the column %s", async (_case, table, overrides, code, path) => {
    const error = await trainOnTable(table, asked(overrides)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error).toMatchObject({ code, problems: [{ path }] });
  });
});

describe("intervals of the figures", () => {
  test("figures of known anomalies have intervals by the bootstrap over held-out rows, wide where anomalies are few", async () => {
    const [few, many] = await Promise.all([8, 80].map((odd) => trainOnTable(some({ odd, known: odd }), asked())));
    const widthOf = ({ info }: TrainingResult, name: "true_positive" | "contamination") => {
      const { lower, upper } = info.intervals![name]!;
      expect(lower).toBeLessThanOrEqual(info.indicators[name]!);
      expect(upper).toBeGreaterThanOrEqual(info.indicators[name]!);
      return upper - lower;
    };
    expect(widthOf(few, "true_positive")).toBeGreaterThan(2 * widthOf(many, "true_positive"));
    expect(widthOf(many, "contamination")).toBeGreaterThan(0);
    expect(modelInfo.parse(few.info)).toEqual(few.info);
  });

  const holdFigures = (intervals: FigureIntervals = {}, indicators: Indicators) => {
    for (const [name, { lower, upper }] of Object.entries(intervals)) {
      const figure = indicators[name as keyof Indicators];
      expect([name, lower <= figure! && figure! <= upper]).toEqual([name, true]);
    }
  };

  test("every figure has an interval, for the model's own limit and for each other one", async () => {
    const { info } = await trainOnTable(some({ odd: 30, known: 30 }), asked());
    const names = ["contamination", "min_distance", "roc_auc", "silhouette_score", "true_positive"];
    expect(Object.keys(info.intervals ?? {}).sort()).toEqual(names);
    expect(info.indicators.roc_auc).toBeCloseTo(info.outlier?.labels?.roc.auc ?? Number.NaN, 12);
    holdFigures(info.intervals, info.indicators);
    const { choices = [] } = info.outlier ?? {};
    expect(choices.length).toBeGreaterThan(1);
    for (const { intervals, indicators } of choices) {
      const known = Object.entries(indicators).filter(([, value]) => value !== null);
      expect(Object.keys(intervals ?? {}).sort()).toEqual(known.map(([name]) => name).sort());
      holdFigures(intervals, indicators);
    }
  });

  test("detectors of the same rows are compared by the anomalies that they find", async () => {
    const table = some({ odd: 30, known: 30 });
    const candidates = await Promise.all(
      ["PCA", "LOF"].map(async (name) => {
        const { info, resamples } = await trainOnTable(table, { ...asked(), layers: [{ nodes: [{ algorithm: name }] }] });
        return { name, heldOutRows: info.validation.heldOutRows, indicators: info.indicators, resamples: resamples! };
      }),
    );
    const choice = choiceAmongModels("OCC", { best: "PCA", candidates });
    expect(choice).toMatchObject({ indicator: "true_positive", models: 2 });
    expect(choice!.expected).toBeLessThanOrEqual(candidates[0].indicators.true_positive!);
  });

  test("the interval of a silhouette is around the figure where a part of many rows is drawn for it", async () => {
    const random = createRandom(9);
    const [x, y] = [0, 1].map(() => Array.from({ length: 11_000 }, () => random.normal()));
    const { info } = await trainOnTable(createTable({ x, y }), modelRequest("OCC", "PCA"));
    const { lower, upper } = info.intervals!.silhouette_score!;
    expect((lower + upper) / 2).toBeCloseTo(info.indicators.silhouette_score!, 2);
  });

  test("a detector without known anomalies has those of contamination and silhouette, and nothing to be compared by", async () => {
    const { info, resamples } = await trainOnTable(some(), modelRequest("OCC", "PCA", { columns: ["x", "y"] }));
    expect(Object.keys(info.intervals ?? {}).sort()).toEqual(["contamination", "silhouette_score"]);
    holdFigures(info.intervals, info.indicators);
    expect(resamples).toBeUndefined();
  });
});

describe("a budget for false alarms", () => {
  const inputsOf = (table: Table) => ({ ...table, columns: table.columns.slice(0, 2) });
  const budget = { atMost: 5, outOf: 100, of: "rows" as const };

  test.each([
    ["with known anomalies", some(), asked({ falseAlarms: budget })],
    ["without labels", inputsOf(some()), modelRequest("OCC", "iForest", { falseAlarms: budget })],
  ])("%s, a row raises an alarm if its p-value is within it, and is then flagged", async (_what, table, request) => {
    const { artifact, info } = await trainOnTable(table, request);
    const result = loadServingModel(artifact).predictTable(inputsOf(table));
    expect(result.p_value?.every((p) => p > 0 && p <= 1)).toBe(true);
    expect(result.alarm).toEqual(result.p_value?.map((p) => p <= 0.05 + 1e-12));
    expect(result.value).toEqual(result.alarm);
    expect(info.indicators.contamination).toBeLessThanOrEqual(0.08);
  });

  test("a limit on flagged rows below the budget holds for the alarms too", async () => {
    const table = inputsOf(some());
    const request = modelRequest("OCC", "iForest", { falseAlarms: { ...budget, atMost: 20 }, maxFpr: 0.02 });
    const result = loadServingModel((await trainOnTable(table, request)).artifact).predictTable(table);
    expect(result.value).toEqual(result.p_value?.map((p) => p <= 0.02 + 1e-12));
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
    expect(whole.alarm).toEqual(benjaminiHochberg(whole.p_value ?? [], 0.1));
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
    const crossValidation = { method: "holdout" as const, folds: [fold], heldOutRows: rows };
    return { trainingSet, crossValidation, final, scores: predictGraph(graph, table).scores ?? new Float64Array(0) };
  }

  test.each([[["PCA"]], [["PCA", "iForest"]]])("give p-values in the unit of the final model's scores: %p", async (algorithms) => {
    const table = { ...some(), columns: some().columns.slice(0, 2) };
    const layers = [{ nodes: algorithms.map((algorithm) => ({ algorithm })) }];
    const { trainingSet, crossValidation, final, scores } = await tenfoldScores(table, modelRequest("OCC", "PCA", { layers }));
    const found = heldOutNormalScores(trainingSet, crossValidation, final, createRandom(1)).scores;
    const expected = scores.slice().sort();
    found.forEach((score, i) => {
      expect(score).toBeCloseTo(expected[i], 9);
    });
    expect(found).toHaveLength(table.nrow);
  });

  test("give the thresholds of known anomalies in the unit of the final model's scores", async () => {
    const table = some();
    const request = asked({ layers: [{ nodes: [{ algorithm: "PCA" }] }] });
    const { trainingSet, crossValidation, final, scores } = await tenfoldScores(table, request);
    const found = withHeldOutThresholds(trainingSet, crossValidation, final).thresholdSteps;
    const expected = semilabelThresholds(
      scores,
      Int32Array.from(scores, (_, row) => Number(row < 10)),
    );
    expect(found).toEqual(expected.map(({ maxFpr, threshold }) => ({ maxFpr, threshold: expect.closeTo(threshold, 9) })));
  });
});

test("without labels, a recomputed limit equals a training with that limit", async () => {
  const table = { ...some(), columns: some().columns.slice(0, 2) };
  const unlimited = await trainOnTable(table, modelRequest("OCC", "iForest"));
  const limited = await trainOnTable(table, modelRequest("OCC", "iForest", { maxFpr: 0.03 }));
  expect(limited.info.indicators.contamination).not.toBe(unlimited.info.indicators.contamination);
  expect(thresholdChoiceFor(unlimited.info.outlier?.choices ?? [], 0.03)).toMatchObject({
    threshold: limited.info.outlier?.threshold,
    indicators: limited.info.indicators,
  });
});

// On all rows, unlabeled, scikit-learn 1.9.1's IsolationForest has areas under the ROC curve of 0.936 and 0.995.
testWithDataFolder("cardio: the threshold from known anomalies finds most anomalies among held-out rows", async () => {
  const result = await trainOnTable(semilabeled(await readCsv(dataFolderPath("anomaly-cardio.csv"))), asked());
  const { indicators, outlier } = result.info;
  expect(indicators).toMatchObject(recount(result));
  expect(outlier?.labels).toMatchObject({ anomalies: 176, unlabeled: 1655, learned: false });
  expect(outlier?.labels?.roc.auc).toBeGreaterThan(0.93);
  expect(indicators.true_positive).toBeGreaterThan(0.85);
  expect(indicators.min_distance).toBeLessThan(0.22);
});

testWithDataFolder("cardio: a limit reduces the flagged unlabeled rows, also among held-out rows", async () => {
  const { info } = await trainOnTable(semilabeled(await readCsv(dataFolderPath("anomaly-cardio.csv"))), asked({ maxFpr: 0.05 }));
  // The limit holds on the rows that determine the threshold. Four standard errors of a share of 1,655 rows are 0.02.
  expect(info.indicators.contamination).toBeLessThan(0.07);
  expect(info.indicators.true_positive).toBeGreaterThan(0.5);
  expect(info.indicators.true_positive).toBeLessThan(0.85);
});

testWithDataFolder("satimage2: separates 71 anomalies among 5,803 rows", async () => {
  const { info } = await trainOnTable(semilabeled(await readCsv(dataFolderPath("anomaly-satimage2.csv"))), asked());
  expect(info.outlier?.labels?.roc.auc).toBeGreaterThan(0.985);
  expect(info.indicators.min_distance).toBeLessThan(0.1);
});
