/** Tests of outlier detection with known anomalies, on ODDS tables whose rows are all known to be anomalies or not. */
import { InvalidInput, modelInfo, thresholdChoiceFor } from "@agatha/contracts";
import { type Table, takeRows } from "../../data/tables/table.js";
import { decodeArtifact } from "../../model/artifact/artifact.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { asked, recount, semilabeled, some } from "../../testing/semilabeled.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import type { ModelRequest } from "./plan.js";

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

  test("as many parts are held out as are asked for", async () => {
    const { info } = await trainOnTable(some(), { ...asked(), validation: { rows: "random", folds: 3 } });
    expect(info.validation).toMatchObject({ method: "cross_validation", folds: 3, heldOutRows: 220 });
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
