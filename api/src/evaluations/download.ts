/** The test rows with what models answered for them, as a file. */
import { InvalidInput } from "@agatha/contracts";
import type { Response } from "express";
import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import { type CsvCell, type DownloadEncoding, sendGzipCsv } from "../http/csv-download.js";
import { type PredictionColumns, predictionColumns } from "../serving/prediction-columns.js";
import type { EvaluationInDataset } from "./access.js";
import { linesOf } from "./answer.js";
import { noResult, rowsOf } from "./by-model.js";
import { surroundingsOf } from "./listing.js";
import { type Cells, withTestRows } from "./test-rows.js";

type DownloadDeps = Pick<ApiDeps, "resources" | "documents" | "objects">;

export interface Download {
  readers: TableReaders;
  encoding: DownloadEncoding;
  limit: number | undefined;
  /** The one whose answers are wanted; all when left out. */
  model?: string;
}

/** Throws NotFound (010707) where no model has answered, or not the one that is named, and InvalidInput (010704) where none ever will. */
export async function sendEvaluatedRows(
  deps: DownloadDeps,
  found: EvaluationInDataset,
  { readers, encoding, limit, model }: Download,
  response: Response,
): Promise<void> {
  const { evaluation, dataset } = found;
  const answers = await answersOf(deps, found, { limit, model });
  const { phase, message = "no model could be compared" } = evaluation.status ?? {};
  if (answers.length === 0 && phase === "evaluating_fail") throw new InvalidInput("010704", { path: "", message });
  if (answers.length === 0) throw noResult(model);
  const name = `${dataset.spec.displayName}-evaluation-${evaluation.metadata.name}`;
  const sent = await withTestRows(deps, readers, found, ({ columns, rows }) => {
    const header = ["row", ...columns, ...answers.flatMap((answer) => answer.header)];
    return sendGzipCsv(response, { name, encoding, header, rows: joined(rows, answers) });
  });
  if (!sent) throw noResult(model);
}

/** A group of columns for each model that has answered, in the order of the list. */
async function answersOf(
  deps: DownloadDeps,
  { evaluation }: EvaluationInDataset,
  { limit, model }: Pick<Download, "limit" | "model">,
): Promise<PredictionColumns[]> {
  const lines = linesOf(evaluation, await surroundingsOf(deps, evaluation, limit));
  const answers: PredictionColumns[] = [];
  for (const { id, model_name: name, threshold } of lines) {
    if (model !== undefined && id !== model) continue;
    const rows = await rowsOf(deps, evaluation, { model: id, threshold: threshold ?? undefined });
    if (rows) answers.push(predictionColumns(rows.prediction, name, `${name} `));
  }
  return answers;
}

async function* joined(rows: AsyncIterable<Cells>, answers: PredictionColumns[]): AsyncGenerator<CsvCell[]> {
  let row = 0;
  for await (const cells of rows) {
    yield [row + 1, ...cells, ...answers.flatMap((answer) => answer.cells(row))];
    row++;
  }
}
