/** Download of the test rows with the models' predictions. */
import { ERRORS, InvalidInput, titleOf } from "@agatha/contracts";
import type { CsvCell } from "@agatha/contracts/csv/csv-cell";
import type { EvaluationByModelAnswer } from "@agatha/contracts/wire";
import type { Response } from "express";
import type { ApiDeps } from "../deps.js";
import { type DownloadEncoding, sendGzipCsv } from "../http/csv-download.js";
import { type PredictionColumns, predictionColumns } from "../serving/prediction-columns.js";
import type { TableReaderCache } from "../tables/table-reader-cache.js";
import type { EvaluationInDataset } from "./access.js";
import { modelAnswers } from "./answer.js";
import { loadEvaluatedRows, noModelResult } from "./by-model.js";
import { type TableRow, withEvaluationInput } from "./evaluation-input-rows.js";
import { evaluationContext } from "./listing.js";

type DownloadDeps = Pick<ApiDeps, "resources" | "documents" | "objects">;

interface EvaluationDownload {
  readers: TableReaderCache;
  encoding: DownloadEncoding;
  maxFpr: number | undefined;
  /** Model whose predictions are included; all models by default. */
  model?: string;
}

/**
 * Sends the file. Throws NotFound (modelEvaluationNotFound) if no model, or not the named one, has predictions, and InvalidInput
 * (evaluationFailed) if none ever will.
 */
export async function sendEvaluatedRows(
  deps: DownloadDeps,
  found: EvaluationInDataset,
  { readers, encoding, maxFpr, model }: EvaluationDownload,
  response: Response,
): Promise<void> {
  const { evaluation, dataset } = found;
  const answers = await predictionColumnsOf(deps, found, { maxFpr, model });
  const { phase, message = "no model could be compared" } = evaluation.status ?? {};
  if (answers.length === 0 && phase === "evaluating_fail") throw new InvalidInput(ERRORS.evaluationFailed, { path: "", message });
  if (answers.length === 0) throw noModelResult(model);
  const name = `${titleOf(dataset)}-evaluation-${evaluation.metadata.name}`;
  const sent = await withEvaluationInput(deps, readers, found, ({ columns, rows }) => {
    const header = ["row", ...columns, ...answers.flatMap((answer) => answer.header)];
    return sendGzipCsv(response, { name, encoding, header, rows: joinRows(rows, answers) });
  });
  if (!sent) throw noModelResult(model);
}

/** Returns a group of columns for each model with predictions, in the order of the list. */
async function predictionColumnsOf(
  deps: DownloadDeps,
  { evaluation }: EvaluationInDataset,
  { maxFpr, model }: Pick<EvaluationDownload, "maxFpr" | "model">,
): Promise<PredictionColumns[]> {
  const lines = modelAnswers(evaluation, await evaluationContext(deps, evaluation, maxFpr));
  const answers: PredictionColumns[] = [];
  for (const line of lines) {
    const { id, threshold } = line;
    if (model !== undefined && id !== model) continue;
    const name = columnName(line, lines, evaluation.spec.datasetRef);
    const rows = await loadEvaluatedRows(deps, evaluation, { model: id, threshold: threshold ?? undefined });
    if (rows) answers.push(predictionColumns(rows.prediction, name, `${name} `));
  }
  return answers;
}

/** Returns the title of a model, with the name if another model has the same title, and with the dataset if it is another one's. */
function columnName(
  { id, model_name, model_title, dataset_id, dataset_title }: EvaluationByModelAnswer,
  lines: readonly EvaluationByModelAnswer[],
  datasetId: string,
): string {
  const isShared = model_name !== model_title && lines.some((other) => other.id !== id && other.model_title === model_title);
  const title = isShared ? `${model_title} [${model_name}]` : model_title;
  return dataset_title === null || dataset_id === datasetId ? title : `${title} (${dataset_title})`;
}

async function* joinRows(rows: AsyncIterable<TableRow>, answers: PredictionColumns[]): AsyncGenerator<CsvCell[]> {
  let row = 0;
  for await (const cells of rows) {
    yield [row + 1, ...cells, ...answers.flatMap((answer) => answer.cells(row))];
    row++;
  }
}
