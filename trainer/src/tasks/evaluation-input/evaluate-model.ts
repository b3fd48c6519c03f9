import type { EvaluatedModel, EvaluatedRows, EvaluationWarning, ModelInfo, ModelSpec, PredictionResult } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import type { TableModel } from "../../model/serving/model.js";
import { createRandom } from "../../numeric/random.js";
import { actualOf } from "./actual.js";
import { seriesRows } from "./series-rows.js";
import { classificationFigures, clusteringFigures, outlierFiguresOf, regressionFigures } from "./test-figures.js";
import { plainRows, type TestRows } from "./test-rows.js";

/** A trained model, and what of it does not stand in its file. */
export interface Examined {
  model: TableModel;
  info: ModelInfo;
  /** Column that is predicted, or that marks known anomalies. */
  actual: string | undefined;
  timeSeries: ModelSpec["timeSeries"];
  timezone: string;
}

/** Samples of rows are the same at every evaluation. */
const SEED = 1;

/**
 * What a model answers for the test rows, and how good that is. `predict` asks it. Throws InvalidInput (010702, 010703)
 * that names the columns that do not match.
 */
export async function evaluateModel(
  test: Table,
  examined: Examined,
  predict: (asked: Table) => Promise<PredictionResult>,
): Promise<{ found: EvaluatedModel; rows: EvaluatedRows }> {
  const { model } = examined;
  const asked = rowsFor(test, examined);
  const named = examined.actual === undefined ? undefined : actualOf(test, model.type, { name: examined.actual, rows: asked.rows });
  const prediction = await predict(asked.asked);
  const judged = judge(examined, { asked: asked.asked, actual: named?.values, prediction });
  const warnings = [...asked.warnings, ...(named?.warnings ?? []), ...(judged.warnings ?? [])];
  const found = { rows: asked.rows.length, threshold: prediction.threshold, ...judged, warnings };
  return { found, rows: inTestOrder(test.nrow, asked, { actual: named?.values, prediction }) };
}

function rowsFor(test: Table, { model, timeSeries, timezone }: Examined): TestRows {
  const { inputs, response } = model;
  if (!timeSeries || response === null) return plainRows(test, inputs);
  return seriesRows(test, { inputs, response, timeSeries, timezone });
}

interface Answered {
  asked: Table;
  actual: (number | string | null)[] | undefined;
  prediction: PredictionResult;
}

type Judgement = Pick<EvaluatedModel, "indicators" | "choices"> & { rows?: number; warnings?: EvaluationWarning[] };

function judge({ model, info, actual: response = "" }: Examined, { asked, actual, prediction }: Answered): Judgement {
  const random = createRandom(SEED);
  switch (model.type) {
    case "REGRESSION":
      return regressionFigures(actual ?? [], prediction);
    case "CLASSIFICATION":
      return classificationFigures(actual ?? [], prediction, { response, labels: info.classification?.labels ?? [] });
    case "OCC":
      return outlierFiguresOf(asked, prediction, { actual, choices: info.outlier?.choices ?? [] }, random);
    case "CLUSTERING":
      return { indicators: clusteringFigures(asked, prediction, random) };
  }
}

/** An entry for each row of the test table; null for those that were not asked about. */
function inTestOrder(nrow: number, { rows }: TestRows, { actual, prediction }: Omit<Answered, "asked">): EvaluatedRows {
  if (rows.every((row, i) => row === i) && rows.length === nrow) return { actual, prediction };
  const spread = <T>(values: readonly T[]): (T | null)[] => {
    const all = new Array<T | null>(nrow).fill(null);
    rows.forEach((row, i) => {
      all[row] = values[i] ?? null;
    });
    return all;
  };
  return { actual: actual && spread(actual), prediction: { value: spread(prediction.value) } };
}
